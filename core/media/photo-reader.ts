import { availableParallelism } from 'node:os';
import { DomainError } from '../domain/errors.ts';
import { photoFaults } from '../domain/photo-fault.ts';
import { turnSides, type Turn } from '../domain/turn.ts';
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
import { PhotoAnswer } from './photo-answer.ts';
import type { Examination, FacesFacts, FacesInput, ModelPicture, PhotoTags } from './photo-tasks.ts';
import type { Thumbnail } from './thumbnail.ts';

/** The size and rotation of a JPEG of a photo. */
export interface JpegForm {
  /** Degrees clockwise by which it is rotated. */
  readonly turned: Turn;
  /** Maximum of the longer side in px; the picture's own size if undefined. */
  readonly side?: number | undefined;
}

/** Bytes that nothing else uses, and that are released after they were read. */
export type OwnBytes = Uint8Array<ArrayBuffer>;

export interface PhotoReaderConfig {
  readonly maxPhotoPixels: number;
  /** Maximum bytes that all decoding may use together. */
  readonly photoMemory: number;
  /** Photos that are indexed concurrently. */
  readonly workers: number;
  /** Timeout for one picture in seconds, including HEIC; longer than decoding may take, to end a process that hangs. */
  readonly patience?: number;
}

const usualPatience = 180;

/** Seconds. */
const idleStop = 20;

/** Maximum bytes of a thumbnail or crop, and of pictures made from one. */
const largestPicture = 4 * 1024 * 1024;
const largestHash = 64;

/** Concurrent pictures for which users wait. */
const forPeople = 2;

/**
 * Decodes pictures in separate processes, since the bytes are untrusted. Pictures for which users wait have their own
 * processes, so that they do not wait for indexing, and do not slow it down.
 */
export class PhotoReader {
  readonly #indexing: JobPool;
  readonly #people: JobPool;
  readonly #maxPixels: number;

  constructor({ maxPhotoPixels, photoMemory, workers, patience = usualPatience }: PhotoReaderConfig) {
    this.#maxPixels = maxPhotoPixels;
    const settings: Omit<JobPoolSettings, 'processes'> = { memory: new MemoryBudget(photoMemory), patience, idleStop };
    const pool = (options: Pick<JobPoolSettings, 'processes' | 'urgent'>): JobPool =>
      new JobPool('./decode-process', import.meta.url, { ...settings, ...options });
    // More processes than processors would only need more memory.
    this.#indexing = pool({ processes: Math.min(workers, Math.max(2, availableParallelism())) });
    this.#people = pool({ processes: forPeople, urgent: true });
  }

  /** The ids of the current decoding processes, by purpose. */
  get pids(): { readonly indexing: number[]; readonly people: number[] } {
    return { indexing: this.#indexing.pids, people: this.#people.pids };
  }

  /**
   * Reads everything from a picture with a single decoding. `bytes` are used up.
   * @param modelSize the longest side in px of the picture for models; null if none is needed
   * @param isRaw whether it is a RAW file, which is represented by its largest preview
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

  /** Only the picture for models, its longest side at most `size` px. `bytes` are not modified. */
  async modelPicture(bytes: Uint8Array, size: number, signal?: AbortSignal, isRaw = false): Promise<ModelPicture> {
    const facts = { size, isRaw, maxPixels: this.#maxPixels };
    const answer = await this.#ask(this.#indexing, 'modelPicture', facts, bytes, signal);
    return { ...answer.sides(), picture: answer.picture(answer.bytes(0)) };
  }

  /** Crops and qualities of faces, in order. The pixels of the picture are used up. */
  async faces({ picture, ...input }: FacesInput, signal?: AbortSignal): Promise<readonly FaceView[]> {
    const { data, width, height } = picture;
    const facts: FacesFacts = { ...input, picture: { width, height } };
    const answer = await this.#ask(this.#indexing, 'faces', facts, data, signal);
    releaseMemory(data);
    return input.faces.map((_, index) => ({ quality: answer.share(index), crop: answer.bytes(index, largestPicture) }));
  }

  /** The picture rotated clockwise by these degrees. Its pixels are not modified. */
  async turnedPixels(picture: RgbImage, turn: Turn, signal?: AbortSignal): Promise<RgbImage> {
    const { data, width, height } = picture;
    const answer = await this.#ask(this.#indexing, 'turnPixels', { width, height, turned: turn }, data, signal);
    return answer.pixels(turnSides(picture, turn), answer.bytes(0));
  }

  /**
   * EXIF, XMP and IPTC from the parts of a file that contain them, and the size of its picture in px: upright, except for
   * formats whose container rotates it. `bytes` are used up.
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

  /** Makes a thumbnail from a store's preview. */
  async thumbnail(bytes: Uint8Array, signal?: AbortSignal): Promise<Thumbnail & { width: number; height: number }> {
    const answer = await this.#ask(this.#indexing, 'thumbnail', { maxPixels: this.#maxPixels }, bytes, signal);
    return { ...answer.sides(), ...thumbnailOf(answer, 0) };
  }

  /** In px, according to the header, without decoding; null if the header does not contain it. */
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
   * An upright JPEG of a picture that browsers cannot show: HEIC, TIFF, or the preview inside a RAW file; rotated clockwise
   * by these degrees. `bytes` are used up.
   * @param form.side maximum of the longer side in px; the picture's own size if undefined
   * @throws DomainError `not_an_image` if there is no picture, `too_large`
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

  /** One of our own thumbnails or crops, rotated clockwise by these degrees. */
  async turned(bytes: Uint8Array, turn: Turn, signal?: AbortSignal): Promise<Buffer> {
    const answer = await this.#ask(this.#people, 'turn', { turned: turn }, bytes, signal);
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
  ): Promise<PhotoAnswer> {
    let answer: JobAnswer;
    try {
      answer = await pool.run(task, facts, { bytes: [bytes], signal });
    } catch (error) {
      throw asPhotoError(error);
    }
    return new PhotoAnswer(answer);
  }
}

/** @param from the index of its first piece of bytes */
function thumbnailOf(answer: PhotoAnswer, from: number): Thumbnail {
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
  if (error.killed) {
    const why = 'The system ended the program that reads pictures over this file, twice: memory is probably short.';
    return new PhotoError(why, 'unreadable');
  }
  return error.late === undefined
    ? new PhotoError('The program that reads pictures broke down over this file, twice.')
    : new PhotoError(`Reading the picture took longer than ${error.late} seconds, twice.`);
}

/** The error for a picture that a user uploaded or requested. */
function asDomainError(error: unknown): unknown {
  if (!(error instanceof PhotoError)) return error;
  const kind = error instanceof PhotoMemoryError ? 'too_large' : 'not_an_image';
  return new DomainError(kind, error.message, { cause: error });
}

/** Decodes pictures that users upload, which are not photos of the library. */
export class UploadDecoder {
  readonly #reader: Pick<PhotoReader, 'rgb' | 'size'>;

  constructor(reader: Pick<PhotoReader, 'rgb' | 'size'>) {
    this.#reader = reader;
  }

  /** In px, according to the header, without decoding; null if the header does not contain it. */
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
