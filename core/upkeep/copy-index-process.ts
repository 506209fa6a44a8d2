/** The process that copies the index, with its own connection. */
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync, statfsSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { CopyProgress } from '../plugin-api/index.ts';
import { openSqlite, type SqliteEncryption } from '../plugin-api/toolkit/index.ts';
import { answerTask } from '../threads/answer-task.ts';
import { openDatabase } from '../db/open.ts';

/** Bytes per read. */
const step = 8 * 1024 * 1024;

/** Bytes that must stay free: the index may be on the same disk and has to grow. */
const roomLeft = 64 * 1024 * 1024;

/** The header of a write-ahead log contains its salts, which change when the log is restarted. */
const logHeaderBytes = 32;

interface Input {
  readonly file: string;
  readonly to: string;
  readonly encryption?: SqliteEncryption | undefined;
}

/**
 * [Note: Copies of the index]
 *
 * The bytes are copied as they are on the disk, so that an encrypted index is never decrypted for it: SQLite's own backup
 * does not support keys. An open read transaction makes that safe while others write:
 *
 * - If the transaction reads from the write-ahead log, the log is not restarted, and nothing newer than the transaction's
 *   state is moved into the index. Pages that are moved during the copy, and may be copied incompletely, are in the log,
 *   which is copied afterwards.
 * - If the whole log had been moved into the index before, nothing is moved during the copy. The log may be restarted while
 *   it is copied, which can happen only once: then it is copied again.
 *
 * SQLite then merges both, like after a power failure.
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
    // Not earlier: closing any descriptor of a file drops this process's locks on it.
    closeSync(index);
  }
  makeSelfContained(to, encryption);
});

/** Copies the file's current content. It yields after each chunk, so that the process notices when it is cancelled. */
async function copy(source: number, to: string, onProgress?: (bytes: number, total: number) => void): Promise<void> {
  const total = fstatSync(source).size;
  const piece = Buffer.allocUnsafe(Math.min(step, total));
  const target = openSync(to, 'w', 0o600);
  try {
    for (let position = 0; position < total;) {
      const length = readSync(source, piece, 0, Math.min(step, total - position), position);
      if (length === 0) break;
      writeWhole(target, piece.subarray(0, length));
      position += length;
      onProgress?.(position, total);
      await setImmediate();
    }
  } finally {
    closeSync(target);
  }
}

function writeWhole(target: number, bytes: Buffer): void {
  for (let position = 0; position < bytes.length;) position += writeSync(target, bytes, position);
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
  // Some network file systems report no size.
  if (blocks > 0 && bavail * bsize < size + roomLeft) {
    throw Object.assign(new Error('The disk has too little room for a copy of the index.'), { code: 'ENOSPC' });
  }
}

/** Merges the log into the file, so that the file can be used alone. */
function makeSelfContained(file: string, encryption: SqliteEncryption | undefined): void {
  const copied = openSqlite(file, { encryption });
  try {
    // With exclusive access, SQLite needs no shared memory, which network file systems lack.
    copied.pragma('locking_mode = EXCLUSIVE');
    copied.pragma('journal_mode = DELETE');
  } finally {
    copied.close();
  }
}
