/** The server refused; `message` is its own sentence. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The server did not answer. */
export class ServerLost extends Error {
  override readonly name = 'ServerLost';
}
