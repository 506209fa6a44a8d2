import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../domain/errors.ts';

/** Requests that were injected have no `headersDistinct`. */
type Head = Pick<IncomingMessage, 'httpVersion' | 'headers'> & Partial<Pick<IncomingMessage, 'headersDistinct'>>;

/**
 * Refuses what no honest client sends, before anything else examines it.
 *
 * A body has to say what it is: one that does not is taken for JSON further on, and a page of another site may send such
 * a one without the browser asking us first (Fetch, "CORS-safelisted request-header"). It could so sign its visitor in as
 * somebody else.
 * @param options.bodyMayBeOfNoType where the route has it refused, or reads no JSON
 * @throws DomainError `bad_input`, `not_an_image`
 */
export function checkRequest(request: Head, { bodyMayBeOfNoType = false } = {}): void {
  const { httpVersion, headers, headersDistinct } = request;
  if (httpVersion === '1.1' && headers.host === undefined) {
    throw new DomainError('bad_input', 'The header Host is missing.');
  }
  if ((headersDistinct?.['host']?.length ?? 0) > 1) {
    throw new DomainError('bad_input', 'The header Host came twice.');
  }
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (hasBody && !headers['content-type'] && !bodyMayBeOfNoType) {
    throw new DomainError('not_an_image', 'The body comes without a Content-Type: say what it is, application/json.');
  }
}
