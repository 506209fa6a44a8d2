import type { AuditEntry, AuditTrail } from '../../services/audit-trail.ts';
import { auditSentencesIn } from '../../domain/sentences/parse-sentences.ts';
import { route, type Route } from '../pipeline/route.ts';
import { fields } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { integer, word } from '../schemas/parts.ts';
import { auditEntries } from '../schemas/admin.ts';
import type { AuditEntries } from '../wire.ts';

/** The audit trail, for admins. */
export function auditRoutes({ audit }: { audit: AuditTrail }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/admin/audit',
      access: 'admin',
      summary: 'Who did what: sign-ins, accounts, backups. Newest first.',
      query: fields({
        limit: input.limit(100, 1000),
        before: integer
          .min(1)
          .empty('')
          .description('Entries with a smaller id than this; `next_before` of the previous page.'),
        action: word
          .pattern(/^[a-z0-9_]+(\.[a-z0-9_]+)*$/, 'the name of an action, such as login.failed')
          .max(64)
          .empty('')
          .description('Only entries of this action, such as login.failed.'),
      }),
      answer: auditEntries,
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
