import type { Analyses } from '../store/models/analyses.ts';
import type { PhotoHashes } from '../store/photos/photo-hashes.ts';
import type { PhotoText } from '../store/photos/photo-text.ts';
import type { DuePhoto, IndexedPhoto, IndexQueue } from '../store/photos/index-queue.ts';
import type { PlaceIntake } from '../store/photos/places.ts';
import type { Transact } from '../store/transact.ts';
import type { PhotoTags } from '../domain/photo-facts.ts';
import { SourceError, isSourceError } from '../plugin-api/errors.ts';
import type { RgbImage } from '../plugin-api/ml-provider.ts';
import type { SourceNode } from '../plugin-api/photo-source.ts';
import type { CheckedSource } from './sync/checked-source.ts';
import type { PhotoDescriber } from './describe-photo.ts';
import { PhotoError, refuseTooManyBytes } from '../media/photo-error.ts';
import type { OwnBytes, PhotoReader } from '../media/photo-reader.ts';
import type { ModelPicture } from '../media/photo-tasks.ts';
import { readContent, readHead } from './read-content.ts';
import type { PictureFiles } from './picture-files.ts';
import type { Thumbnail } from '../media/thumbnail.ts';
import { databaseError, photoFault, photoReason, transientErrorOf, type TransientError } from './transient-error.ts';

/** Where RAW files keep their EXIF. */
const RAW_HEAD = 256 * 1024;

interface Dependencies {
  readonly source: CheckedSource;
  readonly reader: PhotoReader;
  readonly describer: PhotoDescriber;
  readonly thumbs: PictureFiles;
  readonly work: IndexQueue;
  readonly analyses: Analyses;
  readonly hashes: PhotoHashes;
  readonly places: PlaceIntake;
  readonly text: PhotoText;
  readonly transact: Transact;
  readonly clock: () => number;
  readonly config: { readonly maxPhotoBytes: number };
  /** Told of failures that are not the photo's, as far as the server can tell. */
  readonly onUnknownError: (error: unknown) => void;
}

/** What was read of one photo, before it is written. */
interface Reading {
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
  readonly sha1: Uint8Array | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly tags: PhotoTags;
  readonly thumbnail: Thumbnail | null;
  /** Whether nothing of the picture was missing. */
  readonly complete: boolean;
  /** For the models; null when it was not asked for, or the photo is not decoded here. */
  readonly picture: RgbImage | null;
}

/** What came of a photo. */
export type Processed =
  | { readonly outcome: 'failed' }
  /** `id`: that it has from now on; `modelPicture`: what models may examine. */
  | { readonly outcome: 'indexed'; readonly id: number; readonly modelPicture: ModelPicture | null };

/** Indexes one photo: bytes from the source, facts and pixels from a process that decodes, then everything in one transaction. */
export class PhotoProcessor {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Brings the photo to `indexed` or `failed`.
   * @param size the longest side in px of the picture for the models; null when none is wanted
   * @throws TransientError when something is in the way that is not the photo's fault, and the reason of `signal`: the photo
   *   then waits as if it had not been tried
   */
  async process(
    photo: DuePhoto,
    node: SourceNode | PhotoError,
    size: number | null,
    signal: AbortSignal,
  ): Promise<Processed> {
    const { work, text, clock } = this.#with;
    try {
      if (node instanceof PhotoError) throw node;
      const reading = await this.#readTwice(photo, node, size, signal);
      const id = await this.#keep(photo, node, reading, signal);
      const { picture, width, height } = reading;
      const modelPicture = picture && width !== null && height !== null ? { picture, width, height } : null;
      return { outcome: 'indexed', id, modelPicture };
    } catch (error) {
      const trouble = await this.#troubleOf(error, signal);
      if (signal.aborted || trouble) {
        this.#write(() => {
          work.postpone(photo.id, clock());
        });
        throw trouble ?? error;
      }
      const known = error instanceof PhotoError || (isSourceError(error) && error.code !== 'bad_answer');
      if (!known) this.#with.onUnknownError(error);
      this.#write(() => {
        if (!(node instanceof PhotoError)) {
          const { kind, name, mediaType: mime, size } = node;
          work.identify(photo.id, { kind, name, mime, size });
        }
        work.fail(photo.id, { reason: photoReason(error), fault: photoFault(error) }, clock());
        // Lists show it from now on, by its name.
        text.refresh([photo.id]);
      });
      return { outcome: 'failed' };
    }
  }

  /**
   * What is in the way of all photos; undefined when it is this one's own. A read that takes too long is its photo's as
   * long as the store itself is well: one file on a bad spot of a disk would pause every cycle.
   */
  async #troubleOf(error: unknown, signal: AbortSignal): Promise<TransientError | undefined> {
    const trouble = transientErrorOf(error);
    if (trouble?.code !== 'timeout' || signal.aborted) return trouble;
    const health = await this.#with.source.health(signal).catch(() => undefined);
    return health?.reachable && health.loggedIn ? undefined : trouble;
  }

  /** Damage on the way is worth a second try. */
  async #readTwice(photo: DuePhoto, node: SourceNode, size: number | null, signal: AbortSignal): Promise<Reading> {
    try {
      return await this.#read(photo, node, size, signal);
    } catch (error) {
      const again = isSourceError(error) && error.code === 'integrity';
      if (!again || signal.aborted) throw error;
      return await this.#read(photo, node, size, signal);
    }
  }

  async #read(photo: DuePhoto, node: SourceNode, size: number | null, signal: AbortSignal): Promise<Reading> {
    // The source has tried; once it succeeds, the photo has another revision and is read anew.
    const unread = node.errors.find(({ field }) => field === 'content');
    if (unread) throw new PhotoError(`The photo source cannot read this photo: ${unread.message}`, 'unreadable');
    return node.kind === 'image' || node.kind === 'live'
      ? this.#readPicture(photo, node, size, signal)
      : this.#readVideoOrRaw(photo, node, signal);
  }

  async #readPicture(
    photo: DuePhoto,
    node: SourceNode,
    modelPicture: number | null,
    signal: AbortSignal,
  ): Promise<Reading> {
    const { source, reader, work, config } = this.#with;
    refuseTooManyBytes(node.size, config.maxPhotoBytes);
    const content = await source.open(photo.uid, { signal });
    const bytes = await readContent(content, { maxBytes: config.maxPhotoBytes, signal });
    this.#write(() => {
      work.take(photo.id);
    });
    const size = bytes.length;
    const { webp, thumbhash, hash, ...facts } = await reader.examine(bytes, modelPicture, signal);
    // A newer content than the node's has another hash; the sync will bring its node.
    if (node.sha1 !== null && content.rev === node.rev && Buffer.from(facts.sha1).toString('hex') !== node.sha1) {
      throw new SourceError('integrity', 'its SHA-1 is not the one that the source announced.');
    }
    return { ...facts, size, thumbnail: { webp, thumbhash, hash } };
  }

  /** Neither is decoded here: the store's own thumbnail shows it, and a RAW file's head tells its EXIF. */
  async #readVideoOrRaw(photo: DuePhoto, node: SourceNode, signal: AbortSignal): Promise<Reading> {
    const { work } = this.#with;
    const head = node.kind === 'raw' ? await this.#headOf(photo, node, signal) : null;
    const picture = await this.#with.source.thumbnail(photo.uid, 512, signal);
    this.#write(() => {
      work.take(photo.id);
    });
    const thumbnail = picture ? await this.#thumbnailFrom(picture.bytes, signal) : null;
    return {
      mime: node.mediaType,
      size: node.size,
      sha1: node.sha1 === null ? null : Buffer.from(node.sha1, 'hex'),
      width: node.media?.width ?? null,
      height: node.media?.height ?? null,
      tags: head ? await this.#with.reader.tags(head, signal) : {},
      thumbnail,
      complete: true,
      picture: null,
    };
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

  /** A thumbnail that cannot be read is none. */
  async #thumbnailFrom(bytes: Uint8Array, signal: AbortSignal): Promise<Reading['thumbnail']> {
    try {
      return await this.#with.reader.thumbnail(bytes, signal);
    } catch (error) {
      if (error instanceof PhotoError) return null;
      throw error;
    }
  }

  /** @returns the photo's id from now on */
  async #keep(photo: DuePhoto, node: SourceNode, reading: Reading, signal: AbortSignal): Promise<number> {
    const { describer, thumbs, work, analyses, hashes, places, text, clock } = this.#with;
    const [placed] = await describer.describe([{ node, tags: reading.tags }], signal);
    if (!placed) throw new Error('The photo was not described');
    const { mime, size, sha1, width, height, tags, thumbnail, complete } = reading;

    const id = sha1 ? this.#write(() => work.adopt(photo.id, sha1)) : photo.id;
    if (thumbnail) await thumbs.write(id, thumbnail.webp);
    this.#write(() => {
      const indexed: IndexedPhoto = {
        mime,
        size,
        width,
        height,
        ...placed.description,
        placeId: placed.place ? places.idOf(placed.place) : null,
        rev: photo.rev,
        sha1,
        thumbhash: thumbnail?.thumbhash ?? null,
        hasThumbnail: thumbnail !== null,
        fault: complete ? null : 'incomplete',
        exif: JSON.stringify(tags),
      };
      const known = work.holds(id, indexed);
      work.store(id, indexed, clock());
      if (known) analyses.keep(id);
      else analyses.wait(id);
      hashes.put(id, thumbnail?.hash ?? null);
      text.refresh([id]);
    });
    return id;
  }

  #write<T>(work: () => T): T {
    try {
      return this.#with.transact(work);
    } catch (error) {
      throw databaseError(error);
    }
  }
}
