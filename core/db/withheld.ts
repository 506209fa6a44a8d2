import { everything } from '../domain/viewer-scope.ts';
import { nothingWithheld, type WithheldItems, type WithheldFrom } from '../domain/withheld.ts';
import type { IdSet } from '../plugin-api/toolkit/id-set.ts';
import type { SqliteDatabase } from '../plugin-api/toolkit/index.ts';

/** The number of sets that queries can refer to. */
const maxKnown = 64;

interface WithheldEntry {
  from: WithheldFrom | undefined;
  readonly sets: Map<number, IdSet>;
}

const entries = new WeakMap<SqliteDatabase, WithheldEntry>();

/**
 * Adds the SQL function `is_withheld(key, photo)`, where `key` is the key of a `WithheldItems`. Withholdings depend on rules
 * that SQL cannot evaluate, such as those of smart albums, so the sets are in memory. For an unknown key, every photo counts
 * as withheld, so that nothing is shown by mistake.
 */
export function addWithheldFunction(db: SqliteDatabase): void {
  const sets = new Map<number, IdSet>();
  entries.set(db, { from: undefined, sets });
  db.function('is_withheld', { directOnly: true }, (key: unknown, photo: unknown) =>
    sets.get(key as number)?.has(photo as number) === false ? 0 : 1,
  );
}

/** Sets the function that computes what is withheld. */
export function followWithheld(db: SqliteDatabase, from: WithheldFrom): void {
  const entry = entries.get(db);
  if (!entry) throw new Error('The index was not opened by openDatabase.');
  entry.from = from;
}

/**
 * The photos that are withheld from an audience, for queries on the index.
 * @throws Error if something is withheld and the function is not set
 */
export function withheldOn(db: SqliteDatabase): WithheldFrom {
  return (audience) => {
    if (audience === everything) return nothingWithheld;
    const entry = entries.get(db);
    if (!entry?.from) return withoutKnowledge(db);
    const withheld = entry.from(audience);
    if (withheld.key !== 0 && !entry.sets.has(withheld.key)) {
      entry.sets.set(withheld.key, withheld.photos);
      const [oldest] = entry.sets.keys();
      if (entry.sets.size > maxKnown && oldest !== undefined) entry.sets.delete(oldest);
    }
    return withheld;
  };
}

/** Commands open the index without the timeline, which is fine as long as nothing is withheld. */
function withoutKnowledge(db: SqliteDatabase): WithheldItems {
  const anyRow = db.prepare('SELECT 1 FROM withholdings UNION ALL SELECT 1 FROM own_hidden_photos LIMIT 1');
  if (anyRow.get() === undefined) return nothingWithheld;
  throw new Error('Something is kept from some users, and nobody knows what: see followWithheld.');
}
