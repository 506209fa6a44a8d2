/** The process that copies the index, on a connection of its own. */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CopyProgress } from '../plugin-api/index.ts';
import { openSqlite } from '../plugin-api/toolkit/index.ts';
import { answerTask } from '../threads/answer-task.ts';
import { openDatabase, type Db } from '../db/open.ts';

/** Pages at a time, some 8 MB: after each the process sees whether it is still wanted. */
const step = 2000;

/** Bytes that stay free: the index may lie on the same disk and must go on growing. */
const roomLeft = 64 * 1024 * 1024;

answerTask(async ({ file, to }: { file: string; to: string }, tell) => {
  const db = openDatabase(file, { readonly: true });
  try {
    // An open read holds on to one moment of the index. Without it, SQLite would begin anew after every write.
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    refuseWithoutRoom(db, to);
    const page = Number(db.pragma('page_size', { simple: true }));
    await db.backup(to, {
      progress: ({ totalPages, remainingPages }) => {
        const bytes = (totalPages - remainingPages) * page;
        tell({ step: 'copying', bytes, total: totalPages * page } satisfies CopyProgress);
        return step;
      },
    });
  } finally {
    db.close();
  }
  makeSelfContained(to);
});

function refuseWithoutRoom(db: Db, to: string): void {
  const size = Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }));
  const { blocks, bavail, bsize } = statfsSync(dirname(to));
  // Some network file systems know nothing of their size.
  if (blocks > 0 && bavail * bsize < size + roomLeft) {
    throw Object.assign(new Error('The disk has too little room for a copy of the index.'), { code: 'ENOSPC' });
  }
}

/** One file that is whole by itself, wherever it is taken. */
function makeSelfContained(file: string): void {
  const copied = openSqlite(file);
  try {
    // Alone with the file, SQLite needs no shared memory, which network file systems do not have.
    copied.pragma('locking_mode = EXCLUSIVE');
    copied.pragma('journal_mode = DELETE');
  } finally {
    copied.close();
  }
}
