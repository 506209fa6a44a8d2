/** Why models could not be installed, in one sentence for the person at the command line. */
export class PullError extends Error {
  override readonly name = 'PullError';
}

/** Translates errors of the disk; other errors are returned unchanged. */
export function asPullError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new PullError('The disk of MODELS_DIR is full: make room and pull again, it goes on where it stopped.', {
      cause: error,
    });
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    return new PullError('MODELS_DIR cannot be written: give this user the right, or choose another folder.', {
      cause: error,
    });
  }
  return error;
}
