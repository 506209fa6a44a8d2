import { DomainError } from '../domain/errors.ts';
import { isSourceError } from '../plugin-api/errors.ts';

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
  switch (error.code) {
    case 'unreachable':
      return new DomainError('source_unavailable', 'The photo store cannot be reached now: try again later.', {
        cause: error,
      });
    case 'not_logged_in':
      return new DomainError('source_unavailable', 'The server is not logged in to the photo store: tell an admin.', {
        cause: error,
      });
    case 'rate_limited':
      return new DomainError('source_unavailable', 'The photo store asks for a pause: try again later.', {
        cause: error,
        ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
      });
    case 'timeout':
      return new DomainError('source_timeout', 'The photo store took too long: try again later.', { cause: error });
    case 'not_found':
      return new DomainError('not_found', 'The photo store no longer has this photo.', { cause: error });
    case 'bad_range':
      return new DomainError('bad_range', 'The asked bytes lie outside the photo.', {
        cause: error,
        ...(totalLength === undefined ? {} : { totalLength }),
      });
    case 'cursor_expired':
    case 'bad_answer':
    case 'integrity':
      return new DomainError('source_answered_wrongly', 'The photo store sent something that is not the photo.', {
        cause: error,
      });
  }
}
