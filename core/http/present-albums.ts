import type { AlbumSummary } from '../domain/album.ts';
import { roleAllows } from '../domain/roles.ts';
import type { PhotoPage } from '../services/library.ts';
import { JsonText } from './pipeline/json-text.ts';
import { Presenter } from './present.ts';
import type * as wire from './wire.ts';

/** The cached JSON of lists of albums, with the period of its signatures. */
const albumLists = new WeakMap<
  readonly AlbumSummary[],
  { readonly period: string; readonly json: JsonText<wire.Albums> }
>();

/** Converts albums to JSON for one caller: the URLs are signed for that caller. */
export class AlbumPresenter extends Presenter {
  albumPhotos(album: AlbumSummary, page: PhotoPage): JsonText<wire.AlbumPhotos> {
    return this.listAfter(`{"album":${JSON.stringify(this.album(album))},`, page);
  }

  /** An unchanged list is the same object, and so is an unchanged album. */
  albums(list: readonly AlbumSummary[]): JsonText<wire.Albums> {
    const period = this.signer.period(this.caller);
    const known = albumLists.get(list);
    if (known?.period === period) return known.json;
    const texts = list.map((album) => this.textOf(album, period, () => this.album(album)));
    const json = new JsonText<wire.Albums>(`{"albums":[${texts.join(',')}],"total":${texts.length}}`);
    albumLists.set(list, { period, json });
    return json;
  }

  album(album: AlbumSummary): wire.Album {
    return {
      uid: album.uid,
      name: album.name,
      photo_count: album.photoCount,
      start_ts: album.start,
      end_ts: album.end,
      first_day: album.firstDay,
      last_day: album.lastDay,
      cover_url: this.coverUrl(album.cover),
      cover_chosen: album.isCoverChosen,
      source: album.source,
      notes: album.notes,
      smart: album.rule !== null,
      rule: roleAllows(this.caller.role, 'write') ? structuredClone(album.rule) : null,
      order: album.order,
      off_timeline: album.offTimeline,
    };
  }
}
