/** The process that writes the pages of a SQLite file anew, encrypted otherwise. */
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
  /** Whether somebody else may have the source open, and write to it: it is taken first then. */
  readonly mayBeOpen?: boolean | undefined;
  /** What the source must be, 64 hexadecimal digits. */
  readonly sha256?: string | undefined;
}

/**
 * [Note: Converting a database]
 *
 * `VACUUM INTO` writes a whole new file page by page, in little memory and without temporary files, and keeps all rowids
 * (`VACUUM` alone does not). The new file is encrypted as the main file of the connection is, so the source is not that: the
 * main file is the target, still empty, and the source is attached to it with its own key.
 *
 * That connection only reads. Otherwise SQLite would move the write-ahead log into the source and remove it, and nobody could
 * overwrite what it held.
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

/** What was being written when somebody's process ended: reading alone cannot take it back. */
function takeBack(file: string, encryption: SqliteEncryption | null): void {
  const db = openSqlite(file, { encryption });
  try {
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
  } finally {
    db.close();
  }
}

/** Milliseconds that others have to end: most commands take no second. */
const patience = 3000;
const pause = 100;

/**
 * Makes one file of the source and its write-ahead log, as only who has both alone can. What others wrote is in it then, and
 * they have gone.
 * @throws Error with the code SQLITE_BUSY when somebody has it open for longer
 */
async function takeAlone(file: string, encryption: SqliteEncryption | null): Promise<void> {
  for (let left = patience; ; left -= pause) {
    try {
      mergeLog(file, encryption);
      return;
    } catch (error) {
      if (left <= 0 || !errorCode(error).startsWith('SQLITE_BUSY')) throw error;
      await sleep(pause);
    }
  }
}

function mergeLog(file: string, encryption: SqliteEncryption | null): void {
  const db = openSqlite(file, { encryption, timeout: 0 });
  try {
    // Nobody else may have as much as opened it, and no shared memory is made.
    db.pragma('locking_mode = EXCLUSIVE');
    const [merged] = db.pragma('wal_checkpoint(FULL)') as { busy: number; log: number; checkpointed: number }[];
    // All of the log is in the file now, and SQLite removes it when the file is closed.
    const isMerged = merged?.busy === 0 && merged.log === merged.checkpointed;
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
