import type { SyncedAlbums } from '../../store/photos/synced-albums.ts';
import type { PhotoText, StaleTexts } from '../../store/photos/photo-text.ts';
import type { SyncState } from '../../store/sync-state.ts';
import type { Transact } from '../../store/transact.ts';
import type { SourceAlbum } from '../../plugin-api/photo-source.ts';
import type { CheckedSource } from './checked-source.ts';
import { Listing } from './listing.ts';
import { inSlices } from '../in-slices.ts';
import { letOthersRun } from '../../threads/pause.ts';

const PAGE = 500;

/** Photos whose search text is updated per transaction. */
const TEXT_BATCH = 200;

interface Dependencies {
  readonly source: CheckedSource;
  readonly albums: SyncedAlbums;
  readonly text: PhotoText;
  readonly staleTexts: StaleTexts;
  readonly state: SyncState;
  readonly transact: Transact;
}

/** Updates names and contents of albums. If this is interrupted, the next sync repeats it. */
export class AlbumSync {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Records in the index that albums must be read. To be called in the transaction that records the change. */
  announce(changedAlbums: 'all' | readonly string[]): void {
    const { state } = this.#with;
    const dueAlbums = state.get('albums_due') ?? [];
    if (changedAlbums === 'all' || dueAlbums === 'all') state.set('albums_due', 'all');
    else if (changedAlbums.length > 0) state.set('albums_due', [...new Set([...dueAlbums, ...changedAlbums])]);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { albums, state, transact } = this.#with;
    const dueAlbums = state.get('albums_due');
    if (!dueAlbums) return;
    const albumsInStore = await this.#list(signal);
    const changedUids = dueAlbums === 'all' ? [...albumsInStore.keys(), ...albums.uids()] : dueAlbums;
    for (const uid of new Set(changedUids)) {
      const album = albumsInStore.get(uid);
      if (album) await this.#refresh(album, signal);
      else await inSlices(() => albums.removePart(uid), transact, signal);
    }
    await this.#renewTexts(signal);
    state.delete('albums_due');
  }

  async #list(signal: AbortSignal): Promise<Map<string, SourceAlbum>> {
    const albumsInStore = new Map<string, SourceAlbum>();
    const listing = new Listing('albums', PAGE);
    let cursor: string | null = null;
    do {
      const page = await this.#with.source.albums(cursor, listing, signal);
      for (const album of page.albums) albumsInStore.set(album.uid, album);
      cursor = page.next;
    } while (cursor !== null);
    return albumsInStore;
  }

  /** Photos are added page by page. Only a complete listing shows which photos have left. */
  async #refresh(album: SourceAlbum, signal: AbortSignal): Promise<void> {
    const { source, albums, text, transact } = this.#with;
    const row = { uid: album.uid, name: album.name.trim() || 'Untitled album', coverUid: album.coverUid };
    const id = transact(() => albums.upsert(row));

    const listed = new Set<number>();
    const listing = new Listing('albumPhotos', PAGE);
    let cursor: string | null = null;
    do {
      const page = await source.albumPhotos(album.uid, cursor, listing, signal);
      transact(() => {
        text.refresh(albums.add(id, page.items));
      });
      for (const photo of albums.idsOf(page.items.map(({ uid }) => uid))) listed.add(photo);
      cursor = page.next;
      await letOthersRun(signal);
    } while (cursor !== null);

    const removed = albums.photos(album.uid).filter((photo) => !listed.has(photo));
    await this.#inBatches(removed, signal, (batch) => {
      albums.removePhotos(id, batch);
      text.refresh(batch);
    });
  }

  /** Composes the texts of photos whose albums were renamed or removed, now or in a sync that was interrupted. */
  async #renewTexts(signal: AbortSignal): Promise<void> {
    const { staleTexts, transact } = this.#with;
    while (transact(() => staleTexts.refreshSome())) await letOthersRun(signal);
  }

  async #inBatches(
    ids: readonly number[],
    signal: AbortSignal,
    write: (batch: readonly number[]) => void,
  ): Promise<void> {
    for (let at = 0; at < ids.length; at += TEXT_BATCH) {
      this.#with.transact(() => {
        write(ids.slice(at, at + TEXT_BATCH));
      });
      await letOthersRun(signal);
    }
  }
}
