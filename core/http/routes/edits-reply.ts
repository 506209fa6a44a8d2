import type { AuditEvent } from '../../plugin-api/index.ts';
import { Reply } from '../pipeline/route.ts';
import { editedFields, type FactsPayload } from '../schemas/photo-edits.ts';

/** The answer to a change of facts. Its detail has the number of photos and the names of fields, never their values. */
export const editsReply = (body: object, payload: FactsPayload, count: number): Reply =>
  new Reply(body, count > 0 ? { detail: [`${count} photos`, ...editedFields(payload)].join(', ') } : {});

/** Null if nothing changed. */
export const auditOfEdits = (_call: unknown, { detail }: Reply): AuditEvent | null =>
  detail === undefined ? null : { action: 'photos.edited', detail };
