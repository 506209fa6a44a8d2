/** Why a backup did not do what was asked. The message is for people. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly code: 'bad_name' | 'missing' | 'failed';

  constructor(code: BackupError['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** What the system said, in words where people know no codes. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') return 'the disk is full';
  if (code === 'EACCES' || code === 'EROFS') return 'the folder of backups cannot be written';
  return code;
}
