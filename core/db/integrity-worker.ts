/** The worker thread that looks through the index: SQLite's own check holds its thread for as long as it takes. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { openDatabase } from './open.ts';

/** What was found in one table; `of` tables in all. */
export interface TableReport {
  readonly table: string;
  readonly of: number;
  /** Pages, rows or index entries that are not what they should be. */
  readonly damages: number;
  /** Rows that point to rows that are not there. */
  readonly dangling: number;
}

const { file } = workerData as { file: string };
const db = openDatabase(file, { readonly: true });
const check = db.prepare<[string], string>('SELECT * FROM pragma_quick_check(?)').pluck();
const dangling = db.prepare<[string], number>('SELECT count(*) FROM pragma_foreign_key_check(?)').pluck();

function lookAt(table: string): Pick<TableReport, 'damages' | 'dangling'> {
  try {
    return {
      damages: check.all(table).filter((line) => line !== 'ok').length,
      dangling: dangling.get(table) ?? 0,
    };
  } catch (error) {
    // Some damage is so deep that SQLite gives up before it has counted it.
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CORRUPT')) {
      return { damages: 1, dangling: 0 };
    }
    throw error;
  }
}

try {
  const tables = db
    .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .pluck()
    .all();
  // Table by table, so that whoever cannot wait for the whole index learns of a part of it.
  for (const table of tables) {
    parentPort?.postMessage({ table, of: tables.length, ...lookAt(table) } satisfies TableReport);
  }
} finally {
  db.close();
}
