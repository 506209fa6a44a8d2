import type { PhotoTags } from '../domain/photo-facts.ts';
import type { SyncQueue } from '../store/photos/sync-queue.ts';
import type { PhotoText } from '../store/photos/photo-text.ts';
import type { IndexQueue } from '../store/photos/index-queue.ts';
import type { PlaceIds } from '../store/photos/places.ts';
import type { SourceNode } from '../plugin-api/photo-source.ts';
import type { CheckedSource } from './sync/checked-source.ts';
import type { StoreFacts } from './store-facts.ts';
import type { PhotoDescriber, PlacedDescription } from './describe-photo.ts';

interface Dependencies {
  readonly source: CheckedSource;
  readonly describer: PhotoDescriber;
  readonly syncQueue: SyncQueue;
  readonly queue: IndexQueue;
  readonly places: PlaceIds;
  readonly text: PhotoText;
  readonly said: StoreFacts;
}

/** New descriptions, by the photo's id. */
export type Redescriptions = ReadonlyMap<number, PlacedDescription & { readonly node: SourceNode }>;

/**
 * Applies changes that leave a photo's bytes unchanged: another name, date or place. The picture is not processed again;
 * its metadata is stored.
 */
export class Redescriber {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Describes those of the photos again that are indexed and have the same content.
   * @param nodes if known; otherwise they are requested from the source
   */
  async prepare(
    items: readonly { readonly uid: string; readonly rev: string }[],
    signal: AbortSignal,
    nodes?: ReadonlyMap<string, SourceNode>,
  ): Promise<Redescriptions> {
    const { source, describer, syncQueue, queue } = this.#with;
    const knownPhotos = syncQueue.known(items.map(({ uid }) => uid));
    const unchanged = items.filter(({ uid, rev }) => knownPhotos.get(uid)?.indexedRev === rev).map(({ uid }) => uid);
    if (unchanged.length === 0) return new Map();

    const nodesByUid = nodes ?? (await source.nodes(unchanged, signal)).nodes;
    const photos = unchanged.flatMap((uid) => {
      const node = nodesByUid.get(uid);
      const id = knownPhotos.get(uid)?.id;
      return node && id !== undefined ? [{ id, node, tags: parseTags(queue.exifOf(id)) }] : [];
    });
    const descriptions = await describer.describe(photos, signal);
    return new Map(
      photos.flatMap(({ id, node }, index) => {
        const description = descriptions[index];
        return description ? [[id, { ...description, node }]] : [];
      }),
    );
  }

  /** Writes the new description of a photo, if there is one. To be called in a transaction. */
  apply(id: number, redescriptions: Redescriptions): void {
    const { queue, places, text, said } = this.#with;
    const redescription = redescriptions.get(id);
    if (!redescription) return;
    const { description, place, node } = redescription;
    const isChanged = queue.describe(id, { ...description, placeId: place ? places.idOf(place) : null });
    const otherTexts = said.takeIn(id, node);
    if (isChanged || otherTexts) text.refresh([id]);
  }
}

export function parseTags(exif: string | undefined): PhotoTags {
  return exif === undefined ? {} : (JSON.parse(exif) as PhotoTags);
}
