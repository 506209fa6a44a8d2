/** The process that copies the index, on a connection of its own. */
import Database from 'better-sqlite3';
import { answerTask } from '../threads/answer-task.ts';
import { openDatabase } from './open.ts';

/** Pages at a time, some 8 MB: after each the process sees whether it is still wanted. */
const step = 2000;

answerTask(async ({ file, to }: { file: string; to: string }) => {
  const db = openDatabase(file, { readonly: true });
  try {
    // An open read holds on to one moment of the index. Without it, SQLite would begin anew after every write.
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    await db.backup(to, { progress: () => step });
  } finally {
    db.close();
  }
  makeSelfContained(to);
});

/** One file that is whole by itself, wherever it is taken. */
function makeSelfContained(file: string): void {
  const copied = new Database(file);
  try {
    // Alone with the file, SQLite needs no shared memory, which network file systems do not have.
    copied.pragma('locking_mode = EXCLUSIVE');
    copied.pragma('journal_mode = DELETE');
  } finally {
    copied.close();
  }
}
