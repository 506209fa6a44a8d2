import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openSqlite } from '../../core/plugin-api/toolkit/index.ts';

const folder = join(import.meta.dirname, '../fixtures/indexes');

/** Schema versions for which there is the index of a real library. */
export const oldSchemas = [10, 21, 24] as const;

/**
 * Writes the index of a library with that version. `test/fixtures/indexes/README.md` describes its content.
 * @param storeId as JSON, of the store with the same photos that the library is moved to
 */
export function putOldIndex(file: string, schema: (typeof oldSchemas)[number], storeId?: string): void {
  writeFileSync(file, gunzipSync(readFileSync(join(folder, `schema-${schema}.sqlite3.gz`))), { mode: 0o600 });
  if (storeId === undefined) return;
  const db = openSqlite(file);
  db.prepare("UPDATE sync_state SET value = ? WHERE key = 'store_id'").run(storeId);
  db.close();
}
