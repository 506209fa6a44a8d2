import { setImmediate } from 'node:timers/promises';
import { DomainError } from '../../domain/errors.ts';
import { storedName } from '../../domain/names.ts';
import type { PhotoRule } from '../../domain/photo-rule.ts';
import type { OffTimeline } from '../../store/albums/off-timeline.ts';
import type { OwnAlbumPhotos } from '../../store/albums/own-album-photos.ts';
import type { OwnAlbum, OwnAlbums } from '../../store/albums/own-albums.ts';
import type { Albums } from '../../store/photos/albums.ts';
import type { Photos } from '../../store/photos/photos.ts';
import type { Transact } from '../../store/transact.ts';
import { noSuchAlbum, type AlbumLibrary } from '../album-library.ts';
import type { FormerWithholding, Household } from '../household.ts';
import { noSuchPhoto, type PhotoLibrary } from '../library.ts';
import { scopeOf, type Viewer } from '../viewer.ts';
import type { AlbumChanges, ChangedPhotos, PhotoChanges } from './album-changes.ts';
import { chosenAlbum, smartAlbum, storeAlbum } from './album-refusals.ts';
import { checkedRule } from './checked-rule.ts';
import type { PhotoRules } from './photo-rules.ts';

/** The number of photos of a filter, or of a deleted album, in one transaction; this takes some milliseconds. */
const photosAtOnce = 500;

/** Photos and the one before which they are placed: see `PhotoChanges`. */
interface Places {
  readonly photos: readonly number[];
  readonly before: number | null | undefined;
}

interface Parts {
  readonly albums: Albums;
  readonly ownAlbums: OwnAlbums;
  readonly ownPhotos: OwnAlbumPhotos;
  readonly offTimeline: OffTimeline;
  readonly list: Pick<AlbumLibrary, 'one' | 'ready'>;
  readonly rules: PhotoRules;
  readonly library: Pick<PhotoLibrary, 'ids'>;
  readonly photos: Photos;
  readonly household: Pick<Household, 'checkUnwithheld' | 'forgetAlbum'>;
  readonly transact: Transact;
  readonly clock: () => number;
  /** Triggers an update of the text index, which contains the names of each photo's albums. */
  readonly textsSoon: () => void;
}

/** Edits albums that were made here. Albums of the photo store are read-only. */
export class AlbumEdits {
  readonly #with: Parts;

  constructor(parts: Parts) {
    this.#with = parts;
  }

  /**
   * @returns the uid of the new album
   * @throws DomainError `bad_input`
   */
  add(
    viewer: Viewer,
    request: { name: string; rule?: PhotoRule | undefined; photos?: readonly string[] | undefined },
  ): string {
    const { ownAlbums, ownPhotos, transact, clock } = this.#with;
    if (request.rule && request.photos) {
      throw new DomainError(
        'bad_input',
        'rule and photos: an album has a rule by which it finds its photos, or photos that are chosen: send one of the two.',
        { problem: 'bad_rule' },
      );
    }
    const rule = request.rule ? this.#checked(request.rule) : null;
    const name = albumName(request.name);
    // One transaction: a request that fails leaves no empty album behind, of which a second try would make another.
    const album = transact(() => {
      const { ids } = this.#visible(viewer, request.photos);
      const made = ownAlbums.add({ name, rule, by: viewer.userId, now: clock() });
      ownPhotos.add(made.id, ids, clock());
      return made;
    });
    this.#with.textsSoon();
    return album.uid;
  }

  /**
   * @throws DomainError `not_found`, `bad_input`; `conflict` for fields that belong to the photo store; the signal's reason
   */
  async change(viewer: Viewer, uid: string, changes: AlbumChanges, signal: AbortSignal): Promise<void> {
    const { ownAlbums, ownPhotos, offTimeline, transact, list } = this.#with;
    await list.ready(uid, signal);
    list.one(viewer, uid);
    const { offTimeline: isOffTimeline, cover, name, rule, ...rest } = changes;
    const isOwnsAlone = Object.entries(changes).some(
      ([field, value]) => field !== 'offTimeline' && value !== undefined,
    );
    transact(() => {
      if (isOwnsAlone) {
        const album = this.#own(uid);
        if (rule && !album.rule) throw chosenAlbum();
        if (rest.order === 'hand') {
          if (album.rule) throw smartAlbum();
          ownPhotos.placeAll(album.id);
        }
        ownAlbums.change(album.id, {
          ...rest,
          name: name === undefined ? undefined : albumName(name),
          rule: rule && this.#checked(rule),
          cover: typeof cover === 'string' ? this.#coverOf(viewer, album, cover) : cover,
        });
      }
      if (isOffTimeline !== undefined) offTimeline.set(uid, isOffTimeline);
    });
    this.#with.textsSoon();
  }

  /**
   * Removes an album but not its photos.
   * @throws DomainError `not_found`; `conflict` for an album of the photo store, and like `Household.forgetAlbum`
   */
  async remove(viewer: Viewer, uid: string, signal: AbortSignal): Promise<{ name: string } & FormerWithholding> {
    await this.#with.list.ready(uid, signal);
    const { name } = this.#with.list.one(viewer, uid);
    const album = this.#own(uid);
    const former = this.#with.transact(() => {
      this.#with.ownAlbums.remove(album.id);
      return this.#with.household.forgetAlbum(viewer, uid);
    });
    // The rows of thousands of photos are removed in batches; the album itself is removed immediately.
    while (this.#with.transact(() => this.#with.ownPhotos.dropSome(photosAtOnce))) await setImmediate();
    this.#with.textsSoon();
    return { name, ...former };
  }

  /**
   * Undoes the making of an album: takes out the photos that it was made of, also those that nobody sees any more, and removes
   * the album if it has no others. One transaction, so that an album that is withheld meanwhile keeps all of its photos.
   * @throws DomainError `not_found`; `conflict` for an album of the photo store, one with a rule, and one that is withheld
   */
  async unmake(
    viewer: Viewer,
    uid: string,
    photos: readonly string[],
    signal: AbortSignal,
  ): Promise<{ name: string; isRemoved: boolean }> {
    const { ownAlbums, ownPhotos, household, list, transact } = this.#with;
    await list.ready(uid, signal);
    const { name } = list.one(viewer, uid);
    const album = this.#own(uid);
    if (album.rule) throw smartAlbum();
    const isRemoved = transact(() => {
      household.checkUnwithheld(uid);
      this.#take(album, ownPhotos.among(album.id, photos), photos);
      if (!ownPhotos.isEmpty(album.id)) return false;
      ownAlbums.remove(album.id);
      return true;
    });
    this.#with.textsSoon();
    return { name, isRemoved };
  }

  /**
   * Adds and removes photos of an album, and sorts some; from then on the album is in manual order.
   * @throws DomainError `not_found`; `conflict` for an album of the photo store, or one with a rule; the signal's reason
   */
  async changePhotos(viewer: Viewer, uid: string, changes: PhotoChanges, signal: AbortSignal): Promise<ChangedPhotos> {
    const { rules, library, list, transact } = this.#with;
    await list.ready(uid, signal);
    list.one(viewer, uid);
    const album = this.#own(uid);
    if (album.rule) throw smartAlbum();
    const filter = changes.addFilter && rules.filterOf(changes.addFilter, viewer.userId);
    if (filter) await rules.ready(filter, signal);
    signal.throwIfAborted();
    // One transaction, except for the photos of a filter, which may be all of the library, and the order after them. What the
    // viewer sees is asked before the first change: it may be cached, and the changes may be rolled back.
    const { removed, added, places, passedOver } = transact(() => {
      const [gone, more] = [this.#visible(viewer, changes.remove), this.#visible(viewer, changes.add)];
      const places = this.#places(viewer, changes);
      const count = { removed: this.#take(album, gone.ids, changes.remove), added: this.#insert(album, more.ids) };
      if (places && !filter) this.#arrange(album, places);
      return { ...count, places, passedOver: gone.passedOver + more.passedOver };
    });
    let found = 0;
    if (filter) {
      found = await this.#inSteps(library.ids(viewer, filter), signal, (ids) => this.#insert(album, ids));
      if (places) {
        transact(() => {
          this.#arrange(album, places);
        });
      }
    }
    this.#with.textsSoon();
    return { added: added + found, removed, passedOver };
  }

  /** Of some photos, those that the viewer may see, and the number of all others. */
  #visible(viewer: Viewer, uids: readonly string[] = []): { ids: number[]; passedOver: number } {
    const uniqueUids = [...new Set(uids)];
    const ids = this.#with.photos.listedIds(uniqueUids, scopeOf(viewer));
    return { ids, passedOver: uniqueUids.length - ids.length };
  }

  /** Removes photos from an album. @returns their number */
  #take(album: OwnAlbum, ids: readonly number[], uids: readonly string[] = []): number {
    // The cover may have been changed while the caller waited.
    const { coverUid } = this.#with.ownAlbums.byUid(album.uid) ?? album;
    if (coverUid !== null && uids.includes(coverUid)) this.#with.ownAlbums.change(album.id, { cover: null });
    return this.#with.ownPhotos.remove(album.id, ids);
  }

  #insert(album: OwnAlbum, ids: readonly number[]): number {
    const { ownPhotos, ownAlbums, clock } = this.#with;
    // The album may be gone: the caller may have waited.
    const now = ownAlbums.byUid(album.uid);
    if (!now) throw noSuchAlbum();
    if (ids.length === 0) return 0;
    const count = ownPhotos.add(album.id, ids, clock());
    // Photos that are added later follow the photos that were ordered by hand.
    if (now.order === 'hand') ownPhotos.placeAll(album.id);
    return count;
  }

  /** @returns the sum of the numbers that the steps return */
  async #inSteps<T>(all: readonly T[], signal: AbortSignal, step: (batch: readonly T[]) => number): Promise<number> {
    let sum = 0;
    for (let at = 0; at < all.length; at += photosAtOnce) {
      if (at > 0) await setImmediate();
      signal.throwIfAborted();
      sum += this.#with.transact(() => step(all.slice(at, at + photosAtOnce)));
    }
    return sum;
  }

  /** The ids of photos that are put into an order, and of the one that follows them; undefined for no change of the order. */
  #places(viewer: Viewer, { order, before }: PhotoChanges): Places | undefined {
    if (!order) return undefined;
    const idsOf = (uids: readonly string[]): number[] => this.#with.photos.listedIds(uids, scopeOf(viewer));
    if (typeof before !== 'string') return { photos: idsOf(order), before };
    const [next] = idsOf([before]);
    if (next === undefined) throw noSuchPhoto();
    return { photos: idsOf(order), before: next };
  }

  #arrange(album: OwnAlbum, { photos, before }: Places): void {
    const { ownPhotos, ownAlbums } = this.#with;
    const arranged = photos.filter((id) => ownPhotos.has(album.id, id));
    if (typeof before === 'number' && !ownPhotos.has(album.id, before)) throw noSuchPhoto();
    ownPhotos.arrange(album.id, arranged, before);
    ownAlbums.change(album.id, { order: 'hand' });
  }

  #coverOf(viewer: Viewer, album: OwnAlbum, uid: string): number {
    const { photos, ownPhotos, library } = this.#with;
    const id = photos.listedId(uid, scopeOf(viewer));
    const isIn =
      id !== undefined &&
      (album.rule
        ? library.ids(viewer, { album: album.uid, hidden: 'with' }).includes(id)
        : ownPhotos.has(album.id, id));
    if (!isIn) throw noSuchPhoto();
    return id;
  }

  #own(uid: string): OwnAlbum {
    const album = this.#with.ownAlbums.byUid(uid);
    if (!album) throw storeAlbum();
    return album;
  }

  #checked(rule: PhotoRule): PhotoRule {
    const { albums, ownAlbums } = this.#with;
    return checkedRule(rule, {
      isChosen: (uid) => albums.byUid(uid) !== undefined || ownAlbums.byUid(uid)?.rule === null,
    });
  }
}

const albumName = (text: string): string =>
  storedName(text, {
    field: 'name',
    what: 'the name of an album',
    which: 'this one',
    most: 200,
    problem: 'bad_name',
  });
