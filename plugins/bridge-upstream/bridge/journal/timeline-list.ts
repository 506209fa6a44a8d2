import type { SqliteDatabase, SqliteStatement } from 'photofinch/plugin-api/toolkit';
import type { TimelineAnswer } from '../../contract.ts';
import type { Page } from '../catalog.ts';
import { afterPosition, readTimelineCursor, writeTimelineCursor, type TimePosition } from './cursors.ts';
import type { Feed } from './feed.ts';

interface TimelineRow {
  readonly uid: string;
  readonly captureTime: number;
  readonly rev: string;
  /** JSON. */
  readonly tags: string;
}

/** The photos of a journal, newest first. */
export class TimelineList {
  readonly #feed: Feed;
  readonly #first: SqliteStatement<[{ limit: number }], TimelineRow>;
  readonly #after: SqliteStatement<[{ limit: number } & TimePosition], TimelineRow>;

  /** @param tags SQL expression: a JSON array of the tags of a row of `files` */
  constructor(db: SqliteDatabase, feed: Feed, tags: string) {
    this.#feed = feed;
    const rows = (after: string): string =>
      `SELECT uid, capture_time AS captureTime, rev, ${tags} AS tags FROM files
       WHERE role = 'main' ${after} ORDER BY capture_time DESC, uid LIMIT @limit`;
    this.#first = db.prepare(rows(''));
    this.#after = db.prepare(rows(`AND ${afterPosition}`));
  }

  /** @throws BadCursor */
  page({ cursor, limit }: Page): TimelineAnswer {
    const after = cursor === null ? null : readTimelineCursor(cursor);
    const changesCursor = after?.changesCursor ?? this.#feed.cursorAt(this.#feed.seq);
    const rows =
      after === null ? this.#first.all({ limit: limit + 1 }) : this.#after.all({ ...after.position, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      items: page.map((row) => ({ ...row, tags: JSON.parse(row.tags) as string[] })),
      next: rows.length > limit && last ? writeTimelineCursor(last, changesCursor) : null,
      changesCursor,
    };
  }

  /** The photos after a position. */
  following(position: TimePosition, limit: number): { readonly uid: string; readonly rev: string }[] {
    return this.#after.all({ ...position, limit });
  }
}
