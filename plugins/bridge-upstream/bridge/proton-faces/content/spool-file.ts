import { createHash, randomBytes } from 'node:crypto';
import { PositionedCipher } from './positioned-cipher.ts';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { onAbort } from 'photofinch/plugin-api/toolkit';
import type { FileRange } from '../../driver.ts';
import { BridgeError } from '../../errors.ts';

/** Maximum bytes of a chunk. */
const pieceSize = 256 * 1024;

/**
 * A video during its download, in an unlinked file, which other processes cannot see and which disappears with this
 * process. Parts that have arrived can be read during the download. The last byte can only be read after the whole video
 * was verified, so that a failed download never looks complete. The file is encrypted with a key that exists only as long
 * as this object, so its blocks on the disk are useless afterwards.
 */
export class SpoolFile {
  readonly #file: FileHandle;
  readonly #hash = createHash('sha1');
  readonly #cipher = new PositionedCipher();
  #written = 0;
  #digest: string | undefined;
  #failure: Error | undefined;
  #waiting: (() => void)[] = [];

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async in(folder: string): Promise<SpoolFile> {
    const path = join(folder, `video-${randomBytes(8).toString('hex')}`);
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return new SpoolFile(file);
  }

  /** Bytes that have arrived. */
  get written(): number {
    return this.#written;
  }

  /** SHA-1 of the whole video; null before the end of the download. */
  get sha1(): string | null {
    return this.#digest ?? null;
  }

  /** @throws BridgeError if the disk is full */
  async push(piece: Uint8Array): Promise<void> {
    try {
      const encrypted = this.#cipher.apply(piece, this.#written);
      for (let at = 0; at < encrypted.byteLength;) {
        const { bytesWritten } = await this.#file.write(encrypted, at, encrypted.byteLength - at, this.#written + at);
        at += bytesWritten;
      }
    } catch (error) {
      const { code = 'unknown error' } = error as NodeJS.ErrnoException;
      throw new BridgeError(
        'upstream_error',
        `The video cannot be written to the folder of BRIDGE_DATA_DIR (${code}): see that its disk has room.`,
        { cause: error },
      );
    }
    this.#hash.update(piece);
    this.#written += piece.byteLength;
    this.#wake();
  }

  /**
   * To be called when everything has arrived.
   * @param check called with the sha1 of the whole video; throws if it is wrong
   */
  finish(check: (sha1: string) => void): void {
    const digest = this.#hash.digest('hex');
    check(digest);
    this.#digest = digest;
    this.#wake();
  }

  /** To be called if the download failed. */
  fail(error: Error): void {
    this.#failure = error;
    this.#wake();
  }

  /** The bytes of `range`, as they arrive. @throws the error of `fail`; the signal's reason */
  async *read({ start, end }: FileRange, signal: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
    for (let at = start; at <= end;) {
      signal.throwIfAborted();
      const safe = this.#digest === undefined ? this.#written - 1 : this.#written;
      const available = Math.min(safe, end + 1) - at;
      if (available <= 0) {
        if (this.#failure) throw this.#failure;
        if (this.#digest !== undefined) throw new Error('The video is shorter than it was announced.');
        await this.#more(signal);
        continue;
      }
      const buffer = Buffer.allocUnsafe(Math.min(available, pieceSize));
      const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) throw new Error('The file of the video ended early.');
      yield this.#cipher.apply(buffer.subarray(0, bytesRead), at);
      at += bytesRead;
    }
  }

  /** Closes the file, which frees its disk space. */
  close(): Promise<void> {
    return this.#file.close();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #more(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const stopListening = onAbort(signal, resolve);
      this.#waiting.push(() => {
        stopListening();
        resolve();
      });
    });
  }
}
