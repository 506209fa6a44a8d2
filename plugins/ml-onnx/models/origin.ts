import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { checksumOf, type FileFacts } from './checksums.ts';
import type { PackFile } from './manifest.ts';
import { PullError } from './pull-error.ts';

/** A download of a file. */
export interface FileDownload {
  /** The position at which the bytes begin: 0 if the origin cannot resume. */
  readonly from: number;
  /** The size of the whole file; undefined if the origin does not say. */
  readonly total?: number | undefined;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A source of a pack's files. */
export interface Origin {
  /**
   * Facts about a file whose checksum is not in its pack.
   * @throws PullError if there is no checksum
   */
  facts(file: PackFile, signal: AbortSignal): Promise<FileFacts>;
  /**
   * The bytes of a file from a position on.
   * @throws PullError
   */
  open(file: PackFile, from: number, signal: AbortSignal): Promise<FileDownload>;
}

/** A folder with the files, with the pack's subfolders or without. */
export class FolderOrigin implements Origin {
  readonly #folder: string;
  readonly #pack: string;

  constructor(folder: string, pack: string) {
    this.#folder = folder;
    this.#pack = pack;
  }

  /** The person's folder is trusted: if a file has no known checksum, its own is used to verify the copy. */
  async facts(file: PackFile): Promise<FileFacts> {
    const { path, size } = await this.#find(file);
    return { bytes: size, checksum: { algorithm: 'sha256', hex: await checksumOf(path, 'sha256') } };
  }

  async open(file: PackFile, from: number, signal: AbortSignal): Promise<FileDownload> {
    const { path, size } = await this.#find(file);
    return { from, total: size, bytes: createReadStream(path, { start: from, signal }) };
  }

  async #find({ path }: PackFile): Promise<{ path: string; size: number }> {
    for (const candidate of [join(this.#pack, path), path, basename(path)]) {
      const location = join(this.#folder, candidate);
      const facts = await stat(location).catch(() => undefined);
      if (facts?.isFile()) return { path: location, size: facts.size };
    }
    throw new PullError(`The folder of --from has no ${path}: copy it there, or pull from the network.`);
  }
}
