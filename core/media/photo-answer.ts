import type { RgbImage } from '../plugin-api/ml-provider.ts';
import type { EmbeddedMovie, JobAnswer } from '../plugin-api/toolkit/index.ts';
import { PhotoError } from './photo-error.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Sides = Pick<RgbImage, 'width' | 'height'>;

/** The result of a decoding process. A picture may have compromised the process, so each field is validated. */
export class PhotoAnswer {
  readonly #facts: unknown;
  readonly #bytes: readonly Bytes[];

  constructor({ facts, bytes }: JobAnswer) {
    this.#facts = facts;
    this.#bytes = bytes;
  }

  get isNull(): boolean {
    return this.#facts === null;
  }

  /** The facts as an object, or one of them. */
  object(name?: string): Readonly<Record<string, unknown>> {
    const value = name === undefined ? this.#facts : this.object()[name];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong();
    return value as Readonly<Record<string, unknown>>;
  }

  text(name: string): string {
    const value = this.object()[name];
    if (typeof value !== 'string' || value.length > 100) throw wrong();
    return value;
  }

  is(name: string): boolean {
    const value = this.object()[name];
    if (typeof value !== 'boolean') throw wrong();
    return value;
  }

  /** An element of a list of numbers from 0 to 1. */
  share(index: number): number {
    const value: unknown = Array.isArray(this.#facts) ? this.#facts[index] : undefined;
    if (typeof value !== 'number' || !(value >= 0 && value <= 1)) throw wrong();
    return value;
  }

  sides(of: Readonly<Record<string, unknown>> = this.object()): Sides {
    const { width, height } = of;
    if (!isSide(width) || !isSide(height)) throw wrong();
    return { width, height };
  }

  /** The motion part inside a file of this size. */
  motion(size: number): EmbeddedMovie | null {
    if (this.object()['motion'] === null) return null;
    const { mediaType, start, length } = this.object('motion');
    const isMovie = mediaType === 'video/mp4' || mediaType === 'video/quicktime';
    if (!isMovie || !isSide(start) || !isSide(length) || start + length > size) throw wrong();
    return { mediaType, start, length };
  }

  /** @param limit the maximum length */
  bytes(index: number, limit = Infinity): Bytes {
    const piece = this.#bytes[index];
    if (!piece || piece.length > limit) throw wrong();
    return piece;
  }

  /** The picture for models; its size is in the facts. */
  picture(data: Bytes): RgbImage {
    return this.pixels(this.sides(this.object('picture')), data);
  }

  pixels(sides: Sides, data: Bytes): RgbImage {
    if (data.length !== sides.width * sides.height * 3) throw wrong();
    return { ...sides, data };
  }
}

const isSide = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

const wrong = (): PhotoError => new PhotoError('The program that reads pictures answered wrongly over this file.');
