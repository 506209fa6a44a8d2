/** An error that the log has told of already, with the plugin and the request. */
export class ToldError extends Error {
  constructor(cause: unknown) {
    super('The log has told of this error.', { cause });
  }
}
