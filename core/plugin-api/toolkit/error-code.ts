/** The code of an error from the system or SQLite; empty if it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

const full = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/** Whether the disk, or this user's quota, is full. */
export function isDiskFull(error: unknown): boolean {
  return full.has(errorCode(error));
}
