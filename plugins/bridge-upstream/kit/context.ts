import { randomBytes } from 'node:crypto';
import type { Node, TimelineItem } from '../contract.ts';

import { hasStatus } from './expect.ts';
import type { Probe } from './probe.ts';
import { readNodes, readTimeline } from './reading.ts';
import { NotSupported, type StoreUnderTest } from './store-under-test.ts';
import { Skip } from './skip.ts';

export interface ContextOptions {
  readonly probe: Probe;
  readonly store?: StoreUnderTest | undefined;
  /** Seconds within which the bridge must notice a change of its store; it may scan only once a minute. */
  readonly patience?: number | undefined;
  /** The number of photos that are read completely; they are spread over the library. */
  readonly sample?: number | undefined;
}

/** A photo and its bytes. */
export interface Specimen {
  readonly node: Node;
  readonly bytes: Buffer;
}

type Verb = keyof StoreUnderTest;

/** Shared state of the checks of one run. */
export class Context {
  readonly probe: Probe;
  readonly patienceMs: number;
  /** The only folder in the store in which the kit writes. */
  readonly folder = `photofinch-kit-${randomBytes(4).toString('hex')}`;
  /** The current files in that folder, by path. */
  readonly written = new Map<string, Uint8Array>();
  readonly #store: StoreUnderTest | undefined;
  readonly #sample: number;
  #items: Promise<readonly TimelineItem[]> | undefined;
  #sampled: Promise<readonly Node[]> | undefined;
  #specimen: Promise<Specimen> | undefined;

  constructor({ probe, store, patience = 120, sample = 30 }: ContextOptions) {
    this.probe = probe;
    this.#store = store;
    this.patienceMs = patience * 1000;
    this.#sample = sample;
  }

  get canChangeStore(): boolean {
    return this.#store !== undefined;
  }

  /** The whole timeline, cached from the first call. */
  timeline(): Promise<readonly TimelineItem[]> {
    return (this.#items ??= readTimeline(this.probe).then(({ items }) => items));
  }

  /** Nodes of photos that are spread over the timeline, and of the kit's own photos; at least one. @throws Skip */
  sample(): Promise<readonly Node[]> {
    return (this.#sampled ??= this.#readSample());
  }

  /** The largest of the sampled photos that is not too large, with its bytes. @throws Skip */
  specimen(): Promise<Specimen> {
    return (this.#specimen ??= this.#readSpecimen());
  }

  /** Clears the caches, so that the library is read again. */
  forget(): void {
    this.#items = undefined;
    this.#sampled = undefined;
    this.#specimen = undefined;
  }

  async put(name: string, bytes: Uint8Array): Promise<string> {
    const path = `${this.folder}/${name}`;
    await this.change('put', path, bytes);
    this.written.set(path, bytes);
    return path;
  }

  async remove(path: string): Promise<void> {
    await this.change('remove', path);
    this.written.delete(path);
  }

  async rename(from: string, name: string): Promise<string> {
    const to = `${this.folder}/${name}`;
    await this.change('rename', from, to);
    this.written.set(to, this.written.get(from) ?? new Uint8Array());
    this.written.delete(from);
    return to;
  }

  /** Changes the store, and makes the bridge scan it if possible. @throws Skip */
  async change<V extends Verb>(verb: V, ...args: Parameters<NonNullable<StoreUnderTest[V]>>): Promise<void> {
    const store = this.#need();
    if (!store[verb]) throw new Skip(`The store cannot ${verb}.`);
    this.forget();
    try {
      await (store[verb] as (...values: unknown[]) => Promise<void>).apply(store, args);
    } catch (error) {
      if (error instanceof NotSupported) throw new Skip(`The store cannot ${verb}.`);
      throw error;
    }
    if (verb !== 'settle') await this.#settle(store);
  }

  /** Removes all files of the kit from the store. */
  async clean(): Promise<void> {
    for (const path of [...this.written.keys()]) await this.remove(path);
  }

  #need(): StoreUnderTest {
    if (!this.#store) throw new Skip('There is no hook that changes the store.');
    return this.#store;
  }

  async #settle(store: StoreUnderTest): Promise<void> {
    try {
      await store.settle?.();
    } catch (error) {
      if (!(error instanceof NotSupported)) throw error;
    }
  }

  async #readSample(): Promise<readonly Node[]> {
    const items = await this.timeline();
    if (items.length === 0) throw new Skip('The library is empty.');
    const step = Math.max(1, items.length / this.#sample);
    const ownNames = new Set([...this.written.keys()].map((path) => path.slice(path.lastIndexOf('/') + 1)));
    const picked = new Set<string>();
    for (let at = 0; at < items.length; at += step) picked.add(items[Math.floor(at)]?.uid ?? '');
    const nodes = await readNodes(this.probe, [...picked]);
    if (ownNames.size === 0) return nodes;
    const remaining = items.map(({ uid }) => uid).filter((uid) => !picked.has(uid));
    return [...nodes, ...(await readNodes(this.probe, remaining)).filter(({ name }) => ownNames.has(name))];
  }

  async #readSpecimen(): Promise<Specimen> {
    const usable = (await this.sample()).filter(
      ({ size, errors }) => size > 0 && size <= 2 ** 25 && errors.length === 0,
    );
    const [node] = usable.toSorted((a, b) => b.size - a.size);
    if (!node) throw new Skip('No photo between 1 byte and 32 MiB was found.');
    const response = await this.probe.send(`/photos/${node.uid}/full`);
    hasStatus(response, 200);
    return { node, bytes: response.body };
  }
}
