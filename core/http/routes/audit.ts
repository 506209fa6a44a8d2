import Joi from 'joi';
import type { AuditEntry, AuditTrail } from '../../services/audit-trail.ts';
import { auditTold } from '../../domain/told/told.ts';
import { route, type Route } from '../pipeline/route.ts';
import { answer, list, nullable } from '../schemas/answer.ts';
import { epochSeconds, integer, word } from '../schemas/parts.ts';
import * as input from '../schemas/input.ts';
import { told } from '../schemas/told.ts';
import type { AuditEntries } from '../wire.ts';

/** The audit trail, for admins. */
export function auditRoutes({ audit }: { audit: AuditTrail }): Route[] {
  return [
    route<object, { limit: number; before?: number; action?: string }>({
      method: 'GET',
      path: '/api/admin/audit',
      access: 'admin',
      summary: 'Who did what: sign-ins, accounts, backups. Newest first.',
      query: Joi.object({
        limit: input.limit(100, 1000),
        before: integer.min(1).empty('').description('Entries with a smaller id: next_before of the page before.'),
        action: Joi.string()
          .pattern(/^[a-z0-9_]+(\.[a-z0-9_]+)*$/)
          .max(64)
          .empty('')
          .description('Entries of one action alone, such as login.failed.'),
      }),
      answer: answer<AuditEntries>({
        entries: list(
          answer({
            id: integer,
            at: epochSeconds,
            action: word,
            actor: nullable(word).description(
              'Who did it, by the name of that time; null when nobody proved who they are.',
            ),
            actor_id: nullable(integer).description('Null when it was no user.'),
            subject: nullable(word).description('Whom or what it was done to.'),
            detail: nullable(word),
            told,
            address: nullable(word).description('Of the client; null when there was none.'),
            times: integer.min(1).description('How often, from at to last_at.'),
            last_at: epochSeconds,
          }),
        ),
        next_before: nullable(integer).description('Null on the last page.'),
      }),
      handle: ({ query }): AuditEntries => {
        const { entries, nextBefore } = audit.page(query);
        return { entries: entries.map(present), next_before: nextBefore };
      },
    }),
  ];
}

function present({ actorId, lastAt, id, at, action, actor, subject, detail, address, times }: AuditEntry) {
  return {
    id,
    at,
    action,
    actor,
    actor_id: actorId,
    subject,
    detail,
    told: detail === null ? [] : auditTold(detail),
    address,
    times,
    last_at: lastAt,
  };
}
