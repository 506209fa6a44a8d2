import { errorCode } from '../../domain/error-code.ts';

const elsewhere = 'or set BACKUP_DIR to a folder on another disk';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: `the disk of the snapshots has too little room; free some space, remove old snapshots, ${elsewhere}`,
  EDQUOT: `this user has no room left on the disk of the snapshots; remove old ones, ${elsewhere}`,
  EFBIG: `the file system of the snapshots takes no file of this size; make it another one, ${elsewhere}`,
  EACCES: 'the folder of the snapshots may not be used; give this user the right to, or set BACKUP_DIR to another one',
  EROFS: 'the folder of the snapshots cannot be written; make it writable, or set BACKUP_DIR to another one',
  ENOTDIR: 'the folder of the snapshots is a file; move it away, or set BACKUP_DIR to another one',
  ENOENT: 'the folder above that of the snapshots is not there; make it, or see whether its disk is mounted',
  EIO: 'the disk of the snapshots cannot be read or written; see whether it is in order',
};

const same: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'ENOSPC',
  EPERM: 'EACCES',
  EEXIST: 'ENOTDIR',
  SQLITE_READONLY: 'EROFS',
  SQLITE_CANTOPEN: 'EACCES',
};

/** What the system said of the folder of snapshots, in words where people know no codes. */
export function reasonOf(error: unknown): string {
  const code = errorCode(error) || 'unknown error';
  return reasons[same[code] ?? code] ?? (code.startsWith('SQLITE_IOERR') ? String(reasons['EIO']) : code);
}
