import { availableParallelism } from 'node:os';
import { DomainError } from '../domain/errors.ts';
import { photoFaults } from '../domain/photo-fault.ts';
import { turnedSides, type Turn } from '../domain/turn.ts';
import type { RgbImage } from '../plugin-api/ml-provider.ts';
import {
  releaseMemory,
  JobDeadly,
  JobFailure,
  JobPool,
  MemoryBudget,
  type JobAnswer,
  type JobPoolSettings,
} from '../plugin-api/toolkit/index.ts';
import type { FaceView } from './face-crop.ts';
import { PhotoError, PhotoMemoryError } from './photo-error.ts';
import { Answered } from './photo-answer.ts';
import type { Examination, FacesFacts, FacesInput, ModelPicture, PhotoTags } from './photo-tasks.ts';
import type { Thumbnail } from './thumbnail.ts';

/** Size and quality of a JPEG of a photo. */
export interface JpegForm {
  /** Degrees clockwise by which it is turned. */
  readonly turned: Turn;
  /** px of the longer side at most; the picture's own when undefined. */
  readonly side?: number | undefined;
}

/** Bytes with no other user, which are released after they were read. */
export type OwnBytes = Uint8Array<ArrayBuffer>;

export interface PhotoReaderConfig {
  readonly maxPhotoPixels: number;
  /** Bytes that all decoding together may take. */
  readonly photoMemory: number;
  /** Photos indexed at once. */
  readonly workers: number;
  /** Seconds for one picture, HEIC included; longer than decoding itself may take: this ends a process that hangs. */
  readonly patience?: number;
}

const usualPatience = 180;

/** Seconds. */
const idleStop = 20;

/** Bytes of a thumbnail or crop, and of pictures made from one. */
const largestPicture = 4 * 1024 * 1024;
const largestHash = 64;

/** Pictures at once that people wait for. */
const forPeople = 2;

/**
 * Where bytes of pictures become facts and pixels: processes of their own, since the bytes come from strangers. Those for
 * which a person waits have processes of their own, so that they wait for no indexing, and cost no photo anything.
 */
export class PhotoReader {
  readonly #indexing: JobPool;
  readonly #people: JobPool;
  readonly #maxPixels: number;

  constructor({ maxPhotoPixels, photoMemory, workers, patience = usualPatience }: PhotoReaderConfig) {
    this.#maxPixels = maxPhotoPixels;
    const settings: Omit<JobPoolSettings, 'processes'> = { memory: new MemoryBudget(photoMemory), patience, idleStop };
    const pool = (more: Pick<JobPoolSettings, 'processes' | 'urgent'>): JobPool =>
      new JobPool('./decode-process', import.meta.url, { ...settings, ...more });
    // More than there are processors would only take memory.
    this.#indexing = pool({ processes: Math.min(workers, Math.max(2, availableParallelism())) });
    this.#people = pool({ processes: forPeople, urgent: true });
  }

  /** The ids of the processes that decode now, by purpose. */
  get pids(): { readonly indexing: number[]; readonly people: number[] } {
    return { indexing: this.#indexing.pids, people: this.#people.pids };
  }

  /**
   * Everything about a picture, from one decoding. `bytes` are used up.
   * @param modelSize the longest side in px of the picture for the models; null when none is wanted
   * @param isRaw whether it is a RAW file, which its largest preview shows
   */
  async examine(bytes: OwnBytes, modelSize: number | null, signal?: AbortSignal, isRaw = false): Promise<Examination> {
    const facts = { modelSize, isRaw, maxPixels: this.#maxPixels };
    const answer = await this.#ask(this.#indexing, 'examine', facts, bytes, signal);
    const { length } = bytes;
    releaseMemory(bytes);
    return {
      mime: answer.text('mime'),
      ...answer.sides(),
      tags: answer.object('tags') as PhotoTags,
      motion: answer.motion(length),
      complete: answer.is('complete'),
      sha1: answer.bytes(0, 20),
      ...thumbnailOf(answer, 1),
      picture: modelSize === null ? null : answer.picture(answer.bytes(4)),
    };
  }

  /** The picture for the models alone, its longest side at most `size` px. `bytes` stay as they are. */
  async modelPicture(bytes: Uint8Array, size: number, signal?: AbortSignal, isRaw = false): Promise<ModelPicture> {
    const facts = { size, isRaw, maxPixels: this.#maxPixels };
    const answer = await this.#ask(this.#indexing, 'modelPicture', facts, bytes, signal);
    return { ...answer.sides(), picture: answer.picture(answer.bytes(0)) };
  }

  /** Crops and qualities of faces, in their order. The pixels of the picture are used up. */
  async faces({ picture, ...input }: FacesInput, signal?: AbortSignal): Promise<readonly FaceView[]> {
    const { data, width, height } = picture;
    const facts: FacesFacts = { ...input, picture: { width, height } };
    const answer = await this.#ask(this.#indexing, 'faces', facts, data, signal);
    releaseMemory(data);
    return input.faces.map((_, index) => ({ quality: answer.share(index), crop: answer.bytes(index, largestPicture) }));
  }

  /** The picture turned by so many degrees clockwise. Its pixels stay as they are. */
  async turnedPixels(picture: RgbImage, turned: Turn, signal?: AbortSignal): Promise<RgbImage> {
    const { data, width, height } = picture;
    const answer = await this.#ask(this.#indexing, 'turnPixels', { width, height, turned }, data, signal);
    return answer.pixels(turnedSides(picture, turned), answer.bytes(0));
  }

  /**
   * EXIF, XMP and IPTC from the parts of a file in which they stand, and the sides of its picture in px: upright, but where
   * the container turns it. `bytes` are used up.
   */
  async head(
    bytes: OwnBytes,
    signal?: AbortSignal,
  ): Promise<{ tags: PhotoTags; sides: { width: number; height: number } | null }> {
    const answer = await this.#ask(this.#indexing, 'head', {}, bytes, signal);
    releaseMemory(bytes);
    return {
      tags: answer.object('tags') as PhotoTags,
      sides: answer.is('isSized') ? answer.sides(answer.object('sides')) : null,
    };
  }

  /** EXIF, XMP and IPTC from the first part of a file. */
  async tags(bytes: Uint8Array, signal?: AbortSignal): Promise<PhotoTags> {
    return (await this.#ask(this.#indexing, 'tags', {}, bytes, signal)).object() as PhotoTags;
  }

  /** Makes a thumbnail from the preview of a store. */
  async thumbnail(bytes: Uint8Array, signal?: AbortSignal): Promise<Thumbnail & { width: number; height: number }> {
    const answer = await this.#ask(this.#indexing, 'thumbnail', { maxPixels: this.#maxPixels }, bytes, signal);
    return { ...answer.sides(), ...thumbnailOf(answer, 0) };
  }

  /** In px, as the header says before anything is decoded; null when it says nothing. */
  async size(bytes: Uint8Array, signal?: AbortSignal): Promise<{ width: number; height: number } | null> {
    const answer = await this.#ask(this.#people, 'size', {}, bytes, signal);
    return answer.isNull ? null : answer.sides();
  }

  /** The picture upright in 8-bit sRGB, its longest side at most `size` px. */
  async rgb(bytes: Uint8Array, size: number, signal?: AbortSignal): Promise<RgbImage> {
    const answer = await this.#ask(this.#people, 'rgb', { size, maxPixels: this.#maxPixels }, bytes, signal);
    return answer.pixels(answer.sides(), answer.bytes(0));
  }

  /**
   * An upright JPEG of a picture that browsers cannot show: HEIC, TIFF, or the preview inside a RAW file; turned by so many
   * degrees clockwise. `bytes` are used up.
   * @param form.side px of the longer side at most; the picture's own when undefined
   * @throws DomainError `not_an_image` when there is nothing to show, `too_large`
   */
  async toJpeg(bytes: OwnBytes, form: JpegForm, signal: AbortSignal): Promise<Buffer> {
    try {
      const answer = await this.#ask(this.#people, 'jpeg', { maxPixels: this.#maxPixels, ...form }, bytes, signal);
      releaseMemory(bytes);
      return Buffer.from(answer.bytes(0).buffer);
    } catch (error) {
      throw asDomainError(error);
    }
  }

  /** One of our own thumbnails or crops, turned by so many degrees clockwise. */
  async turned(bytes: Uint8Array, turned: Turn, signal?: AbortSignal): Promise<Buffer> {
    const answer = await this.#ask(this.#people, 'turn', { turned }, bytes, signal);
    return Buffer.from(answer.bytes(0, largestPicture));
  }

  async close(): Promise<void> {
    await Promise.all([this.#indexing.close(), this.#people.close()]);
  }

  /** @throws PhotoError, ProcessBroken, or the reason of `signal` */
  async #ask(
    pool: JobPool,
    task: string,
    facts: object,
    bytes: Uint8Array,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<Answered> {
    let answer: JobAnswer;
    try {
      answer = await pool.run(task, facts, { bytes: [bytes], signal });
    } catch (error) {
      throw asPhotoError(error);
    }
    return new Answered(answer);
  }
}

/** @param from the first of its pieces of bytes */
function thumbnailOf(answer: Answered, from: number): Thumbnail {
  const hash = answer.bytes(from + 2, largestHash);
  return {
    webp: answer.bytes(from, largestPicture),
    thumbhash: answer.bytes(from + 1, largestHash),
    hash: hash.length > 0 ? hash : null,
  };
}

function asPhotoError(error: unknown): unknown {
  if (error instanceof JobFailure) {
    const fault = photoFaults.find((name) => error.kind === `photo ${name}`);
    if (fault) return new PhotoError(error.message, fault);
    return error.kind === 'memory' ? new PhotoMemoryError(`${error.message} (PHOTO_MEMORY).`) : error;
  }
  if (!(error instanceof JobDeadly)) return error;
  return error.late === undefined
    ? new PhotoError('The program that reads pictures broke down over this file, twice.')
    : new PhotoError(`Reading the picture took longer than ${error.late} seconds, twice.`);
}

/** The error for a picture that a person sent or asked for. */
function asDomainError(error: unknown): unknown {
  if (!(error instanceof PhotoError)) return error;
  const kind = error instanceof PhotoMemoryError ? 'too_large' : 'not_an_image';
  return new DomainError(kind, error.message, { cause: error });
}

/** Decodes pictures that people send, which are no photos of the library. */
export class UploadDecoder {
  readonly #reader: Pick<PhotoReader, 'rgb' | 'size'>;

  constructor(reader: Pick<PhotoReader, 'rgb' | 'size'>) {
    this.#reader = reader;
  }

  /** In px, as the header says before anything is decoded; null when it says nothing. */
  async size(bytes: Uint8Array, signal: AbortSignal): Promise<{ width: number; height: number } | null> {
    try {
      return await this.#reader.size(bytes, signal);
    } catch (error) {
      throw asDomainError(error);
    }
  }

  /** Upright, the longest side at most `longestSide` px. @throws DomainError `not_an_image`, `too_large` */
  async decode(bytes: Uint8Array, longestSide: number, signal: AbortSignal): Promise<RgbImage> {
    try {
      return await this.#reader.rgb(bytes, longestSide, signal);
    } catch (error) {
      throw asDomainError(error);
    }
  }
}
