/** The process that copies the index, on a connection of its own. */
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync, statfsSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { CopyProgress } from '../plugin-api/index.ts';
import { openSqlite, type SqliteEncryption } from '../plugin-api/toolkit/index.ts';
import { answerTask } from '../threads/answer-task.ts';
import { openDatabase } from '../db/open.ts';

/** Bytes at a time. */
const step = 8 * 1024 * 1024;

/** Bytes that stay free: the index may lie on the same disk and must go on growing. */
const roomLeft = 64 * 1024 * 1024;

/** The salts of a write-ahead log stand in its header, and change when it begins anew. */
const logHeaderBytes = 32;

interface Input {
  readonly file: string;
  readonly to: string;
  readonly encryption?: SqliteEncryption | undefined;
}

/**
 * [Note: Copies of the index]
 *
 * The bytes are copied as they lie on the disk, so that an encrypted index is never decrypted for it: SQLite's own backup
 * knows nothing of keys. An open read makes that safe while others write:
 *
 * - Where the read looks into the write-ahead log, the log is not begun anew, and nothing later than what the read sees is
 *   moved into the index. What is moved meanwhile, and may be copied half, is in the log that is copied afterwards.
 * - Where the log had been moved into the index as a whole, nothing at all is moved meanwhile. The log may begin anew while it
 *   is copied, which can happen once: then it is copied again.
 *
 * SQLite then brings both together, as after a power cut.
 */
answerTask(async ({ file, to, encryption }: Input, tell) => {
  const db = openDatabase(file, { readonly: true, encryption });
  const index = openSync(file, 'r');
  try {
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    refuseWithoutRoom(file, to);
    await copy(index, to, (bytes, total) => {
      tell({ step: 'copying', bytes, total } satisfies CopyProgress);
    });
    await copyLog(`${file}-wal`, `${to}-wal`);
  } finally {
    db.close();
    // Not before: closing any descriptor of a file drops this process's locks of it.
    closeSync(index);
  }
  makeSelfContained(to, encryption);
});

/** Copies what the file holds by now, and pauses after each piece, so that the process hears whether it is still wanted. */
async function copy(source: number, to: string, told?: (bytes: number, total: number) => void): Promise<void> {
  const total = fstatSync(source).size;
  const piece = Buffer.allocUnsafe(Math.min(step, total));
  const target = openSync(to, 'w', 0o600);
  try {
    for (let at = 0; at < total;) {
      const length = readSync(source, piece, 0, Math.min(step, total - at), at);
      if (length === 0) break;
      writeWhole(target, piece.subarray(0, length));
      at += length;
      told?.(at, total);
      await setImmediate();
    }
  } finally {
    closeSync(target);
  }
}

function writeWhole(target: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(target, bytes, at);
}

async function copyLog(log: string, to: string): Promise<void> {
  if (!existsSync(log)) return;
  const source = openSync(log, 'r');
  try {
    let copied: Buffer;
    do {
      copied = headerOf(source);
      await copy(source, to);
    } while (!copied.equals(headerOf(source)));
  } finally {
    closeSync(source);
  }
}

function headerOf(log: number): Buffer {
  const header = Buffer.alloc(logHeaderBytes);
  readSync(log, header, 0, logHeaderBytes, 0);
  return header;
}

function refuseWithoutRoom(file: string, to: string): void {
  const size = [file, `${file}-wal`].reduce(
    (sum, name) => sum + (statSync(name, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  const { blocks, bavail, bsize } = statfsSync(dirname(to));
  // Some network file systems know nothing of their size.
  if (blocks > 0 && bavail * bsize < size + roomLeft) {
    throw Object.assign(new Error('The disk has too little room for a copy of the index.'), { code: 'ENOSPC' });
  }
}

/** One file that is whole by itself, wherever it is taken. */
function makeSelfContained(file: string, encryption: SqliteEncryption | undefined): void {
  const copied = openSqlite(file, { encryption });
  try {
    // Alone with the file, SQLite needs no shared memory, which network file systems do not have.
    copied.pragma('locking_mode = EXCLUSIVE');
    copied.pragma('journal_mode = DELETE');
  } finally {
    copied.close();
  }
}
