/**
 * Errors between the server and a photo source.
 *
 * The server decides by `code` and never by `instanceof`, so that it recognises errors of a plugin with its own copy of this
 * module.
 */
export type SourceErrorCode =
  /** The store cannot be reached now. It never counts against a photo; the sync pauses and tries again. */
  | 'unreachable'
  /** The store is there, but keys or session are missing. Treated as `unreachable`, and shown as such to admins. */
  | 'not_logged_in'
  /** The store requests a pause; `retryAfter` is its length. */
  | 'rate_limited'
  /** The store took too long. */
  | 'timeout'
  /** A healthy store reports that there is no such photo or album. */
  | 'not_found'
  /** The changes cursor is too old; the server enumerates all photos again. */
  | 'cursor_expired'
  /** The requested byte range is outside the photo. */
  | 'bad_range'
  /** The source returned something that breaks the contract. */
  | 'bad_answer'
  /** The bytes do not match the announced length or sha1. */
  | 'integrity';

/** The error that a photo source throws. `message` is shown to admins: one sentence, no secrets. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly code: SourceErrorCode;
  /** Seconds to wait before the next attempt, if the store requests it. */
  readonly retryAfter: number | undefined;

  constructor(code: SourceErrorCode, message: string, options?: { retryAfter?: number; cause?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryAfter = options?.retryAfter;
  }
}

const codes: ReadonlySet<unknown> = new Set<SourceErrorCode>([
  'unreachable',
  'not_logged_in',
  'rate_limited',
  'timeout',
  'not_found',
  'cursor_expired',
  'bad_range',
  'bad_answer',
  'integrity',
]);

/** Whether `error` is a source error, from this copy of the contract or another. */
export function isSourceError(error: unknown): error is SourceError {
  return error instanceof Error && 'code' in error && codes.has(error.code);
}
