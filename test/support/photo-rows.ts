import type { Db, Statement } from '../../core/db/open.ts';

/** What a test defines of a photo; the rest has default values. */
export interface PhotoFacts {
  readonly uid: string;
  readonly takenAt?: number;
  /** Local time; default: UTC. */
  readonly takenAtLocal?: string;
  readonly kind?: 'image' | 'video' | 'live' | 'raw';
  readonly name?: string;
  readonly mime?: string;
  readonly size?: number;
  /** Hexadecimal. */
  readonly sha1?: string;
  readonly lat?: number;
  readonly lng?: number;
  /** A label; the part before the comma is the city. */
  readonly place?: string;
  readonly camera?: string;
  /** Seconds. */
  readonly duration?: number;
  readonly thumbRevision?: number;
  /** False: not indexed yet. */
  readonly indexed?: boolean;
}

/** Writes photos as the indexer stores them. */
export class PhotoRows {
  readonly #db: Db;
  #insert: Statement | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** @returns the row's id */
  add(facts: PhotoFacts): number {
    const takenAt = facts.takenAt ?? 1_600_000_000;
    this.#insert ??= this.#db.prepare(
      `INSERT INTO photos (uid, rev, indexed_rev, kind, name, mime, size, sha1, taken_at, taken_at_local, width, height,
         lat, lng, place_id, thumb_revision, state, added_at, indexed_at)
       VALUES (?, 'r1', 'r1', ?, ?, ?, ?, unhex(?), ?, ?, 400, 300, ?, ?, ?, ?, ?, 0, ?)`,
    );
    const { lastInsertRowid } = this.#insert.run(
      facts.uid,
      facts.kind ?? 'image',
      facts.name ?? `${facts.uid}.jpg`,
      facts.mime ?? 'image/jpeg',
      facts.size ?? 1000,
      facts.sha1 ?? null,
      takenAt,
      facts.takenAtLocal ?? new Date(takenAt * 1000).toISOString().slice(0, 19),
      facts.lat ?? null,
      facts.lng ?? null,
      facts.place === undefined ? null : this.place(facts.place),
      facts.thumbRevision ?? 1,
      facts.indexed === false ? 'pending' : 'indexed',
      facts.indexed === false ? null : 1,
    );
    // A separate statement, since older indexes have no durations of videos.
    if (facts.duration !== undefined) {
      this.#db.prepare('UPDATE photos SET duration = ? WHERE id = ?').run(facts.duration, lastInsertRowid);
    }
    if (facts.camera !== undefined) {
      this.#db.prepare('UPDATE photos SET camera = ?, indexed_at = 1 WHERE id = ?').run(facts.camera, lastInsertRowid);
    }
    return Number(lastInsertRowid);
  }

  /** @returns the place's id */
  place(label: string): number {
    const [city = label, country = ''] = label.split(', ');
    this.#db
      .prepare('INSERT INTO places (label, city, country) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
      .run(label, city, country);
    return this.#db.prepare<[string], number>('SELECT id FROM places WHERE label = ?').pluck().get(label)!;
  }

  album(uid: string, name: string, photos: readonly number[], coverUid?: string): void {
    const { lastInsertRowid } = this.#db
      .prepare('INSERT INTO albums (uid, name, cover_uid) VALUES (?, ?, ?)')
      .run(uid, name, coverUid ?? null);
    const put = this.#db.prepare('INSERT INTO album_photos (album_id, photo_id) VALUES (?, ?)');
    for (const photo of photos) put.run(lastInsertRowid, photo);
  }

  /** @returns the person's id */
  person(name: string, photos: readonly number[]): number {
    const id = Number(
      this.#db.prepare('INSERT INTO people (name, name_key, created_at) VALUES (?, lower(?), 0)').run(name, name)
        .lastInsertRowid,
    );
    const face = this.#db.prepare(
      `INSERT INTO faces (photo_id, person_id, assigned_by, x, y, w, h, points, score, crop)
       VALUES (?, ?, 'user', 0.25, 0.5, 0.125, 0.25, '[]', 0.9, 1)`,
    );
    for (const photo of photos) face.run(photo, id);
    return id;
  }
}
