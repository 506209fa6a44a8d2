/** Why models cannot work on any picture. */
export type MlErrorCode =
  /** They cannot work for a while: their service is unreachable or busy, or memory is short. */
  'unavailable';

/**
 * The error of an ML provider that cannot work now. All photos wait until the next attempt. Any other error counts against
 * the photo. `message` is shown to admins: one sentence, no secrets.
 */
export class MlError extends Error {
  override readonly name = 'MlError';
  readonly code: MlErrorCode;
  /** Seconds to wait before the next attempt, if the provider knows. */
  readonly retryAfter: number | undefined;

  constructor(code: MlErrorCode, message: string, options?: { retryAfter?: number; cause?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryAfter = options?.retryAfter;
  }
}

/** Whether `error` is an `MlError`, from this copy of the contract or another. */
export function isMlError(error: unknown): error is MlError {
  return error instanceof Error && error.name === 'MlError' && 'code' in error && error.code === 'unavailable';
}
