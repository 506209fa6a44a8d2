import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { OpenBlock } from './block.ts';
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
      await onBlock(store, index);
    }
    store.collectFreeRows();
    this.#blocks = new Map(blocks.map((block) => [block.name, block]));
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
        if (known && (block.kind === 'sealed' || (await this.#isThere(known)))) blocks.push(known);
        else if (block.kind === 'open') blocks.push(await this.#writeBlock(block));
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
      if (block.kind === 'open') block.file = blocks[index]?.name ?? null;
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
    const bytes = this.#bytesOf(block, file.used);
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

  async #writeBlock(block: OpenBlock): Promise<BlockFile> {
    const name = `${randomBytes(8).toString('hex')}.vectors`;
    const bytes = this.#bytesOf(block, block.used);
    await writeFile(this.path(name), bytes);
    return { name, used: block.used, crc32: crc32(bytes) };
  }

  #bytesOf(block: OpenBlock, used: number): Buffer {
    return Buffer.from(block.vectors.buffer, 0, used * this.#identity.dimensions * 4);
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
