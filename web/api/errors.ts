/** The server refused; `message` is its own sentence. */
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
