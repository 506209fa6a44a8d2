import { inTime, linkedSignal } from 'photofinch/plugin-api/toolkit';
import type { CatalogFile } from './catalog.ts';
import type { ContentSource, OpenedContent, ReadRequest } from './content-source.ts';
import { sameStamp, StoreError, type Driver, type FileRange, type StoreCondition } from './driver.ts';
import { BridgeError, storeFailure } from './errors.ts';
import type { Turns } from './turns.ts';

export interface FileContentParts {
  readonly driver: Pick<Driver, 'stat' | 'read'>;
  readonly turns: Turns;
  /** The condition of the store at the last scan. */
  readonly condition: () => StoreCondition;
  /** Called if a file differs from the journal, so that a scan notices the change. */
  readonly onChange: () => void;
  /** Milliseconds that the store may take for one call or one chunk. */
  readonly patience: number;
}

/** Reads the store's files, and guarantees that their content is the one that `rev` and `sha1` of the journal identify. */
export class FileContent implements ContentSource {
  readonly #parts: FileContentParts;

  constructor(parts: FileContentParts) {
    this.#parts = parts;
  }

  /**
   * Checks that the file still matches the journal.
   * @throws BridgeError `upstream_error` for a changed or missing file, or the condition of the store if that is bad;
   * StoreError
   */
  async confirm(file: CatalogFile, signal: AbortSignal): Promise<void> {
    const { driver, patience } = this.#parts;
    const stamp = await withinPatience(driver.stat(file.handle, signal), patience).catch((error: unknown) => {
      if (error instanceof StoreError && error.code === 'not_found') throw this.#changed(error);
      throw error;
    });
    if (!sameStamp(stamp, file.stamp)) throw this.#changed();
  }

  /** @throws BridgeError, StoreError like `confirm` */
  async open(file: CatalogFile, { signal }: ReadRequest): Promise<OpenedContent> {
    await this.confirm(file, signal);
    return {
      size: file.stamp.size,
      sha1: file.sha1,
      hasRanges: true,
      read: (range) => this.read(file, range, signal),
      close: () => undefined,
    };
  }

  /**
   * Exactly the bytes of `range`. The last chunk is sent only after the file was checked again, so that a file that changed
   * during the read never looks complete.
   *
   * The caller must consume the generator or call `return`; until then it occupies a turn and an open file.
   * @throws BridgeError, StoreError
   */
  async *read(file: CatalogFile, range: FileRange, signal: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
    const { driver, turns, patience } = this.#parts;
    const endTurn = await turns.take(signal);
    const stop = new AbortController();
    const reading = linkedSignal(signal, stop.signal);
    const pieces = driver.read(file.handle, range, reading.signal)[Symbol.asyncIterator]();
    let heldPiece: Uint8Array | undefined;
    let missing = range.end - range.start + 1;
    try {
      for (;;) {
        const step = await withinPatience(pieces.next(), patience);
        if (step.done) break;
        missing -= step.value.byteLength;
        if (missing < 0) throw this.#changed();
        if (heldPiece) yield heldPiece;
        heldPiece = step.value;
      }
      if (missing > 0) throw this.#changed();
      await this.confirm(file, signal);
      if (heldPiece) yield heldPiece;
    } catch (error) {
      throw error instanceof StoreError && error.code === 'not_found' ? this.#changed(error) : error;
    } finally {
      stop.abort();
      reading.release();
      // Not awaited: a read that hangs in the operating system keeps its turn, but must not block the caller.
      void Promise.resolve(pieces.return?.())
        .catch(() => undefined)
        .finally(endTurn);
    }
  }

  #changed(cause?: unknown): BridgeError {
    const { onChange, condition } = this.#parts;
    onChange();
    // If the store is unavailable, its files look missing.
    return (
      storeFailure(condition()) ??
      new BridgeError('upstream_error', 'The file is no longer as the last scan found it; the next one is due.', {
        cause,
      })
    );
  }
}

/**
 * The result of `work`, or an error after a time limit: reads from a network folder whose server is gone can hang in the
 * operating system forever, even after an abort.
 * @throws BridgeError `upstream_timeout`
 */
function withinPatience<T>(work: Promise<T>, patience: number): Promise<T> {
  const seconds = Math.round(patience / 1000);
  const tooLate = (): Error =>
    new BridgeError('upstream_timeout', `The store did not answer within ${seconds} seconds.`);
  return inTime(work, patience, tooLate);
}
