import { levelAfter, isBetterLevel, type CloserLevel, type Level } from '../domain/level.ts';
import { uprightSides } from '../domain/preview-shape.ts';
import type { PhotoTags } from '../domain/photo-facts.ts';
import type { VideoFacts } from '../domain/video-facts.ts';
import type { RgbImage } from '../plugin-api/ml-provider.ts';
import type { SourceNode } from '../plugin-api/photo-source.ts';
import type { EmbeddedMovie } from '../plugin-api/toolkit/index.ts';
import type { Thumbnail } from '../media/thumbnail.ts';
import type { Analyses } from '../store/models/analyses.ts';
import type { CloserQueue } from '../store/photos/closer-queue.ts';
import type { DuePhoto, IndexQueue } from '../store/photos/index-queue.ts';
import type { IndexedPhoto, PhotoDescription } from '../store/photos/indexed-photo.ts';
import type { Motions } from '../store/photos/motions.ts';
import type { PhotoHashes } from '../store/photos/photo-hashes.ts';
import type { PhotoText } from '../store/photos/photo-text.ts';
import type { PlaceIds } from '../store/photos/places.ts';
import type { Videos } from '../store/photos/videos.ts';
import type { SyncState } from '../store/sync-state.ts';
import type { Transact } from '../store/transact.ts';
import type { PhotoDescriber } from './describe-photo.ts';
import type { HeadFacts } from './levels/read-head.ts';
import type { SeekingOfSources } from './levels/seeking-of-sources.ts';
import { parseTags } from './redescribe.ts';
import type { PictureFiles } from './picture-files.ts';
import type { StoreFacts } from './store-facts.ts';

/** The facts that were read from one photo, before they are stored. */
export interface Reading {
  readonly examined: Level;
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
  readonly sha1: Uint8Array | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly tags: PhotoTags;
  /** The motion part inside the file; null if there is none, or the file was not searched for one. */
  readonly motion: EmbeddedMovie | null;
  readonly thumbnail: Thumbnail | null;
  /** Whether the picture was complete. */
  readonly complete: boolean;
  /** The picture for models; null if no model needs it, or the server cannot decode the photo. */
  readonly picture: RgbImage | null;
  /** Facts of a video that ffmpeg has read. */
  readonly video?: VideoFacts;
}

/** The facts of the file according to the source, if the file itself was not read. */
export const fileOf = ({ mediaType: mime, size, sha1 }: SourceNode): Pick<Reading, 'mime' | 'size' | 'sha1'> => ({
  mime,
  size,
  sha1: sha1 === null ? null : Buffer.from(sha1, 'hex'),
});

interface Dependencies {
  readonly describer: PhotoDescriber;
  readonly thumbs: PictureFiles;
  readonly queue: IndexQueue;
  readonly closer: CloserQueue;
  readonly analyses: Analyses;
  readonly hashes: PhotoHashes;
  readonly motions: Pick<Motions, 'found' | 'belongs'>;
  readonly places: PlaceIds;
  readonly text: PhotoText;
  readonly videos: Videos;
  readonly state: SyncState;
  readonly said: StoreFacts;
  readonly transact: Transact;
  readonly clock: () => number;
  /** Whether reading originals is costly. */
  readonly metered: () => boolean;
  readonly seeking: SeekingOfSources;
}

/** Stores the facts of a photo: first the file of the thumbnail, then everything else in one transaction. */
export class ReadingKeeper {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Stores the facts of a photo that waits to be read. Facts of a better level of the same content are kept.
   * @returns the photo's id from now on
   * @throws TransientError for an error of the disk, or the reason of `signal`
   */
  async keep(photo: DuePhoto, node: SourceNode, reading: Reading, signal: AbortSignal): Promise<number> {
    const { queue, analyses } = this.#with;
    const { sha1 } = reading;
    const id = sha1 ? this.#with.transact(() => queue.moved.adopt(photo.id, sha1)) : photo.id;
    const isKnown = queue.holds(id, { rev: photo.rev, sha1 });
    const before = queue.knownAs(id);
    if (isKnown && before && isBetterLevel(before.examined, reading.examined)) {
      // Our own thumbnail is better than a preview of the store.
      const isShown = before.hasThumbnail === 1 && (await this.#with.thumbs.has(id));
      await this.#showAgain(id, photo.rev, node, isShown ? 'as before' : reading.thumbnail, signal);
      return id;
    }
    await this.#store({ ...photo, id }, node, reading, signal, () => {
      if (isKnown) analyses.keep(id);
      else analyses.wait(id);
    });
    return id;
  }

  /** Stores what was read of an indexed photo at a better level. The photo may have moved in the meantime. */
  async better(photo: DuePhoto, node: SourceNode, reading: Reading, signal: AbortSignal): Promise<void> {
    const { queue, analyses, thumbs } = this.#with;
    const { sha1 } = reading;
    const id = sha1 ? this.#with.transact(() => queue.moved.adoptLate(photo.id, sha1)) : photo.id;
    await this.#store({ ...photo, id }, node, reading, signal, () => {
      analyses.keep(id);
    });
    if (id !== photo.id) await thumbs.remove(photo.id);
  }

  /** Stores the poster of an indexed video, which models have not seen yet. */
  async poster(photo: DuePhoto, node: SourceNode, reading: Reading, signal: AbortSignal): Promise<void> {
    await this.#store(photo, node, reading, signal, () => {
      this.#with.analyses.wait(photo.id);
    });
  }

  /**
   * Stores the metadata from the head of an indexed photo.
   * @param nextLevel the level that is read next
   */
  async head(
    photo: DuePhoto,
    node: SourceNode,
    { tags, sides, motion, video }: HeadFacts & Pick<Reading, 'video'>,
    signal: AbortSignal,
    nextLevel = levelAfter('head', node.kind),
  ): Promise<void> {
    const { queue, closer, motions, text, said } = this.#with;
    const description = await this.#describe(node, tags, signal);
    // The preview is upright, so its sides show whether the container rotates the picture.
    const previewSides = queue.sidesOf(photo.id);
    const upright =
      sides && previewSides && node.mediaType !== 'image/jpeg' ? uprightSides(previewSides, sides) : sides;
    this.#with.transact(() => {
      const head = { width: upright?.width ?? null, height: upright?.height ?? null };
      if (!closer.keepHead(photo.id, photo.rev, { ...head, awaits: nextLevel })) return;
      queue.keepExif(photo.id, JSON.stringify(tags));
      motions.found(photo.id, photo.rev, motion);
      this.#keepVideo(photo.id, node, { video, awaits: nextLevel });
      queue.describe(photo.id, description());
      said.takeIn(photo.id, node);
      text.refresh([photo.id]);
    });
  }

  async #store(
    { id, rev }: DuePhoto,
    node: SourceNode,
    reading: Reading,
    signal: AbortSignal,
    settle: () => void,
  ): Promise<void> {
    const { thumbs, queue, hashes, motions, text, said, clock } = this.#with;
    const description = await this.#describe(node, reading.tags, signal);
    const { mime, size, sha1, width, height, tags, thumbnail, complete, examined } = reading;
    if (thumbnail) await thumbs.write(id, thumbnail.webp);
    this.#with.transact(() => {
      const indexed: IndexedPhoto = {
        mime,
        size,
        width,
        height,
        ...description(),
        rev,
        sha1,
        thumbhash: thumbnail?.thumbhash ?? null,
        hasThumbnail: thumbnail !== null,
        fault: complete ? null : 'incomplete',
        examined,
        awaits: this.#with.metered()
          ? levelAfter(examined, node.kind, this.#with.seeking.of(node.uid).isPossible)
          : null,
        exif: JSON.stringify(tags),
      };
      settle();
      motions.found(id, rev, reading.motion);
      this.#keepVideo(id, node, { video: reading.video, awaits: indexed.awaits });
      queue.store(id, indexed, clock());
      hashes.put(id, thumbnail?.hash ?? null);
      said.takeIn(id, node);
      text.refresh([id]);
    });
  }

  /** The earlier facts of this content are better, and stay. If there is no picture of it, the original is read again. */
  async #showAgain(
    id: number,
    rev: string,
    node: SourceNode,
    preview: Thumbnail | 'as before' | null,
    signal: AbortSignal,
  ): Promise<void> {
    const { thumbs, queue, analyses, hashes, motions, text, said } = this.#with;
    const description = await this.#describe(node, parseTags(queue.exifOf(id)), signal);
    const thumbnail = preview === 'as before' ? null : preview;
    if (thumbnail) await thumbs.write(id, thumbnail.webp);
    this.#with.transact(() => {
      const pictured = preview === 'as before' ? preview : preview ? 'anew' : 'no more';
      motions.belongs(id, rev);
      queue.showAgain(id, { rev, pictured, thumbhash: thumbnail?.thumbhash ?? null });
      queue.describe(id, description());
      analyses.keep(id);
      if (thumbnail) hashes.put(id, thumbnail.hash);
      said.takeIn(id, node);
      text.refresh([id]);
    });
  }

  /** A video that was not read, and does not wait for that, has to wait until a program can read it. */
  #keepVideo(
    id: number,
    { kind }: SourceNode,
    { video, awaits }: { readonly video: VideoFacts | undefined; readonly awaits: CloserLevel | null },
  ): void {
    const { videos, state } = this.#with;
    videos.keep(id, video ?? null);
    if (kind === 'video' && !video && awaits === null) state.set('videos_unread', true);
  }

  /**
   * @returns a function that creates the photo's description, to be called in a transaction because it may store a new
   * place
   */
  async #describe(node: SourceNode, tags: PhotoTags, signal: AbortSignal): Promise<() => PhotoDescription> {
    const { describer, places } = this.#with;
    const [placedDescription] = await describer.describe([{ node, tags }], signal);
    if (!placedDescription) throw new Error('The photo was not described');
    const { description, place } = placedDescription;
    return () => ({ ...description, placeId: place ? places.idOf(place) : null });
  }
}
