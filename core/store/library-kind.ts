import type { Db } from '../db/open.ts';

/** Whose photos an index is of: the demo's, with accounts that everybody knows, or somebody's own. */
export type LibraryKind = 'demo' | 'real';

const key = 'library_kind';
/** As the demo's photo source calls itself. */
const demoStore = 'photofinch-demo';

/** What was written down of an index, of this or an older version; else what is to be seen of it. Null of a new one. */
export function kindOf(db: Db): LibraryKind | null {
  const kind = state(db, key);
  if (kind === 'demo' || kind === 'real') return kind;
  const store = state(db, 'store_id');
  if (store !== undefined) return store === demoStore ? 'demo' : 'real';
  const count = (where: string): number =>
    db.prepare<[], number>(`SELECT count(*) FROM users WHERE ${where}`).pluck().get() ?? 0;
  // The demo was started, and ended before it had photos.
  if (count(`username = 'demo' AND display_name = 'Demo'`) > 0) return 'demo';
  return count('TRUE') > 0 ? 'real' : null;
}

/** Writes it down, once and for good. */
export function keepKind(db: Db, kind: LibraryKind): void {
  db.prepare('INSERT INTO sync_state (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(key, JSON.stringify(kind));
}

function state(db: Db, name: string): unknown {
  const value = db.prepare<[string], string>('SELECT value FROM sync_state WHERE key = ?').pluck().get(name);
  return value === undefined ? undefined : JSON.parse(value);
}
