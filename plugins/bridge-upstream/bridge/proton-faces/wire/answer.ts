import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/** A response of the upstream. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Must be read to its end, or destroyed. */
  readonly body: Readable;
}

/** Value of `Content-Length`; null without one. */
export function contentLength({ headers }: UpstreamAnswer): number | null {
  const value = headers['content-length'] ?? '';
  return /^\d{1,15}$/.test(value) ? Number(value) : null;
}
