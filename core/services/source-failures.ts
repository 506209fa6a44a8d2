import { DomainError, type ErrorKind } from '../domain/errors.ts';
import { isSourceError, type SourceErrorCode } from '../plugin-api/errors.ts';

const answers: Readonly<Record<SourceErrorCode, readonly [kind: ErrorKind, message: string]>> = {
  unreachable: ['source_unavailable', 'The photo store cannot be reached now: try again later.'],
  not_logged_in: ['source_unavailable', 'The server is not logged in to the photo store: tell an admin.'],
  rate_limited: ['source_unavailable', 'The photo store asks for a pause: try again later.'],
  timeout: ['source_timeout', 'The photo store took too long: try again later.'],
  not_found: ['not_found', 'The photo store no longer has this photo.'],
  bad_range: ['bad_range', 'The asked bytes lie outside the photo.'],
  cursor_expired: ['source_answered_wrongly', 'The photo store sent something that is not the photo.'],
  bad_answer: ['source_answered_wrongly', 'The photo store sent something that is not the photo.'],
  integrity: ['source_answered_wrongly', 'The photo store sent something that is not the photo.'],
};

/**
 * Translates an error of the photo source for the client that requested a photo.
 * @param totalLength the size of the photo in bytes, for ranges outside of it
 */
export function fromSourceFailure(error: unknown, totalLength?: number): DomainError {
  if (error instanceof DomainError) return error;
  if (!isSourceError(error)) {
    return new DomainError('source_answered_wrongly', 'The photo store answered in a way that is not understood.', {
      cause: error,
    });
  }
  const { code } = error;
  const [kind, message] = answers[code];
  return new DomainError(kind, message, {
    cause: error,
    retryAfter: code === 'rate_limited' ? error.retryAfter : undefined,
    totalLength: code === 'bad_range' ? totalLength : undefined,
  });
}
