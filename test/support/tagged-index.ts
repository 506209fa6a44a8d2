import { migrate } from '../../core/db/migrate.ts';
import { migrations } from '../../core/db/migrations/index.ts';
import { openDatabase } from '../../core/db/open.ts';

/**
 * Adds tags to an index, which is created with the first `upTo` migrations if it does not exist.
 * @param options.padding bytes added to each tag, for a larger index
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

/** The number of tags in an index. */
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
