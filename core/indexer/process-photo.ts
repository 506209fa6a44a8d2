import { uprightSides } from '../domain/preview-shape.ts';
import type { PhotoText } from '../store/photos/photo-text.ts';
import type { DuePhoto, IndexQueue } from '../store/photos/index-queue.ts';
import type { StoreFacts } from './store-facts.ts';
import type { Transact } from '../store/transact.ts';
import { isSourceError } from '../plugin-api/errors.ts';
import type { SourceNode } from '../plugin-api/photo-source.ts';
import type { CheckedSource } from './sync/checked-source.ts';
import { fileOf, type Reading, type ReadingKeeper } from './keep-reading.ts';
import { readPreview } from './levels/store-preview.ts';
import { PhotoError, refuseTooManyBytes } from '../media/photo-error.ts';
import type { OwnBytes, PhotoReader } from '../media/photo-reader.ts';
import type { LevelledPicture } from './model-picture.ts';
import { confirmedTransientError } from './confirm-transient.ts';
import { readHead } from './read-content.ts';
import { readOriginal, refuseUnread } from './read-original.ts';
import { photoFault, photoReason, transientErrorOf } from './transient-error.ts';
import type { VideoReading } from './video-reading.ts';

/** Bytes at the start of a RAW file that contain its EXIF. */
const RAW_HEAD = 256 * 1024;

/** How often a preview is requested that does not arrive. */
const previewTries = 3;

interface Dependencies {
  readonly source: CheckedSource;
  readonly reader: PhotoReader;
  readonly videoReading: VideoReading;
  readonly keeper: ReadingKeeper;
  readonly queue: IndexQueue;
  readonly text: PhotoText;
  readonly said: Pick<StoreFacts, 'takeIn'>;
  readonly transact: Transact;
  readonly clock: () => number;
  readonly config: { readonly maxPhotoBytes: number };
  /** Whether reading originals is costly: then photos are first indexed with their store's previews. */
  readonly metered: () => boolean;
  /** Called for failures that are probably not the photo's fault. */
  readonly onUnknownError: (error: unknown) => void;
}

/** The result for a photo. */
export type ProcessingResult =
  | { readonly outcome: 'failed' }
  /** `id`: of the photo from now on; `modelPicture`: for the models. */
  | { readonly outcome: 'indexed'; readonly id: number; readonly modelPicture: LevelledPicture | null };

/** Indexes one photo: reads bytes from the source, lets a process decode them, and writes everything in one transaction. */
export class PhotoProcessor {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Changes the photo's state to `indexed` or `failed`.
   * @param size the longest side in px of the picture for models; null if none is needed
   * @throws TransientError for a failure that is not the photo's fault, and the reason of `signal`: the photo then waits as
   * if it had not been tried
   */
  async process(
    photo: DuePhoto,
    node: SourceNode | PhotoError,
    size: number | null,
    signal: AbortSignal,
  ): Promise<ProcessingResult> {
    const { queue, text, said, source, transact, clock } = this.#with;
    try {
      if (node instanceof PhotoError) throw node;
      const reading = await this.#readTwice(photo, node, size, signal);
      const id = await this.#with.keeper.keep(photo, node, reading, signal);
      const { picture, width, height } = reading;
      if (!picture || width === null || height === null) return { outcome: 'indexed', id, modelPicture: null };
      const level = reading.examined === 'original' ? 'original' : 'thumbnail';
      return { outcome: 'indexed', id, modelPicture: { picture, width, height, level } };
    } catch (error) {
      const transient = await confirmedTransientError(error, source, signal);
      if (signal.aborted || transient) {
        transact(() => {
          queue.postpone(photo.id, clock());
        });
        throw transient ?? error;
      }
      const isKnown = error instanceof PhotoError || (isSourceError(error) && error.code !== 'bad_answer');
      if (!isKnown) this.#with.onUnknownError(error);
      transact(() => {
        if (!(node instanceof PhotoError)) {
          const { kind, name, mediaType: mime, size } = node;
          queue.identify(photo.id, { kind, name, mime, size });
          // The photo is also visible in its folder.
          said.takeIn(photo.id, node);
        }
        queue.fail(photo.id, { reason: photoReason(error), fault: photoFault(error) }, clock());
        // From now on, lists show the photo by its name.
        text.refresh([photo.id]);
      });
      return { outcome: 'failed' };
    }
  }

  /** If the bytes were damaged in transit, a second attempt may succeed. */
  async #readTwice(photo: DuePhoto, node: SourceNode, size: number | null, signal: AbortSignal): Promise<Reading> {
    try {
      return await this.#read(photo, node, size, signal);
    } catch (error) {
      const isRetried = isSourceError(error) && error.code === 'integrity';
      if (!isRetried || signal.aborted) throw error;
      return await this.#read(photo, node, size, signal);
    }
  }

  async #read(photo: DuePhoto, node: SourceNode, size: number | null, signal: AbortSignal): Promise<Reading> {
    if (this.#with.metered()) return this.#readPreview(photo, node, size, signal);
    // The source could not read the photo. When it can, the photo gets another revision and is read again.
    refuseUnread(node);
    if (node.kind === 'video') return this.#readVideo(photo, node, size, signal);
    return node.kind === 'raw'
      ? this.#readRaw(photo, node, size, signal)
      : this.#readPicture(photo, node, size, signal);
  }

  async #readPicture(
    photo: DuePhoto,
    node: SourceNode,
    modelSize: number | null,
    signal: AbortSignal,
  ): Promise<Reading> {
    const { source, reader, config } = this.#with;
    refuseTooManyBytes(node.size, config.maxPhotoBytes);
    const content = await source.open(photo.uid, { signal });
    const onRead = (): void => {
      this.#take(photo.id);
    };
    return await readOriginal(node, content, { reader, config, modelSize, onRead }, signal);
  }

  /**
   * Reads the store's preview of a photo and its facts. Without a preview, lists show the photo by its name until more is
   * read. If the store has a preview that does not arrive, it is requested again later, a limited number of times.
   */
  async #readPreview(
    photo: DuePhoto,
    node: SourceNode,
    modelPicture: number | null,
    signal: AbortSignal,
  ): Promise<Reading> {
    const { source, reader, queue } = this.#with;
    const knownSides = queue.sidesOf(photo.id);
    const { shown, unread } = await readPreview(
      { uid: photo.uid, sides: knownSides?.upright ? knownSides : node.media },
      source,
      (bytes) => {
        this.#take(photo.id);
        return reader.examine(bytes, modelPicture, signal);
      },
      signal,
    );
    if (unread && photo.attempts + 1 < previewTries) throw unread;
    const sides = shown ? uprightSides(shown, node.media) : node.media;
    return readingOf(node, sides, { examined: 'thumbnail', thumbnail: shown, picture: shown?.picture ?? null });
  }

  /** The thumbnail of a video is its poster or, without one, the store's own thumbnail. */
  async #readVideo(photo: DuePhoto, node: SourceNode, modelSize: number | null, signal: AbortSignal): Promise<Reading> {
    const onRead = (): void => {
      this.#take(photo.id);
    };
    const video = await this.#with.videoReading.read(node, { wantsPoster: true, modelSize, onRead }, signal);
    const thumbnail = video?.thumbnail ?? (await this.#storesThumbnail(photo, signal));
    if (video?.error && !thumbnail) throw video.error;
    if (!video) return readingOf(node, node.media, { examined: 'thumbnail', thumbnail });
    const { tags, picture, facts } = video;
    return readingOf(node, video.sides ?? node.media, { examined: 'head', tags, thumbnail, picture, video: facts });
  }

  /**
   * Shows the store's own thumbnail, and reads EXIF from the head. If the store has no thumbnail, the file is read
   * completely for its embedded preview.
   */
  async #readRaw(photo: DuePhoto, node: SourceNode, modelSize: number | null, signal: AbortSignal): Promise<Reading> {
    const thumbnail = await this.#storesThumbnail(photo, signal);
    const wholeReading = thumbnail ? null : await this.#readWholeRaw(photo, node, modelSize, signal);
    if (wholeReading) return wholeReading;
    const head = await this.#headOf(photo, node, signal);
    const tags = head ? await this.#with.reader.tags(head, signal) : {};
    return readingOf(node, node.media, { examined: 'head', tags, thumbnail });
  }

  /** Null if the file has no preview, or cannot be read: lists then show it by its name. */
  async #readWholeRaw(
    photo: DuePhoto,
    node: SourceNode,
    modelSize: number | null,
    signal: AbortSignal,
  ): Promise<Reading | null> {
    try {
      return await this.#readPicture(photo, node, modelSize, signal);
    } catch (error) {
      const isOwnFault = error instanceof PhotoError || !transientErrorOf(error);
      if (signal.aborted || !isOwnFault || (isSourceError(error) && error.code === 'integrity')) throw error;
      return null;
    }
  }

  async #storesThumbnail(photo: DuePhoto, signal: AbortSignal): Promise<Reading['thumbnail']> {
    const picture = await this.#with.source.thumbnail(photo.uid, 512, signal);
    this.#take(photo.id);
    return picture ? await this.#thumbnailFrom(picture.bytes, signal) : null;
  }

  async #headOf(photo: DuePhoto, node: SourceNode, signal: AbortSignal): Promise<OwnBytes | null> {
    if (node.size === 0) return null;
    try {
      const range = { start: 0, end: Math.min(RAW_HEAD, node.size) - 1 };
      const content = await this.#with.source.open(photo.uid, { range, signal });
      return await readHead(content, RAW_HEAD, { maxBytes: RAW_HEAD, signal });
    } catch (error) {
      if (signal.aborted || transientErrorOf(error)) throw error;
      return null;
    }
  }

  /** An unreadable thumbnail counts as missing. */
  async #thumbnailFrom(bytes: Uint8Array, signal: AbortSignal): Promise<Reading['thumbnail']> {
    try {
      return await this.#with.reader.thumbnail(bytes, signal);
    } catch (error) {
      if (error instanceof PhotoError) return null;
      throw error;
    }
  }

  /** To be called before an untrusted picture is decoded. */
  #take(id: number): void {
    this.#with.transact(() => {
      this.#with.queue.take(id);
    });
  }
}

/** The facts of a photo of which only a part was read. */
const readingOf = (
  node: SourceNode,
  sides: { readonly width: number; readonly height: number } | null,
  read: Pick<Reading, 'examined' | 'thumbnail'> & Partial<Reading>,
): Reading => ({
  ...fileOf(node),
  width: sides?.width ?? null,
  height: sides?.height ?? null,
  tags: {},
  motion: null,
  complete: true,
  picture: null,
  ...read,
});
