import { join } from 'node:path';
import type { PhotoRule } from '../../core/domain/photo-rule.ts';
import { openDatabase } from '../../core/db/open.ts';
import { OwnAlbumPhotos } from '../../core/store/albums/own-album-photos.ts';
import { OwnAlbums } from '../../core/store/albums/own-albums.ts';
import { viewer } from './library-rows.ts';

const chosen = 2000;
const photosOfEach = 100;
const smart = 200;

/** The uids of an album with a manual order, of a smart album, and of a photo. */
export interface OwnAlbumRows {
  readonly arranged: string;
  readonly smart: string;
  readonly photo: string;
}

/** Adds 2,000 albums of a hundred photos each, and 200 smart albums, to the index of a generated library. */
export function addOwnAlbums(dataDir: string, photos: number): OwnAlbumRows {
  const db = openDatabase(join(dataDir, 'index.sqlite3'));
  try {
    const albums = new OwnAlbums(db);
    const inside = new OwnAlbumPhotos(db);
    const add = (name: string, rule: PhotoRule | null): { id: number; uid: string } => {
      const { uid } = albums.add({ name, rule, by: viewer.userId, now: 0 });
      return albums.byUid(uid) ?? { id: 0, uid };
    };
    return db.transaction(() => {
      let arranged = '';
      for (let i = 0; i < chosen; i++) {
        const { id, uid } = add(`Own ${i}`, null);
        const step = Math.floor(photos / photosOfEach);
        const ids = Array.from({ length: photosOfEach }, (_, n) => n * step + (i % step) + 1);
        inside.add(id, ids, 0);
        arranged = uid;
      }
      const last = albums.byUid(arranged);
      if (last) {
        inside.placeAll(last.id);
        albums.change(last.id, { order: 'hand' });
      }
      let ruled = '';
      for (let i = 0; i < smart; i++) ruled = add(`Smart ${i}`, ruleOf(i)).uid;
      const photo = db.prepare<[], string>('SELECT uid FROM photos WHERE id = 5001').pluck().get() ?? '';
      return { arranged, smart: ruled, photo };
    })();
  } finally {
    db.close();
  }
}

/** Rules for a place, a tag, a season, or all of these. */
function ruleOf(i: number): PhotoRule {
  const place: PhotoRule = { places: [`City ${i + 1}, Country ${(i + 1) % 40}`] };
  const tag: PhotoRule = { tags: [`Tag ${(i % 60) + 1}`] };
  const season: PhotoRule = { months: [(i % 12) + 1], from: '2010-01-01' };
  return [place, tag, season, { ...place, ...season }, { ...tag, kinds: ['video', 'live'] as const }][i % 5] ?? place;
}
