import type { AuditEvent } from '../../plugin-api/index.ts';
import { Reply, type Call } from '../pipeline/route.ts';
import { editedFields, type FactsPayload } from '../schemas/photo-edits.ts';

/** The answer to a change of facts, with the number of photos whose facts changed. */
export class EditsReply extends Reply {
  readonly edited: number;

  constructor(body: object, editedCount: number) {
    super(body);
    this.edited = editedCount;
  }
}

/** For the audit trail: the number of photos and the names of fields, never their values. Null if nothing changed. */
export function auditOfEdits(
  { payload }: Pick<Call<object, object, FactsPayload>, 'payload'>,
  reply: Reply,
): AuditEvent | null {
  if (!(reply instanceof EditsReply) || reply.edited === 0) return null;
  return { action: 'photos.edited', detail: [`${reply.edited} photos`, ...editedFields(payload)].join(', ') };
}
