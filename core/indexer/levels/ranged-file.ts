import { SourceError } from '../../plugin-api/errors.ts';
import { metadataBytes, type ByteSource } from '../../plugin-api/toolkit/index.ts';
import type { SourceNode } from '../../plugin-api/photo-source.ts';
import type { OwnBytes } from '../../media/photo-reader.ts';
import { discard, readContent, readHead } from '../read-content.ts';
import type { CheckedSource } from '../sync/checked-source.ts';

/** The limits for one file that is read in parts, regardless of what its header claims. */
const usualLimits = { reads: 12, bytes: 4 * 1024 * 1024 };

/** The source responds to a range with the whole photo, so reading a part would cost all of it. */
export class CannotSeek extends SourceError {
  constructor() {
    super('bad_answer', 'The photo source gives out this photo as a whole alone.');
  }
}

interface Part {
  readonly start: number;
  readonly bytes: OwnBytes;
}

/** An original of which parts are read from the source, each part only once. */
export class RangedFile implements ByteSource {
  readonly size: number;
  readonly #uid: string;
  readonly #source: CheckedSource;
  readonly #signal: AbortSignal;
  readonly #parts: Part[] = [];
  readonly #most: typeof usualLimits;
  #reads = 0;
  #bytes = 0;

  constructor(
    node: Pick<SourceNode, 'uid' | 'size'>,
    source: CheckedSource,
    signal: AbortSignal,
    limits = usualLimits,
  ) {
    this.size = node.size;
    this.#uid = node.uid;
    this.#source = source;
    this.#signal = signal;
    this.#most = limits;
  }

  /** The number of requested bytes. */
  get bytesRead(): number {
    return this.#bytes;
  }

  /** Everything that was read. */
  get parts(): readonly Part[] {
    return this.#parts;
  }

  /**
   * Empty if too much was read of this file.
   * @param minimum the minimum number of bytes that are fetched at once
   * @throws CannotSeek, SourceError
   */
  async read(start: number, length: number, minimum = metadataBytes): Promise<Buffer> {
    const end = Math.min(start + length, this.size);
    if (start < 0 || start >= end) return Buffer.alloc(0);
    const part = this.#parts.find(
      (candidate) => candidate.start <= start && candidate.start + candidate.bytes.length >= end,
    );
    const { start: from, bytes } = part ?? (await this.#fetch(start, Math.max(length, minimum)));
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(start - from, end - from);
  }

  async #fetch(start: number, length: number): Promise<Part> {
    const end = Math.min(this.size, start + length);
    const size = end - start;
    if (this.#reads >= this.#most.reads || this.#bytes + size > this.#most.bytes)
      return { start, bytes: new Uint8Array() };
    this.#reads += 1;
    this.#bytes += size;
    const content = await this.#source.open(this.#uid, { range: { start, end: end - 1 }, signal: this.#signal });
    const isWhole = content.range === null;
    if (isWhole && content.totalLength > metadataBytes) {
      discard(content);
      throw new CannotSeek();
    }
    if (content.range && content.range.start !== start) {
      discard(content);
      throw new SourceError(
        'bad_answer',
        'The photo source answered with another part of a photo than it was asked for.',
      );
    }
    const options = { maxBytes: Infinity, signal: this.#signal };
    const bytes = isWhole ? await readContent(content, options) : await readHead(content, size, options);
    const part = { start: isWhole ? 0 : start, bytes };
    this.#parts.push(part);
    return part;
  }
}
