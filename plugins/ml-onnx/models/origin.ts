import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { checksumOf, type FileFacts } from './checksums.ts';
import type { PackFile } from './manifest.ts';
import { PullError } from './pull-error.ts';

/** A file's bytes on their way. */
export interface Opened {
  /** The position at which they really begin: 0 when the origin cannot begin in the middle. */
  readonly from: number;
  /** Of the whole file; undefined when the origin does not say. */
  readonly total?: number | undefined;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Where the files of a pack come from. */
export interface Origin {
  /**
   * What the origin says of a file whose checksum its pack does not know.
   * @throws PullError when nobody vouches for it
   */
  facts(file: PackFile, signal: AbortSignal): Promise<FileFacts>;
  /**
   * A file's bytes from a position on.
   * @throws PullError
   */
  open(file: PackFile, from: number, signal: AbortSignal): Promise<Opened>;
}

/** A folder with the files, in the pack's own order or all in one place. */
export class FolderOrigin implements Origin {
  readonly #folder: string;
  readonly #pack: string;

  constructor(folder: string, pack: string) {
    this.#folder = folder;
    this.#pack = pack;
  }

  /** A person's own folder is believed: a file that no pack knows is what it is, and the copy is held against it. */
  async facts(file: PackFile): Promise<FileFacts> {
    const { path, size } = await this.#find(file);
    return { bytes: size, checksum: { algorithm: 'sha256', hex: await checksumOf(path, 'sha256') } };
  }

  async open(file: PackFile, from: number, signal: AbortSignal): Promise<Opened> {
    const { path, size } = await this.#find(file);
    return { from, total: size, bytes: createReadStream(path, { start: from, signal }) };
  }

  async #find({ path }: PackFile): Promise<{ path: string; size: number }> {
    for (const candidate of [join(this.#pack, path), path, basename(path)]) {
      const found = join(this.#folder, candidate);
      const facts = await stat(found).catch(() => undefined);
      if (facts?.isFile()) return { path: found, size: facts.size };
    }
    throw new PullError(`The folder of --from has no ${path}: copy it there, or pull from the network.`);
  }
}
