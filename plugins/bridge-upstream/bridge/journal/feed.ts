import type { LossPeriod, SqliteDatabase, SqliteStatement } from 'photofinch/plugin-api/toolkit';
import type { ChangeEvent, ChangesAnswer } from '../../contract.ts';
import { CursorExpired } from '../catalog.ts';
import { readFeedCursor, writeFeedCursor } from './cursors.ts';
import type { State } from './state.ts';
import { newUid } from './uid.ts';

/** Deletions stay in the feed for at least this many seconds, … */
const KEPT = 90 * 86_400;
/** … and at least this many of the newest ones stay. */
const MANY = 200_000;

interface EventRow {
  seq: number;
  kind: 'photo' | 'album';
  uid: string;
  rev: string | null;
  gone: 0 | 1;
}

/** The feed of changes since a cursor. See [Note: the feed lives in the rows] and [Note: eras of the feed]. */
export class Feed {
  /** The id of the era of changes by this process. */
  readonly #ownEra = newUid();
  readonly #state: State;
  readonly #era: SqliteStatement<[], string>;
  readonly #beginEra: SqliteStatement<[string, number]>;
  readonly #eraEnd: SqliteStatement<[string], { seq: number | null }>;
  readonly #events: SqliteStatement<[{ since: number; limit: number }], EventRow>;
  readonly #markPhoto: SqliteStatement<[number, number]>;
  readonly #markAlbum: SqliteStatement<[number, number]>;
  readonly #addGone: SqliteStatement<[number, 'photo' | 'album', string, number]>;
  readonly #prunable: SqliteStatement<[number, number], number | null>;
  readonly #prune: SqliteStatement<[number]>;
  readonly #recentlyGone: SqliteStatement<[number, number], number>;

  constructor(db: SqliteDatabase, journalId: string, state: State) {
    this.#state = state;
    db.prepare('INSERT INTO eras SELECT ?, 0 WHERE NOT EXISTS (SELECT 1 FROM eras)').run(journalId);
    this.#era = db.prepare<[], string>('SELECT id FROM eras ORDER BY rowid DESC LIMIT 1').pluck();
    this.#beginEra = db.prepare('INSERT OR IGNORE INTO eras VALUES (?, ?)');
    this.#eraEnd = db.prepare(
      'SELECT (SELECT after_seq FROM eras WHERE rowid > era.rowid ORDER BY rowid LIMIT 1) AS seq FROM eras AS era WHERE id = ?',
    );
    this.#events = db.prepare(`
      SELECT * FROM (
        SELECT * FROM (SELECT seq, 'photo' AS kind, uid, rev, role <> 'main' AS gone FROM files
          WHERE seq IS NOT NULL AND seq > @since ORDER BY seq LIMIT @limit)
        UNION ALL
        SELECT * FROM (SELECT seq, 'album', uid, NULL, 0 FROM albums WHERE seq > @since ORDER BY seq LIMIT @limit)
        UNION ALL
        SELECT * FROM (SELECT seq, kind, uid, NULL, 1 FROM gone WHERE seq > @since ORDER BY seq LIMIT @limit)
      ) ORDER BY seq LIMIT @limit`);
    this.#markPhoto = db.prepare('UPDATE files SET seq = ? WHERE id = ?');
    this.#markAlbum = db.prepare('UPDATE albums SET seq = ? WHERE id = ?');
    this.#addGone = db.prepare('INSERT INTO gone (seq, kind, uid, at) VALUES (?, ?, ?, ?)');
    this.#prunable = db
      .prepare<[number, number], number | null>(
        'SELECT max(seq) FROM gone WHERE at < ? AND seq < (SELECT seq FROM gone ORDER BY seq DESC LIMIT 1 OFFSET ?)',
      )
      .pluck();
    this.#prune = db.prepare('DELETE FROM gone WHERE seq <= ?');
    this.#recentlyGone = db
      .prepare<[number, number], number>("SELECT count(*) FROM gone WHERE at BETWEEN ? AND ? AND kind = 'photo'")
      .pluck();
  }

  /** The number of the last change. */
  get seq(): number {
    return this.#state.get('seq') ?? 0;
  }

  cursorAt(seq: number): string {
    return writeFeedCursor(this.#era.get() ?? '', seq);
  }

  /** @throws BadCursor, CursorExpired */
  since(cursor: string, limit: number): ChangesAnswer {
    const { era, seq } = readFeedCursor(cursor);
    const now = this.seq;
    const end = this.#eraEnd.get(era);
    if (!end || seq > (end.seq ?? now) || seq < (this.#state.get('pruned_seq') ?? 0)) {
      throw new CursorExpired('The changes since this cursor are no longer known: list the whole timeline again.');
    }
    const rows = this.#events.all({ since: seq, limit: limit + 1 });
    const hasMore = rows.length > limit;
    const page = rows.slice(0, limit);
    return { events: page.map(event), next: this.cursorAt(hasMore ? (page.at(-1)?.seq ?? seq) : now), more: hasMore };
  }

  /** Adds to the feed that a photo was added or changed, or has entered or left the timeline. */
  photoChanged(id: number): void {
    this.#markPhoto.run(this.nextSeq(), id);
  }

  albumChanged(id: number): void {
    this.#markAlbum.run(this.nextSeq(), id);
  }

  /** Adds the removal of a photo or an album to the feed. @param now epoch seconds */
  gone(kind: 'photo' | 'album', uid: string, now: number): void {
    this.#addGone.run(this.nextSeq(), kind, uid, now);
  }

  /** The number of photos removed in that time. */
  photosGoneIn({ from, to }: LossPeriod): number {
    return this.#recentlyGone.get(from, to) ?? 0;
  }

  /** Removes old deletions beyond the limits above; earlier cursors expire. */
  prune(now: number): void {
    const lastSeq = this.#prunable.get(now - KEPT, MANY);
    if (lastSeq === null || lastSeq === undefined) return;
    this.#prune.run(lastSeq);
    this.#state.set('pruned_seq', lastSeq);
  }

  nextSeq(): number {
    const seq = this.seq;
    this.#beginEra.run(this.#ownEra, seq);
    this.#state.set('seq', seq + 1);
    return seq + 1;
  }
}

function event({ kind, uid, rev, gone }: EventRow): ChangeEvent {
  if (gone) return { type: 'delete', kind, uid };
  return rev === null ? { type: 'upsert', kind, uid } : { type: 'upsert', kind, uid, rev };
}
