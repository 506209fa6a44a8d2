/** A request that the server refused. */
export interface Refused {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly status: number;
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
