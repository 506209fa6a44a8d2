import { sizedCache } from '../domain/sized-cache.ts';
import type { Turn } from '../domain/turn.ts';

/** Turns one of our own pictures by so many degrees clockwise, away from the main thread. */
export type TurnPicture = (bytes: Uint8Array, turned: Turn) => Promise<Buffer>;

/** Bytes: some hundred thumbnails, a screen or two of photos that were turned. */
const mostCached = 8 * 1024 * 1024;

/**
 * Thumbnails and crops of photos that people turned. Their files lie as the file of the photo has it upright, so that no
 * crash leaves one half turned; they are turned when they are asked for, and browsers keep what they got.
 */
export class PictureTurner {
  readonly #turn: TurnPicture;
  readonly #cache = sizedCache<Buffer>(mostCached);
  readonly #underWay = new Map<string, Promise<Buffer>>();

  constructor(turn: TurnPicture) {
    this.#turn = turn;
  }

  /** @param name tells the picture from all others, and from what it was before */
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
