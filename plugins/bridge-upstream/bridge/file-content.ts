import { inTime } from 'photofinch/plugin-api/toolkit';
import type { CatalogFile } from './catalog.ts';
import type { ContentRange, ContentSource, OpenedContent, ReadRequest } from './content-source.ts';
import { StoreError, type Driver, type FileStamp, type StoreCondition } from './driver.ts';
import { BridgeError, storeFailure } from './errors.ts';
import type { Turns } from './turns.ts';

export interface FileContentParts {
  readonly driver: Pick<Driver, 'stat' | 'read'>;
  readonly turns: Turns;
  /** Condition of the store at the last scan. */
  readonly condition: () => StoreCondition;
  /** Called when a file is not as the journal has it, so that a scan finds out. */
  readonly onChange: () => void;
  /** Milliseconds that the store may take for one answer or one piece. */
  readonly patience: number;
}

/** Reads the store's files, and guarantees the content that `rev` and `sha1` of the journal identify. */
export class FileContent implements ContentSource {
  readonly #parts: FileContentParts;

  constructor(parts: FileContentParts) {
    this.#parts = parts;
  }

  /**
   * Checks that the file is still as the journal describes it.
   * @throws BridgeError `upstream_error` for a changed or missing file, the condition of the store when that is bad;
   *   StoreError
   */
  async confirm(file: CatalogFile, signal: AbortSignal): Promise<void> {
    const { driver, patience } = this.#parts;
    const stamp = await answered(driver.stat(file.handle, signal), patience).catch((error: unknown) => {
      if (error instanceof StoreError && error.code === 'not_found') throw this.#changed(error);
      throw error;
    });
    if (!sameStamp(stamp, file.stamp)) throw this.#changed();
  }

  /** @throws BridgeError, StoreError as `confirm` does */
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
   * Exactly the bytes of `range`. The last piece follows only after another check of the file, so that a file which
   * changed during the read never looks complete.
   *
   * To be consumed or returned; until then it holds a turn and an open file.
   * @throws BridgeError, StoreError
   */
  async *read(file: CatalogFile, range: ContentRange, signal: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
    const { driver, turns, patience } = this.#parts;
    const endTurn = await turns.take(signal);
    const stop = new AbortController();
    const pieces = driver.read(file.handle, range, AbortSignal.any([signal, stop.signal]))[Symbol.asyncIterator]();
    let held: Uint8Array | undefined;
    let missing = range.end - range.start + 1;
    try {
      for (;;) {
        const step = await answered(pieces.next(), patience);
        if (step.done) break;
        missing -= step.value.byteLength;
        if (missing < 0) throw this.#changed();
        if (held) yield held;
        held = step.value;
      }
      if (missing > 0) throw this.#changed();
      await this.confirm(file, signal);
      if (held) yield held;
    } catch (error) {
      throw error instanceof StoreError && error.code === 'not_found' ? this.#changed(error) : error;
    } finally {
      stop.abort();
      // Not awaited: a read that hangs in the operating system keeps its turn, and must not block the caller.
      void Promise.resolve(pieces.return?.())
        .catch(() => undefined)
        .finally(endTurn);
    }
  }

  #changed(cause?: unknown): BridgeError {
    const { onChange, condition } = this.#parts;
    onChange();
    // A store that is away looks like one whose files are gone.
    return (
      storeFailure(condition()) ??
      new BridgeError('upstream_error', 'The file is no longer as the last scan found it; the next one is due.', {
        cause,
      })
    );
  }
}

const sameStamp = (a: FileStamp, b: FileStamp): boolean =>
  a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;

/**
 * The result of `work`, or an error after a time limit: reads of a network folder without its server can hang in the
 * operating system for ever, even after an abort.
 * @throws BridgeError `upstream_timeout`
 */
function answered<T>(work: Promise<T>, patience: number): Promise<T> {
  const seconds = Math.round(patience / 1000);
  const tooLate = (): Error =>
    new BridgeError('upstream_timeout', `The store did not answer within ${seconds} seconds.`);
  return inTime(work, patience, tooLate);
}
