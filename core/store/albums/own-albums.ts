import { randomBytes } from 'node:crypto';
import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import type { AlbumOrder } from '../../domain/album.ts';
import type { PhotoRule } from '../../domain/photo-rule.ts';

/** An album that was made here. */
export interface OwnAlbum {
  /** Negative; the ids of the store's albums are positive. */
  readonly id: number;
  /** Starts with `own-`. */
  readonly uid: string;
  readonly name: string;
  readonly notes: string;
  /** Null if users choose the photos. */
  readonly rule: PhotoRule | null;
  readonly order: AlbumOrder;
  /** The uid of the chosen cover photo. */
  readonly coverUid: string | null;
}

export interface NewAlbum {
  readonly name: string;
  readonly rule: PhotoRule | null;
  /** The id of the user who creates it. */
  readonly by: number;
  /** Epoch seconds. */
  readonly now: number;
}

/** Changes to an album; undefined fields do not change. */
export interface AlbumChange {
  readonly name?: string | undefined;
  readonly notes?: string | undefined;
  readonly rule?: PhotoRule | undefined;
  readonly order?: AlbumOrder | undefined;
  /** The id of a photo; null selects the newest photo. */
  readonly cover?: number | null | undefined;
}

interface Row {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly notes: string;
  readonly rule: string | null;
  readonly order: AlbumOrder;
  readonly coverUid: string | null;
}

/** Writes the albums that are made here; `OwnAlbumPhotos` writes their photos. */
export class OwnAlbums {
  readonly #all: Statement<[], Row>;
  readonly #one: Statement<[string], Row>;
  readonly #ruleOf: Statement<[string], string | null>;
  readonly #add: Statement<[{ uid: string; name: string; rule: string | null; by: number; now: number }], number>;
  readonly #set: Readonly<Record<'name' | 'notes' | 'rule' | 'order' | 'cover', Statement<[unknown, number]>>>;
  readonly #remove: Statement<[number]>;
  readonly #followCover: Statement<[{ from: number; to: number }]>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    const select = `
      SELECT a.id, a.uid, a.name, a.notes, a.rule, a.sorted AS "order", p.uid AS coverUid
      FROM own_albums a LEFT JOIN photos p ON p.id = a.cover_photo_id`;
    this.#all = db.prepare(select);
    this.#one = db.prepare(`${select} WHERE a.uid = ?`);
    this.#ruleOf = plucked('SELECT rule FROM own_albums WHERE uid = ?');
    this.#add = plucked(`
      INSERT INTO own_albums (id, uid, name, rule, made_by, made_at)
      SELECT coalesce(min(id), 0) - 1, :uid, :name, :rule, (SELECT id FROM users WHERE id = :by), :now
      FROM (SELECT id FROM own_albums UNION ALL SELECT min(album_id) FROM own_album_photos)
      RETURNING id`);
    const set = (column: string): Statement<[unknown, number]> =>
      db.prepare(`UPDATE own_albums SET ${column} = ? WHERE id = ?`);
    this.#set = {
      name: set('name'),
      notes: set('notes'),
      rule: set('rule'),
      order: set('sorted'),
      cover: set('cover_photo_id'),
    };
    this.#remove = db.prepare('DELETE FROM own_albums WHERE id = ?');
    this.#followCover = db.prepare('UPDATE own_albums SET cover_photo_id = :to WHERE cover_photo_id = :from');
  }

  all(): OwnAlbum[] {
    return this.#all.all().map(asAlbum);
  }

  byUid(uid: string): OwnAlbum | undefined {
    const row = this.#one.get(uid);
    return row && asAlbum(row);
  }

  /** The rule of an album; undefined if it has none. */
  ruleOf(uid: string): PhotoRule | undefined {
    const rule = this.#ruleOf.get(uid);
    return rule == null ? undefined : (JSON.parse(rule) as PhotoRule);
  }

  add({ name, rule, by, now }: NewAlbum): Pick<OwnAlbum, 'id' | 'uid'> {
    const uid = `own-${randomBytes(12).toString('base64url')}`;
    const id = this.#add.get({ uid, name, rule: rule && JSON.stringify(rule), by, now });
    if (id === undefined) throw new Error('a statement that inserts an album returns its id');
    return { id, uid };
  }

  change(id: number, change: AlbumChange): void {
    const { rule, ...plain } = change;
    for (const [field, value] of Object.entries(plain) as ['name' | 'notes' | 'order' | 'cover', unknown][]) {
      if (value !== undefined) this.#set[field].run(value, id);
    }
    if (rule !== undefined) this.#set.rule.run(JSON.stringify(rule), id);
  }

  remove(id: number): void {
    this.#remove.run(id);
  }

  /** Makes the photo `to` the cover of all albums of which `from` was the cover. */
  followPhoto(rows: { from: number; to: number }): void {
    this.#followCover.run(rows);
  }
}

const asAlbum = (row: Row): OwnAlbum => ({
  ...row,
  rule: row.rule === null ? null : (JSON.parse(row.rule) as PhotoRule),
});
