import type { ErrorName } from '../../core/http/wire.ts';

/** An error response. */
export interface Refused {
  /** Null if the response did not come from the server. */
  readonly kind: ErrorName | null;
  /** The server's message; empty if there is none. */
  readonly detail: string;
  /** Seconds after which a retry makes sense, if the server says so. */
  readonly retryAfter: number | null;
}

/** The server rejected a request; `message` is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Null if the response did not come from the server. */
  readonly kind: ErrorName | null;
  /** Seconds after which a retry makes sense, if the server says so. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    message: string,
    { kind = null, retryAfter = null }: Partial<Pick<Refused, 'kind' | 'retryAfter'>> = {},
  ) {
    super(message);
    this.status = status;
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

/** The server did not respond. */
export class ServerLost extends Error {
  override readonly name = 'ServerLost';
}
