import Joi from 'joi';
import type { AuditEntry, AuditTrail } from '../../services/audit-trail.ts';
import { route, type Route } from '../pipeline/route.ts';
import * as input from '../schemas/input.ts';
import type { AuditEntries } from '../wire.ts';

const id = Joi.number().integer();
const time = Joi.number().integer().required();
const text = Joi.string().allow(null).required();

/** Who did what, for admins. */
export function auditRoutes({ audit }: { audit: AuditTrail }): Route[] {
  return [
    route<object, { limit: number; before?: number; action?: string }>({
      method: 'GET',
      path: '/api/admin/audit',
      access: 'admin',
      summary: 'Who did what: sign-ins, accounts, backups. Newest first.',
      query: Joi.object({
        limit: input.limit(100, 1000),
        before: id.min(1).empty('').description('Entries with a smaller id: next_before of the page before.'),
        action: Joi.string()
          .pattern(/^[a-z0-9_]+(\.[a-z0-9_]+)*$/)
          .max(64)
          .empty('')
          .description('Entries of one action alone, such as login.failed.'),
      }),
      answer: Joi.object({
        entries: Joi.array()
          .items(
            Joi.object({
              id: id.required(),
              at: time,
              action: Joi.string().required(),
              actor: text.description('Who did it, by the name of that time; null when nobody proved who they are.'),
              actor_id: id.allow(null).required().description('Null when it was no user.'),
              subject: text.description('Whom or what it was done to.'),
              detail: text,
              address: text.description('Of the client; null when there was none.'),
              times: id.min(1).required().description('How often, from at to last_at.'),
              last_at: time,
            }),
          )
          .required(),
        next_before: id.allow(null).required().description('Null on the last page.'),
      }),
      handle: ({ query }): AuditEntries => {
        const { entries, nextBefore } = audit.page(query);
        return { entries: entries.map(present), next_before: nextBefore };
      },
    }),
  ];
}

function present({ actorId, lastAt, id, at, action, actor, subject, detail, address, times }: AuditEntry) {
  return { id, at, action, actor, actor_id: actorId, subject, detail, address, times, last_at: lastAt };
}
