import sharp from 'sharp';
import type { Node } from '../../plugins/bridge-upstream/contract.ts';
import type { StoreUnderTest } from '../../plugins/bridge-upstream/kit/store-under-test.ts';
import type { FakeBridge } from './fake-bridge.ts';

/** The store behind a fake bridge, which notices changes and failures like a correct bridge. */
export class FakeBridgeStore implements StoreUnderTest {
  readonly #bridge: FakeBridge;

  constructor(bridge: FakeBridge) {
    this.#bridge = bridge;
  }

  async put(path: string, bytes: Uint8Array): Promise<void> {
    this.#bridge.put(path, bytes, { media: await sizeOf(bytes) });
  }

  remove(path: string): Promise<void> {
    this.#bridge.remove(path);
    return Promise.resolve();
  }

  rename(from: string, to: string): Promise<void> {
    this.#bridge.rename(from, to);
    return Promise.resolve();
  }

  touch(path: string): Promise<void> {
    this.#bridge.library.touch(path);
    return Promise.resolve();
  }

  vanish(): Promise<void> {
    this.#bridge.faults.health = { reachable: false, reason: 'unreachable' };
    return Promise.resolve();
  }

  empty(): Promise<void> {
    this.#bridge.faults.health = { reachable: false, reason: 'mass_disappearance' };
    return Promise.resolve();
  }

  wrongKey(): Promise<void> {
    this.#bridge.faults.health = { loggedIn: false, reason: 'wrong_key' };
    return Promise.resolve();
  }

  restore(): Promise<void> {
    this.#bridge.faults.health = {};
    return Promise.resolve();
  }

  rot(path: string): Promise<void> {
    this.#bridge.faults.rotten.add(this.#bridge.library.uidOf(path));
    return Promise.resolve();
  }

  expire(): Promise<void> {
    this.#bridge.library.expireCursors();
    return Promise.resolve();
  }
}

/** Displayed size in pixels; null if it is not a picture. */
async function sizeOf(bytes: Uint8Array): Promise<Node['media']> {
  try {
    const { autoOrient } = await sharp(bytes).metadata();
    return { ...autoOrient, duration: null };
  } catch {
    return null;
  }
}
