/**
 * What can go wrong between the server and a photo source.
 *
 * The server decides by `code` and never by `instanceof`, so that a plugin with its own copy of this module is
 * understood as well.
 */
export type SourceErrorCode =
  /** The store cannot be reached now. Never held against a photo; the sync cycle pauses and tries again. */
  | 'unreachable'
  /** The store is there, but keys or session are missing. Treated as `unreachable`, and shown as such to admins. */
  | 'not_logged_in'
  /** The store asks for a pause; `retryAfter` says how long. */
  | 'rate_limited'
  /** The store took too long. */
  | 'timeout'
  /** A healthy store says that there is no such photo or album. */
  | 'not_found'
  /** The changes cursor is too old; the server makes a full pass. */
  | 'cursor_expired'
  /** The asked byte range lies outside the photo. */
  | 'bad_range'
  /** The source answered something that breaks the contract. */
  | 'bad_answer'
  /** The bytes that came are not the bytes that were announced (length or sha1). */
  | 'integrity';

/** The error that a photo source throws. `message` is shown to admins: one sentence, no secrets. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly code: SourceErrorCode;
  /** Seconds to wait before the next try, when the store said so. */
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
