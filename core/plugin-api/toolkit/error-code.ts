/** The code that the system or SQLite gave an error; empty when it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

const full = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/** Whether there is no room left on the disk, or none for this user. */
export function isDiskFull(error: unknown): boolean {
  return full.has(errorCode(error));
}
