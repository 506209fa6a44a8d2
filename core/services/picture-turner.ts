import { sizedCache } from '../domain/sized-cache.ts';
import type { Turn } from '../domain/turn.ts';

/** Rotates a picture that the server made by the given degrees clockwise, off the main thread. */
export type TurnPicture = (bytes: Uint8Array, turned: Turn) => Promise<Buffer>;

/** The size of the cache in bytes: some hundred thumbnails, which fill a screen or two. */
const mostCached = 8 * 1024 * 1024;

/**
 * Rotates thumbnails and crops of photos that users have rotated. The files keep the photo's own orientation, so that a
 * crash cannot leave some rotated and some not; they are rotated on request, and browsers cache the result.
 */
export class PictureTurner {
  readonly #turn: TurnPicture;
  readonly #cache = sizedCache<Buffer>(mostCached);
  readonly #underWay = new Map<string, Promise<Buffer>>();

  constructor(turn: TurnPicture) {
    this.#turn = turn;
  }

  /** @param name identifies the picture and its version */
  async turned(name: string, bytes: Buffer, turned: Turn): Promise<Buffer> {
    if (turned === 0) return bytes;
    const key = `${name} ${turned}`;
    const known = this.#cache.get(key);
    if (known) return known;
    const work = this.#underWay.get(key) ?? this.#make(key, bytes, turned);
    this.#underWay.set(key, work);
    return work;
  }

  async #make(key: string, bytes: Buffer, turned: Turn): Promise<Buffer> {
    try {
      const made = await this.#turn(bytes, turned);
      this.#cache.set(key, made);
      return made;
    } finally {
      this.#underWay.delete(key);
    }
  }
}
