import { randomBytes } from 'node:crypto';
import { openSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { blockRows, LostVectors, OpenBlock, type SealedBlock } from './block.ts';
import { DamagedCache, decodeManifest, encodeManifest, type BlockFile, type Identity } from './manifest.ts';
import { VectorStore } from './vector-store.ts';
import type { FloatProduct } from './products.ts';

const indexName = 'index';
const temporary = '.part';

/** Called with each block that was read; when it returns, the next one is. */
export type OnBlock = (store: VectorStore, index: number) => Promise<void>;

/** The files that make an index start fast. See [Note: The cache of a vector index]. */
export class Sidecar {
  readonly #folder: string;
  readonly #identity: Identity;
  #blocks = new Map<string, BlockFile>();

  constructor(folder: string, identity: Identity) {
    this.#folder = folder;
    this.#identity = identity;
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  /**
   * Reads what was saved; null where nothing was.
   * @throws DamagedCache, or whatever the disk says
   */
  async load(product: FloatProduct, onBlock: OnBlock): Promise<{ store: VectorStore; watermark: bigint } | null> {
    const file = await readFile(this.path(indexName)).catch(ignoreMissing);
    if (!file) return null;
    const store = new VectorStore(this.#identity.dimensions, product);
    const { watermark, blocks } = decodeManifest(file, this.#identity, store.table);
    for (const [index, block] of blocks.entries()) {
      store.blocks.push(await this.#readBlock(block, product));
      store.eraseLeftovers(index);
      await onBlock(store, index);
    }
    store.collectFreeRows();
    this.#blocks = new Map(blocks.map((block) => [block.name, block]));
    // A sudden end between two renames leaves files that nothing names, with vectors that nobody would erase.
    await this.#removeAllBut([...this.#blocks.keys()]).catch(() => undefined);
    return { store, watermark };
  }

  /**
   * Writes what changed. The store must not change meanwhile.
   * @param pause called between two pieces of work
   */
  async save(store: VectorStore, watermark: bigint, pause: () => Promise<void>): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const blocks: BlockFile[] = [];
    try {
      for (const block of store.blocks) {
        const known = block.file === null ? undefined : this.#blocks.get(block.file);
        if (known && block.kind === 'sealed') {
          blocks.push(block.hasLeftovers ? await this.#rewriteBlock(store, block, known) : known);
        } else if (known && (await this.#isThere(known))) blocks.push(known);
        else if (block.kind === 'open') blocks.push(await this.#writeBlock(block.vectors, block.used));
        await pause();
      }
      const part = this.path(indexName + temporary);
      await writeFile(part, encodeManifest({ watermark, blocks }, this.#identity, store.table));
      await rename(part, this.path(indexName));
    } catch (error) {
      await this.#removeAllBut([...this.#blocks.keys()]).catch(() => undefined);
      throw error;
    }
    this.#blocks = new Map(blocks.map((block) => [block.name, block]));
    for (const [index, block] of store.blocks.entries()) {
      const name = blocks[index]?.name ?? null;
      if (block.kind === 'open') block.file = name;
      else if (name !== null && name !== block.file) block.moveTo(name, openSync(this.path(name), 'r'));
    }
    await this.#removeAllBut([...this.#blocks.keys()]);
  }

  /** Removes everything. */
  async discard(): Promise<void> {
    this.#blocks.clear();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #readBlock(file: BlockFile, product: FloatProduct): Promise<OpenBlock> {
    const block = new OpenBlock(this.#identity.dimensions, product);
    const bytes = this.#bytesOf(block.vectors, file.used);
    const handle = await open(this.path(file.name));
    try {
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
      if (bytesRead !== bytes.length || (await handle.stat()).size !== bytes.length) {
        throw new DamagedCache('a block has another length');
      }
    } finally {
      await handle.close();
    }
    if (crc32(bytes) !== file.crc32) throw new DamagedCache("a block's checksum is wrong");
    block.used = file.used;
    block.file = file.name;
    return block;
  }

  async #writeBlock(vectors: Float32Array, used: number): Promise<BlockFile> {
    const name = `${randomBytes(8).toString('hex')}.vectors`;
    const bytes = this.#bytesOf(vectors, used);
    await writeFile(this.path(name), bytes);
    return { name, used, crc32: crc32(bytes) };
  }

  /** Writes a sealed block with zeros where rows went: 32 MB are in memory meanwhile. @throws LostVectors */
  async #rewriteBlock(store: VectorStore, block: SealedBlock, known: BlockFile): Promise<BlockFile> {
    const { dimensions } = this.#identity;
    const vectors = block.readAll();
    // What the disk damaged meanwhile must not get a checksum that says it is well.
    if (crc32(this.#bytesOf(vectors, blockRows)) !== known.crc32) throw new LostVectors(`${known.name} is damaged`);
    const first = store.blocks.indexOf(block) * blockRows;
    for (let row = 0; row < blockRows; row += 1) {
      if (!store.table.isLive(first + row)) vectors.fill(0, row * dimensions, (row + 1) * dimensions);
    }
    return this.#writeBlock(vectors, blockRows);
  }

  #bytesOf(vectors: Float32Array, used: number): Buffer {
    return Buffer.from(vectors.buffer, 0, used * this.#identity.dimensions * 4);
  }

  async #isThere({ name }: BlockFile): Promise<boolean> {
    return (await stat(this.path(name)).catch(ignoreMissing)) !== undefined;
  }

  async #removeAllBut(names: readonly string[]): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (name !== indexName && !names.includes(name)) await rm(this.path(name), { force: true });
    }
  }
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
