import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../core/db/migrate.ts';
import { migrations } from '../../core/db/migrations/index.ts';
import { openDatabase, type Db } from '../../core/db/open.ts';

/** A new index in a folder of its own. */
export function newIndex(): { db: Db; folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  const db = openDatabase(join(folder, 'index.sqlite3'));
  migrate(db, migrations);
  return {
    db,
    folder,
    remove: () => {
      db.close();
      rmSync(folder, { recursive: true });
    },
  };
}
