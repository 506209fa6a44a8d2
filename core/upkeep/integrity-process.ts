/** The process that checks the index, table by table. */
import { errorCode } from '../domain/error-code.ts';
import { answerTask } from '../threads/answer-task.ts';
import { openDatabase, type Db } from '../db/open.ts';
import type { SqliteEncryption } from '../plugin-api/toolkit/index.ts';

/** The result for one table; `of` is the number of all tables. */
export interface TableReport {
  readonly table: string;
  readonly of: number;
  /** Damaged pages, rows or index entries. */
  readonly damages: number;
  /** Rows that refer to missing rows. */
  readonly dangling: number;
}

answerTask(({ file, encryption }: { file: string; encryption?: SqliteEncryption }, tell) => {
  const db = openDatabase(file, { readonly: true, encryption });
  try {
    const tables = db
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
      .pluck()
      .all();
    const checkTable = checker(db);
    // Table by table, so that a caller who cannot wait for the whole index gets partial results.
    for (const table of tables) tell({ table, of: tables.length, ...checkTable(table) } satisfies TableReport);
  } finally {
    db.close();
  }
});

function checker(db: Db): (table: string) => Pick<TableReport, 'damages' | 'dangling'> {
  const check = db.prepare<[string], string>('SELECT * FROM pragma_quick_check(?)').pluck();
  const dangling = db.prepare<[string], number>('SELECT count(*) FROM pragma_foreign_key_check(?)').pluck();
  return (table) => {
    try {
      return {
        damages: check.all(table).filter((line) => line !== 'ok').length,
        dangling: dangling.get(table) ?? 0,
      };
    } catch (error) {
      // Some damage makes SQLite give up before it can count it.
      if (errorCode(error).startsWith('SQLITE_CORRUPT')) return { damages: 1, dangling: 0 };
      throw error;
    }
  };
}
