import type { ErrorName } from '../../core/http/wire.ts';

/** What the server told of a request that it refused. */
export interface Refused {
  /** Null when it was not the server that answered. */
  readonly kind: ErrorName | null;
  /** Its own sentence; empty when it said nothing. */
  readonly detail: string;
  /** Seconds after which it may be tried again, where the server says so. */
  readonly retryAfter: number | null;
}

/** The server refused; `message` is a sentence for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Seconds after which it may be tried again, where the server says so. */
  readonly retryAfter: number | null;

  constructor(status: number, message: string, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** The server did not answer. */
export class ServerLost extends Error {
  override readonly name = 'ServerLost';
}
