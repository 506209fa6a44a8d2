import type { Db } from '../db/open.ts';

/** Whether an index belongs to the demo, whose accounts are public, or has real photos. */
export type LibraryKind = 'demo' | 'real';

const key = 'library_kind';
/** The id of the demo's photo store. */
const demoStore = 'photofinch-demo';

/** The kind of an index: as stored, otherwise derived from its photo store or its accounts. Null for a new index. */
export function kindOf(db: Db): LibraryKind | null {
  const kind = state(db, key);
  if (kind === 'demo' || kind === 'real') return kind;
  const store = state(db, 'store_id');
  if (store !== undefined) return store === demoStore ? 'demo' : 'real';
  const count = (condition: string): number =>
    db.prepare<[], number>(`SELECT count(*) FROM users WHERE ${condition}`).pluck().get() ?? 0;
  // A demo that was stopped before its first sync has accounts, but no photo store yet.
  if (count(`username = 'demo' AND display_name = 'Demo'`) > 0) return 'demo';
  return count('TRUE') > 0 ? 'real' : null;
}

/** Stores the kind, unless one is already stored. */
export function keepKind(db: Db, kind: LibraryKind): void {
  db.prepare('INSERT INTO sync_state (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(key, JSON.stringify(kind));
}

function state(db: Db, name: string): unknown {
  const value = db.prepare<[string], string>('SELECT value FROM sync_state WHERE key = ?').pluck().get(name);
  return value === undefined ? undefined : JSON.parse(value);
}
