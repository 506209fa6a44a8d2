import { JobDeadly, JobFailure, JobPool, MemoryBudget, type JobAnswer } from 'photofinch/plugin-api/toolkit';
import type { PhotoKind, ThumbnailSize } from '../../contract.ts';
import type { Excerpt } from '../facts/excerpt.ts';

export interface PictureHeader {
  /** The stored size of the first picture; null if it is unreadable. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** See `exif-tags.ts`. */
  readonly tags: Readonly<Record<string, unknown>>;
}

/** Bytes that all decoding together may use, including the files. */
const maxMemory = 384 * 1024 * 1024;
/** Timeout for one picture in seconds. */
const patience = 30;
const idleStop = 20;

/** Maximum bytes of a thumbnail. */
const largestThumbnail = 16 * 1024 * 1024;

/** Reads pictures with native code in child processes, separate from this process, which has the keys of the store. */
export class Pictures {
  readonly #scanning: JobPool;
  readonly #thumbnails: JobPool;

  constructor() {
    const shared = { memory: new MemoryBudget(maxMemory), patience, idleStop };
    const pool = (processes: number, urgent: boolean): JobPool =>
      new JobPool('./picture-process', import.meta.url, { ...shared, processes, urgent });
    // Reading a header is faster than reading a file, so one process is enough. Headers do not wait for thumbnails.
    this.#scanning = pool(1, false);
    this.#thumbnails = pool(2, true);
  }

  async header(excerpt: Excerpt, signal = new AbortController().signal): Promise<PictureHeader> {
    const { parts } = excerpt;
    const facts = { size: excerpt.bytes.length, starts: parts.map(({ start }) => start) };
    const bytes = parts.map((part) => part.bytes);
    const answer = await unlessPictureFails(this.#scanning.run('header', facts, { bytes, signal }));
    const { width, height, tags } = (answer?.facts ?? {}) as { width?: unknown; height?: unknown; tags?: unknown };
    return {
      size: isSide(width) && isSide(height) ? { width, height } : null,
      tags: typeof tags === 'object' && tags !== null ? (tags as PictureHeader['tags']) : {},
    };
  }

  /** See `thumbnailPicture`. */
  async thumbnail(
    file: Buffer,
    { kind, size, signal }: { kind: PhotoKind; size: ThumbnailSize; signal: AbortSignal },
  ): Promise<Buffer | null> {
    const answer = await unlessPictureFails(
      this.#thumbnails.run('thumbnail', { kind, size }, { bytes: [file], signal }),
    );
    const [webp] = answer?.bytes ?? [];
    return webp && webp.length <= largestThumbnail ? Buffer.from(webp.buffer) : null;
  }

  async close(): Promise<void> {
    await Promise.all([this.#scanning.close(), this.#thumbnails.close()]);
  }
}

const isSide = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** Null for a picture that crashes the process or needs too much memory. */
async function unlessPictureFails(answer: Promise<JobAnswer>): Promise<JobAnswer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof JobFailure || error instanceof JobDeadly) return null;
    throw error;
  }
}
