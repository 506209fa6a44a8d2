import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { NotSupported, type StoreUnderTest } from '../../plugins/bridge-upstream/kit/store-under-test.ts';
import type { EditedStore } from './edited-store.ts';

export interface TestedStoreOptions {
  readonly edited: EditedStore;
  /** The folder of the stored bytes, encrypted or not. */
  readonly bytesAt: string;
  /** Creates a store of the same kind with another key in a folder; undefined for stores without a key. */
  readonly makeForeign?: ((folder: string) => void) | undefined;
  /**
   * Functions for a store that is a mount, whose folder looks empty when unmounted. Without them, `bytesAt` itself is
   * moved away.
   */
  readonly mount?: { mount(): void; unmount(): void } | undefined;
  /** Whether the store detects corrupt bytes. */
  readonly isAuthenticated: boolean;
  /** Called after each change. */
  readonly onChange: () => void;
}

/** A real store on disk that can be damaged. */
export class TestedStore implements StoreUnderTest {
  readonly #options: TestedStoreOptions;
  /** The paths of the stored bytes, by a file's unencrypted path. */
  readonly #places = new Map<string, string>();
  #repair: (() => void) | undefined;

  constructor(options: TestedStoreOptions) {
    this.#options = options;
  }

  put(path: string, bytes: Uint8Array): Promise<void> {
    const before = new Set(this.#files());
    this.#options.edited.put(path, Buffer.from(bytes));
    const place = this.#files().find(
      (file) => !before.has(file) && !file.endsWith('.name') && !file.endsWith('.diriv'),
    );
    if (place !== undefined) this.#places.set(path, place);
    return this.#done();
  }

  remove(path: string): Promise<void> {
    this.#options.edited.remove(path);
    this.#places.delete(path);
    return this.#done();
  }

  rename(from: string, to: string): Promise<void> {
    this.#options.edited.rename(from, to);
    this.#places.delete(from);
    return this.#done();
  }

  touch(path: string): Promise<void> {
    const time = Date.now() / 1000 - 3600;
    utimesSync(this.#place(path), time, time);
    return this.#done();
  }

  vanish(): Promise<void> {
    if (this.#options.mount) return Promise.reject(new NotSupported('What vanishes with a mount is an empty folder.'));
    this.#replace(() => undefined);
    return this.#done();
  }

  empty(): Promise<void> {
    const { mount } = this.#options;
    if (mount) {
      mount.unmount();
      this.#repair = () => {
        mount.mount();
      };
    } else {
      this.#replace((folder) => {
        mkdirSync(folder);
      });
    }
    return this.#done();
  }

  wrongKey(): Promise<void> {
    const { makeForeign } = this.#options;
    if (!makeForeign) return Promise.reject(new NotSupported('There is no key.'));
    this.#replace(makeForeign);
    return this.#done();
  }

  restore(): Promise<void> {
    this.#repair?.();
    this.#repair = undefined;
    return this.#done();
  }

  rot(path: string): Promise<void> {
    if (!this.#options.isAuthenticated) return Promise.reject(new NotSupported('A plain folder does not notice.'));
    const place = this.#place(path);
    const { atime, mtime } = statSync(place);
    const bytes = readFileSync(place);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 0x40;
    writeFileSync(place, bytes);
    utimesSync(place, atime, mtime);
    return this.#done();
  }

  #done(): Promise<void> {
    this.#options.onChange();
    return Promise.resolve();
  }

  #place(path: string): string {
    const place = this.#places.get(path);
    if (place === undefined) throw new Error(`nobody saw where ${path} was put`);
    return place;
  }

  #files(): string[] {
    const { bytesAt } = this.#options;
    return readdirSync(bytesAt, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  }

  /** Replaces the store with something else, until `restore`. */
  #replace(make: (folder: string) => void): void {
    const { bytesAt } = this.#options;
    const aside = `${bytesAt}-aside`;
    renameSync(bytesAt, aside);
    make(bytesAt);
    this.#repair = () => {
      if (existsSync(bytesAt)) rmSync(bytesAt, { recursive: true });
      renameSync(aside, bytesAt);
    };
  }
}
