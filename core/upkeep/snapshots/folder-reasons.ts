import { errorCode } from '../../domain/error-code.ts';

const advice = 'or set BACKUP_DIR to a folder on another disk';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: `the disk of the snapshots has too little room; free some space, remove old snapshots, ${advice}`,
  EDQUOT: `this user has no room left on the disk of the snapshots; remove old ones, ${advice}`,
  EFBIG: `the file system of the snapshots takes no file of this size; make it another one, ${advice}`,
  EACCES: 'the folder of the snapshots may not be used; give this user the right to, or set BACKUP_DIR to another one',
  EROFS: 'the folder of the snapshots cannot be written; make it writable, or set BACKUP_DIR to another one',
  ENOTDIR: 'the folder of the snapshots is a file; move it away, or set BACKUP_DIR to another one',
  ENOENT: 'the folder above that of the snapshots is not there; make it, or see whether its disk is mounted',
  EIO: 'the disk of the snapshots cannot be read or written; see whether it is in order',
};

const sameReason: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'ENOSPC',
  EPERM: 'EACCES',
  EEXIST: 'ENOTDIR',
  SQLITE_READONLY: 'EROFS',
  SQLITE_CANTOPEN: 'EACCES',
};

/** The reason of an error with the folder of snapshots, in words for common codes. */
export function reasonOf(error: unknown): string {
  const code = errorCode(error) || 'unknown error';
  return reasons[sameReason[code] ?? code] ?? (code.startsWith('SQLITE_IOERR') ? String(reasons['EIO']) : code);
}
