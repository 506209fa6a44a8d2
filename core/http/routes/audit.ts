import Joi from 'joi';
import type { AuditEntry, AuditTrail } from '../../services/audit-trail.ts';
import { auditSentencesIn } from '../../domain/sentences/parse-sentences.ts';
import { route, type Route } from '../pipeline/route.ts';
import { answer, list, nullable } from '../schemas/answer.ts';
import { epochSeconds, integer, word } from '../schemas/parts.ts';
import * as input from '../schemas/input.ts';
import { told } from '../schemas/sentences.ts';
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
        before: integer
          .min(1)
          .empty('')
          .description('Entries with a smaller id than this; `next_before` of the previous page.'),
        action: Joi.string()
          .pattern(/^[a-z0-9_]+(\.[a-z0-9_]+)*$/, 'the name of an action, such as login.failed')
          .max(64)
          .empty('')
          .description('Only entries of this action, such as login.failed.'),
      }),
      answer: answer<AuditEntries>({
        entries: list(
          answer({
            id: integer,
            at: epochSeconds,
            action: word,
            actor: nullable(word).description(
              'The username at the time of the action; null when nobody was signed in.',
            ),
            actor_id: nullable(integer).description('The id of the user; null when the actor is not a user.'),
            subject: nullable(word).description('The person or thing that the action concerned.'),
            detail: nullable(word),
            told,
            address: nullable(word).description('The address of the client; null when there was none.'),
            times: integer.min(1).description('The number of times that this happened from `at` to `last_at`.'),
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
    told: detail === null ? [] : auditSentencesIn(detail),
    address,
    times,
    last_at: lastAt,
  };
}
