/**
 * The closed set of things that can be wrong with a request. `http/errors.ts` maps each kind to a status code;
 * nothing below `http/` knows one.
 */
export type ErrorKind =
  | 'bad_input'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'not_an_image'
  | 'bad_range'
  | 'too_many_attempts'
  | 'source_answered_wrongly'
  | 'source_unavailable'
  | 'source_timeout'
  | 'not_ready';

/** An error that a person can act on: `message` is one sentence and is sent to the client as it is. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly kind: ErrorKind;
  /** Seconds after which a new try makes sense; for `too_many_attempts`, `source_unavailable`, `not_ready`, a renewal. */
  readonly retryAfter: number | undefined;
  /** The photo's length in bytes; only with `bad_range`. */
  readonly totalLength: number | undefined;

  constructor(
    kind: ErrorKind,
    message: string,
    options: { retryAfter?: number; totalLength?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.retryAfter = options.retryAfter;
    this.totalLength = options.totalLength;
  }
}

/** An error that stops the start of the program; `message` says what to do. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
