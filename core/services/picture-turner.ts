import { sizedCache } from '../domain/sized-cache.ts';
import type { Turn } from '../domain/turn.ts';

/** Rotates a picture that the server made by the given degrees clockwise, off the main thread. */
export type TurnPicture = (bytes: Uint8Array, turned: Turn) => Promise<Buffer>;

/** The size of the cache in bytes: some hundred thumbnails, which fill a screen or two. */
const maxCached = 8 * 1024 * 1024;

/**
 * Rotates thumbnails and crops of photos that users have rotated. The files keep the photo's own orientation, so that a
 * crash cannot leave some rotated and some not; they are rotated on request, and browsers cache the result.
 */
export class PictureTurner {
  readonly #turn: TurnPicture;
  readonly #cache = sizedCache<Buffer>(maxCached);
  readonly #underWay = new Map<string, Promise<Buffer>>();

  constructor(turn: TurnPicture) {
    this.#turn = turn;
  }

  /** @param name identifies the picture and its version */
  async turned(name: string, bytes: Buffer, turn: Turn): Promise<Buffer> {
    if (turn === 0) return bytes;
    const key = `${name} ${turn}`;
    const known = this.#cache.get(key);
    if (known) return known;
    const work = this.#underWay.get(key) ?? this.#make(key, bytes, turn);
    this.#underWay.set(key, work);
    return work;
  }

  async #make(key: string, bytes: Buffer, turn: Turn): Promise<Buffer> {
    try {
      const picture = await this.#turn(bytes, turn);
      this.#cache.set(key, picture);
      return picture;
    } finally {
      this.#underWay.delete(key);
    }
  }
}
