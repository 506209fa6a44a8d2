/** The worker thread that copies the index, on a connection of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { openDatabase } from './open.ts';

/** Pages at a time, some 8 MB: between two of them the thread can be ended. */
const step = 2000;

const { file, to } = workerData as { file: string; to: string };

async function copy(): Promise<void> {
  const db = openDatabase(file, { readonly: true });
  try {
    // An open read holds on to one moment of the index. Without it, SQLite would begin anew after every write.
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    await db.backup(to, { progress: () => step });
  } finally {
    db.close();
  }
  // One file that is whole by itself, wherever it is taken.
  const copied = new Database(to);
  try {
    copied.pragma('journal_mode = DELETE');
  } finally {
    copied.close();
  }
}

try {
  await copy();
} catch (error) {
  const { message, code } = error as Error & { code?: string };
  parentPort?.postMessage({ message, code: code ?? 'unknown' });
}
