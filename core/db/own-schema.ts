import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { openDatabase, type Db } from './open.ts';

interface Part {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/**
 * The difference between the schema of an index and that of the migrations up to its version, in one sentence; undefined if
 * they are identical.
 *
 * A trigger, a view or a generated column in a foreign file would run as part of this program, so a file from outside is
 * compared before its tables are read.
 * @param version the version of the index's schema
 */
export function schemaFlaw(db: Db, version: number): string | undefined {
  const expected = partsOf(schemaOf(version));
  const actual = partsOf(db);
  for (const [key, part] of actual) {
    if (!expected.has(key)) return `It has a ${part.type} that is none of this program's: ${nameOf(part)}.`;
    if (expected.get(key)?.sql !== part.sql) return `Its ${part.type} ${nameOf(part)} is not as this program makes it.`;
  }
  const missing = [...expected].find(([key]) => !actual.has(key))?.[1];
  return missing && `Its ${missing.type} ${nameOf(missing)} is missing.`;
}

function schemaOf(version: number): Db {
  const db = openDatabase(':memory:');
  migrate(
    db,
    migrations.filter(({ id }) => id <= version),
  );
  return db;
}

function partsOf(db: Db): Map<string, Part> {
  const rows = db.prepare<[], Part & { table: string }>(
    'SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema',
  );
  return new Map(rows.all().map((row) => [JSON.stringify([row.type, row.name, row.table]), row]));
}

/** Quotes and shortens a name that may come from an attacker. */
const nameOf = ({ name }: Part): string => JSON.stringify(name.slice(0, 60)).replaceAll(/[^\x20-\x7e]/g, '?');
