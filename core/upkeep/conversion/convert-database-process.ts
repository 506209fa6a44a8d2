/** The process that rewrites an SQLite file with another encryption. */
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, existsSync, openSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../db/open.ts';
import { errorCode } from '../../domain/error-code.ts';
import { attachSqlite, openSqlite, overwriteFileSync, type SqliteEncryption } from '../../plugin-api/toolkit/index.ts';
import { answerTask } from '../../threads/answer-task.ts';

export interface DatabaseTask {
  readonly source: string;
  /** Must not exist. */
  readonly target: string;
  readonly before: SqliteEncryption | null;
  readonly after: SqliteEncryption | null;
  /** Whether another process may have the source open and write to it: it is locked first then. */
  readonly mayBeOpen?: boolean | undefined;
  /** The expected hash of the source, 64 hexadecimal digits. */
  readonly sha256?: string | undefined;
}

/**
 * [Note: Converting a database]
 *
 * `VACUUM INTO` writes a complete new file page by page, with little memory and without temporary files, and keeps all
 * rowids (`VACUUM` alone does not). The new file gets the encryption of the connection's main file. So the main file is the
 * target, still empty, and the source is attached to it with its own key.
 *
 * The connection is read-only. Otherwise SQLite would move the write-ahead log into the source and remove it, and its
 * content could not be overwritten.
 */
answerTask(async ({ source, target, before, after, mayBeOpen, sha256 }: DatabaseTask) => {
  if (sha256 !== undefined && (await hashOf(source)) !== sha256) {
    throw Object.assign(new Error('The file has changed since it was taken.'), { code: 'CHANGED' });
  }
  if (existsSync(`${source}-journal`)) takeBack(source, before);
  if (mayBeOpen) await takeAlone(source, before);
  closeSync(openSync(target, 'wx', 0o600));
  const db = openDatabase(target, { readonly: true, encryption: after });
  try {
    attachSqlite(db, source, 'source', before);
    db.prepare('VACUUM source INTO ?').run(target);
  } finally {
    db.close();
  }
});

/** Rolls back a transaction of a process that was killed, which a read-only connection cannot do. */
function takeBack(file: string, encryption: SqliteEncryption | null): void {
  const db = openSqlite(file, { encryption });
  try {
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
  } finally {
    db.close();
  }
}

/** Milliseconds to wait for others to finish: most commands take less than a second. */
const patience = 3000;
const pause = 100;

/**
 * Merges the write-ahead log into the source, which requires exclusive access. Writes of other processes are included then,
 * and the processes have closed the file.
 * @throws Error with the code SQLITE_BUSY if another process keeps it open
 */
async function takeAlone(file: string, encryption: SqliteEncryption | null): Promise<void> {
  for (let timeLeft = patience; ; timeLeft -= pause) {
    try {
      mergeLog(file, encryption);
      return;
    } catch (error) {
      if (timeLeft <= 0 || !errorCode(error).startsWith('SQLITE_BUSY')) throw error;
      await sleep(pause);
    }
  }
}

function mergeLog(file: string, encryption: SqliteEncryption | null): void {
  const db = openSqlite(file, { encryption, timeout: 0 });
  try {
    // No other process may have opened it, and no shared memory file is created.
    db.pragma('locking_mode = EXCLUSIVE');
    const [checkpoint] = db.pragma('wal_checkpoint(FULL)') as { busy: number; log: number; checkpointed: number }[];
    // The whole log is in the file now, and SQLite removes the log on close.
    const isMerged = checkpoint?.busy === 0 && checkpoint.log === checkpoint.checkpointed;
    if (isMerged) overwriteFileSync(`${file}-wal`);
  } finally {
    db.close();
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}
