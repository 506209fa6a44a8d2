import { rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { NotAuthentic, seal, unseal, writeWholeFile } from 'photofinch/plugin-api/toolkit';
import { BlockFiles } from './block-files.ts';
import { blockRows, type OpenBlock, type SealedBlock } from './block.ts';
import { CacheKeys } from './cache-keys.ts';
import {
  DamagedCache,
  decodeManifest,
  encodeManifest,
  type AttributesFile,
  type BlockFile,
  type Identity,
} from './manifest.ts';
import type { VectorStore } from './vector-store.ts';

const indexName = 'index';

/** The cache files with which an index starts quickly. See [Note: The cache of a vector index]. */
export class Sidecar {
  readonly #folder: string;
  readonly #identity: Identity;
  /** Null if the files are not encrypted. */
  readonly #keys: CacheKeys | null;
  readonly #files: BlockFiles;
  #blocks = new Map<string, BlockFile>();
  /** One for each block. */
  #attributes: readonly AttributesFile[] = [];

  /**
   * @param key of 32 bytes, which encrypts the files; null if they are not encrypted
   * @param threads for products with a sealed block
   */
  constructor(folder: string, identity: Identity, key: Uint8Array | null, threads = 1) {
    this.#folder = folder;
    this.#identity = identity;
    this.#keys = key && new CacheKeys(key, folder);
    this.#files = new BlockFiles(folder, identity.dimensions, { keys: this.#keys, threads });
  }

  /** Wipes the key. */
  close(): void {
    this.#keys?.wipe();
  }

  /**
   * Reads the saved index; null if there is none.
   * @param store an empty store
   * @throws DamagedCache, or an error of the disk
   */
  async load(store: VectorStore): Promise<{ store: VectorStore; watermark: bigint } | null> {
    const file = await readFile(this.#path(indexName)).catch(ignoreMissing);
    if (!file) return null;
    const { watermark, rows, blocks, attributes } = decodeManifest(this.#unsealed(file), this.#identity);
    store.table.resize(rows);
    try {
      for (const [index, block] of blocks.entries()) {
        await this.#files.readAttributes(attributes[index]!, store.table, index);
        const opened = block.rounded ? this.#files.openSealed(block) : this.#files.readOpen(block, store.product);
        store.blocks.push(await opened);
        await new Promise(setImmediate);
      }
    } catch (error) {
      await store.close();
      throw error;
    }
    store.collectFreeRows();
    this.#saved(store, blocks, attributes);
    // A kill between two renames leaves unnamed files, whose vectors would never be erased.
    await this.#removeUnnamed().catch(() => undefined);
    return { store, watermark };
  }

  /**
   * Writes what has changed. The store must not change in the meantime.
   * @param pause called between two pieces of work
   */
  async save(store: VectorStore, watermark: bigint, pause: () => Promise<void>): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const blocks: BlockFile[] = [];
    const attributes: AttributesFile[] = [];
    /** Blocks rewritten without the vectors of deleted rows. */
    const rewritten = new Map<number, SealedBlock>();
    const sealable = new Set(store.sealable());
    const present = new Set(await readdir(this.#folder));
    try {
      for (const [index, block] of store.blocks.entries()) {
        if (block.kind === 'open') blocks.push(await this.#saveOpen(block, present, sealable.has(index)));
        else if (block.hasLeftovers) {
          const files = await this.#rewrite(store, index, block);
          blocks.push(files);
          rewritten.set(index, await this.#files.openSealed(files));
        } else blocks.push(this.#blocks.get(block.file)!);
        attributes.push(await this.#saveAttributes(store, index, present));
        await pause();
      }
      const manifest = encodeManifest({ watermark, rows: store.table.length, blocks, attributes }, this.#identity);
      await writeWholeFile(this.#path(indexName), this.#sealed(manifest));
    } catch (error) {
      for (const block of rewritten.values()) await block.close();
      await this.#removeUnnamed().catch(() => undefined);
      throw error;
    }
    this.#saved(store, blocks, attributes);
    for (const [index, block] of store.blocks.entries()) if (block.kind === 'open') block.file = blocks[index]!.name;
    for (const [index, block] of rewritten) await store.seal(index, block);
    await this.#removeUnnamed();
  }

  /** Seals blocks that were saved for that. The store must not change in the meantime. */
  async seal(store: VectorStore, pause: () => Promise<void>): Promise<void> {
    for (const index of store.sealable()) {
      const saved = this.#blocks.get(store.blocks[index]!.file ?? '');
      if (saved?.rounded) await store.seal(index, await this.#files.openSealed(saved));
      await pause();
    }
  }

  /** Removes everything. */
  async discard(): Promise<void> {
    this.#blocks.clear();
    this.#attributes = [];
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Invalidates the cache, so that the index is filled again when it is opened next. */
  giveUp(): void {
    rmSync(this.#path(indexName), { force: true });
  }

  /** @param present the names of the files in the folder */
  async #saveOpen(
    { file, vectors, used }: OpenBlock,
    present: ReadonlySet<string>,
    sealable: boolean,
  ): Promise<BlockFile> {
    const entry = file === null ? undefined : this.#blocks.get(file);
    const saved = entry && namesOf(entry).every((name) => present.has(name)) ? entry : undefined;
    if (saved && (saved.rounded || !sealable)) return saved;
    return sealable ? this.#files.writeSealed(vectors, saved) : this.#files.write(vectors, used);
  }

  /** @param present the names of the files in the folder */
  async #saveAttributes({ table }: VectorStore, index: number, present: ReadonlySet<string>): Promise<AttributesFile> {
    const saved = table.changedBlocks.has(index) ? undefined : this.#attributes[index];
    return saved && present.has(saved.name) ? saved : this.#files.writeAttributes(table, index);
  }

  /** Writes a sealed block with zeros for deleted rows, which takes 32 MB of memory. @throws LostVectors */
  async #rewrite({ table }: VectorStore, index: number, block: SealedBlock): Promise<BlockFile> {
    const { dimensions } = this.#identity;
    const vectors = block.readAll();
    for (let row = 0; row < blockRows; row += 1) {
      if (!table.isLive(index * blockRows + row)) vectors.fill(0, row * dimensions, (row + 1) * dimensions);
    }
    return this.#files.writeSealed(vectors);
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  #sealed(index: Buffer): Buffer {
    return this.#keys ? seal(this.#keys.of(indexName), indexName, index) : index;
  }

  #unsealed(file: Buffer): Buffer {
    if (!this.#keys) return file;
    try {
      return unseal(this.#keys.of(indexName), indexName, file);
    } catch (error) {
      throw error instanceof NotAuthentic ? new DamagedCache('it is not authentic', { cause: error }) : error;
    }
  }

  /** Remembers that the saved files match the store. */
  #saved({ table }: VectorStore, blocks: readonly BlockFile[], attributes: readonly AttributesFile[]): void {
    this.#blocks = new Map(blocks.map((block) => [block.name, block]));
    this.#attributes = attributes;
    table.changedBlocks.clear();
  }

  async #removeUnnamed(): Promise<void> {
    const attributes = this.#attributes.map(({ name }) => name);
    const knownNames = new Set([indexName, ...[...this.#blocks.values()].flatMap(namesOf), ...attributes]);
    for (const name of await readdir(this.#folder)) {
      if (!knownNames.has(name)) await rm(this.#path(name), { force: true });
    }
  }
}

const namesOf = ({ name, rounded }: BlockFile): string[] => [name, ...(rounded ? [rounded.name] : [])];

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
