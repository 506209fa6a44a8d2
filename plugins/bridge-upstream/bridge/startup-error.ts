/** An error that stops a command of the bridge; `message` says what to do. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
