import type { Anchor as MonthAnchor } from '../timeline/anchors.ts';
import type { AlbumSummary } from '../domain/album.ts';
import type { DuplicateTotal } from '../domain/duplicate-total.ts';
import type { Cover, PlacedFile, DescribedPhoto, PhotoSummary } from '../domain/photo.ts';
import type { DuplicatePhotos, MemoriesOfDay, PhotoPage } from '../services/library.ts';
import type { MemoryTitle } from '../services/memory-titles.ts';
import type { SimilarResults } from '../services/similar-photos.ts';
import type { PhotoMetadata } from '../services/photo-metadata.ts';
import type { MapMarker } from '../services/places-and-map.ts';
import { JsonText } from './pipeline/json-text.ts';
import type { Caller } from './pipeline/route.ts';
import type * as wire from './wire.ts';
import { editsOf } from './present-edits.ts';
import { memoryTitle } from './present-trips.ts';
import { movingParts } from './present-videos.ts';
import { SerializedLists } from './serialized-lists.ts';

/** Makes URLs of media that work without a bearer token. */
export interface MediaSigner {
  /** Identifies the current signing period of the caller: URLs stay the same within it. */
  period(caller: Caller): string;
  /** @param revision the revision of the content: a new value makes browsers fetch again */
  mediaUrl(caller: Caller, path: string, revision?: string): string;
}

/** The cached JSON of photos and albums, with the period of its signatures. */
const texts = new WeakMap<object, { readonly period: string; readonly text: string }>();

const lists = new SerializedLists();

/** Converts photos to JSON for one caller: the URLs are signed for that caller. */
export class Presenter {
  protected readonly signer: MediaSigner;
  protected readonly caller: Caller;

  constructor(signer: MediaSigner, caller: Caller) {
    this.signer = signer;
    this.caller = caller;
  }

  photoItem(photo: PhotoSummary): wire.PhotoItem {
    return {
      uid: photo.uid,
      thumb_url: this.#thumbUrl(photo),
      favorited_by_me: photo.favorite,
      tags: [...photo.tags],
      archived: photo.archived,
      hidden: photo.hidden,
      hidden_by_me: photo.hiddenByMe,
      kind: photo.kind,
      taken_at: photo.takenAt,
      taken_at_local: photo.takenAtLocal,
      width: photo.width,
      height: photo.height,
      thumbhash: photo.thumbhash,
      duration: photo.duration,
      place: photo.place,
      fault: faultOf(photo),
      stack: photo.stack && { ...photo.stack },
    };
  }

  photoItems(photos: readonly PhotoSummary[]): wire.PhotoItem[] {
    return photos.map((photo) => this.photoItem(photo));
  }

  photoList(page: PhotoPage): JsonText<wire.PhotoList> {
    return this.listAfter('{', page);
  }

  photo(photo: DescribedPhoto): wire.Photo {
    return {
      ...this.photoItem(photo),
      name: photo.name,
      caption: photo.caption,
      mime: photo.mime,
      size: photo.size,
      sha1: photo.sha1?.toString('hex') ?? null,
      camera: photo.camera,
      lens: photo.lens,
      lat: photo.lat,
      lng: photo.lng,
      city: photo.city,
      country: photo.country,
      albums: photo.albums.map(({ uid, name }) => ({ uid, name })),
      people: photo.people.map(({ id, name }) => ({ id, name })),
      source_tags: [...photo.sourceTags],
      source_people: [...photo.sourcePeople],
      face_count: photo.faceCount,
      auto_tags: [...photo.autoTags],
      things: photo.things.map(({ label, names, score, box }) => ({
        label,
        names: { ...names },
        score,
        box: box && { ...box },
      })),
      written: photo.written.map(({ text, score, box }) => ({ text, score, box: { ...box } })),
      state: photo.state,
      examined: photo.examined,
      ...movingParts(photo),
      ...(photo.folder !== undefined && { folder: photo.folder }),
      ...editsOf(photo),
    };
  }

  meta({ photo, exif, upstream }: PhotoMetadata): wire.PhotoMeta {
    const row = this.photo(photo);
    return {
      photo: row,
      exif: { ...exif },
      upstream: {
        available: upstream.available,
        node: upstream.node && { ...upstream.node },
        ...(upstream.error === undefined ? {} : { error: upstream.error }),
      },
      albums: row.albums.map(({ name }) => name),
      people: row.people,
      tags: row.tags,
    };
  }

  anchors(anchors: readonly MonthAnchor[]): wire.Anchors {
    return { anchors: anchors.map((anchor) => ({ ...anchor, days: [...anchor.days] })) };
  }

  /** @param titles the titles of the years, in the same order */
  memories({ month, day, years }: MemoriesOfDay, titles: readonly MemoryTitle[]): wire.Memories {
    const groups = years.map(({ year, yearsAgo, photos }, at) => ({
      year,
      years_ago: yearsAgo,
      title: memoryTitle(titles[at]),
      photos: this.photoItems(photos),
    }));
    return { month, day, photos: groups.flatMap(({ photos }) => photos), groups };
  }

  duplicates(
    groups: readonly DuplicatePhotos[],
    total: DuplicateTotal,
    names: ReadonlyMap<number, PlacedFile>,
  ): wire.DuplicateGroups {
    return {
      total_groups: total.groups,
      redundant_bytes: total.bytes,
      groups: groups.map(({ sha1, bytes, photos }) => ({
        sha1: sha1?.toString('hex') ?? null,
        count: photos.length,
        bytes,
        photos: photos.map((photo) => {
          const { name = '', size = 0, folder } = names.get(photo.id) ?? {};
          return { ...this.photoItem(photo), name, size, ...(folder !== undefined && { folder }) };
        }),
      })),
    };
  }

  similar({ results, total, copies }: SimilarResults): wire.SimilarPhotos {
    return {
      results: results.map(({ photo, score }) => ({ ...this.photoItem(photo), score })),
      total,
      copies: this.photoItems(copies),
    };
  }

  markers(markers: readonly MapMarker[]): wire.MapMarkers {
    return { markers: markers.map(({ cover, ...marker }) => ({ ...marker, thumb_url: this.coverUrl(cover) })) };
  }

  protected listAfter<List>(begin: string, { photos, total }: PhotoPage): JsonText<List> {
    const period = this.signer.period(this.caller);
    return lists.of(photos, { begin, total, period }, () => {
      const items = photos.map((photo) => this.textOf(photo, period, () => this.photoItem(photo))).join(',');
      return `${begin}"photos":[${items}],"total":${total}}`;
    });
  }

  /** An unchanged photo or album is the same object, so its JSON is reused within the same period. */
  protected textOf(of: PhotoSummary | AlbumSummary, period: string, present: () => object): string {
    const known = texts.get(of);
    if (known?.period === period) return known.text;
    const text = JSON.stringify(present());
    texts.set(of, { period, text });
    return text;
  }

  /** The URL of a cover photo's thumbnail. */
  coverUrl(cover: Cover | null): string | null {
    return cover && this.#thumbUrl(cover);
  }

  /**
   * The revision contains the id: a uid that returns after a purge is another photo, but browsers would still show the old
   * one.
   */
  #thumbUrl({ id, uid, thumbRevision }: Cover): string | null {
    if (thumbRevision === 0) return null;
    const path = `/api/photos/${encodeURIComponent(uid)}/thumb`;
    return this.signer.mediaUrl(this.caller, path, `${id}-${thumbRevision}`);
  }
}

/** Videos and RAW files are shown by a preview from their source, or not at all, even after they were read. */
function faultOf({ fault, fileName, thumbRevision, kind }: PhotoSummary): wire.PhotoFault | null {
  if (fault) return { kind: fault, file: fileName ?? '' };
  const isShownByOthers = kind === 'video' || kind === 'raw';
  // Pictures without a preview from their source have no thumbnail until the original is read.
  return thumbRevision === 0 ? { kind: isShownByOthers ? 'no_preview' : 'unread', file: fileName ?? '' } : null;
}
