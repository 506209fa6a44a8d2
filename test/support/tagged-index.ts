import { migrate } from '../../core/db/migrate.ts';
import { migrations } from '../../core/db/migrations/index.ts';
import { openDatabase } from '../../core/db/open.ts';

/**
 * Puts tags into an index, which is made at the schema of the first `upTo` migrations when it is not there.
 * @param options.padding bytes that each tag is longer, for an index of some size
 */
export function addTags(
  file: string,
  count: number,
  { name = 'tag', upTo = migrations.length, padding = 0 }: { name?: string; upTo?: number; padding?: number } = {},
): void {
  const db = openDatabase(file);
  migrate(db, migrations.slice(0, upTo));
  const insert = db.prepare('INSERT INTO tags (name, key) VALUES (?, ?)');
  db.transaction(() => {
    for (let tag = 0; tag < count; tag += 1) insert.run(`${name} ${tag}${'.'.repeat(padding)}`, `${name} ${tag}`);
  })();
  db.close();
}

/** How many tags an index has. */
export function tagsIn(file: string): number | undefined {
  const db = openDatabase(file, { readonly: true });
  try {
    return db.prepare<[], number>('SELECT count(*) FROM tags').pluck().get();
  } finally {
    db.close();
  }
}

/** The version of an index's schema. */
export function schemaOf(file: string): number {
  const db = openDatabase(file, { readonly: true });
  try {
    return db.pragma('user_version', { simple: true }) as number;
  } finally {
    db.close();
  }
}
