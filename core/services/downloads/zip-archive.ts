import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile, type Options } from 'yazl';

/** The time of a file: the instant, and the wall clock at the place of the photo. */
export interface FileTime {
  /** Epoch seconds. */
  readonly moment: number;
  /** ISO 8601 without zone. */
  readonly wallClock: string;
}

/** The last second that ZIP's extended timestamp can represent. */
const lastMoment = 2 ** 31 - 1;
/** The earliest time of the DOS timestamp. */
const firstShown = Date.UTC(1980, 0, 1);
const lastShown = Date.UTC(2107, 11, 31, 23, 59, 58);
/** From this size on, an entry needs the 64-bit format. */
const zip64From = 0xffff_ffff;

/**
 * A ZIP that is written while it is read. Files are stored without compression and followed by data descriptors. Memory
 * holds the bytes in transit and some hundred bytes per file for the central directory.
 */
export class ZipArchive {
  readonly #zip: ZipFile & { entries?: object[] } = new ZipFile();
  /** Written files, kept aside until the central directory is written. */
  #written: object[] = [];
  readonly #body: Readable;

  constructor() {
    const { outputStream } = this.#zip;
    if (!(outputStream instanceof Readable)) throw new Error('yazl writes to a stream of another kind.');
    this.#body = outputStream;
    // An error of yazl ends the archive, like an error of its producer.
    this.#zip.on('error', (error: Error) => {
      this.fail(error);
    });
  }

  /** The bytes of the archive. The stream is destroyed when its reader disconnects. */
  get body(): Readable {
    return this.#body;
  }

  /**
   * Adds a file, and resolves when all but its last bytes have been read.
   * @param length expected number of bytes; there may be fewer
   * @param contents must not throw: its end is the end of the file
   */
  async add(
    name: string,
    file: { readonly length: number; readonly time: FileTime; readonly contents: AsyncIterable<Uint8Array> },
  ): Promise<void> {
    const contents = Readable.from(file.contents, { objectMode: false });
    const stop = (): void => {
      contents.destroy(readerGone());
    };
    if (this.body.destroyed) {
      stop();
      throw readerGone();
    }
    this.body.once('close', stop);
    this.#setAside();
    try {
      const options = { ...timesOf(file.time), forceZip64Format: file.length >= zip64From };
      this.#zip.addReadStreamLazy(name, options, handOver(contents));
      await finished(contents);
    } finally {
      this.body.off('close', stop);
    }
  }

  /** Adds a small text. */
  addText(name: string, text: string, time: FileTime): void {
    this.#zip.addBuffer(Buffer.from(text), name, timesOf(time));
  }

  /** Writes the central directory, after all files have been added. */
  end(): void {
    if (this.#zip.entries) this.#zip.entries = [...this.#written, ...this.#zip.entries];
    this.#zip.end();
  }

  /**
   * Keeps written files away from yazl, which scans all its files for each one that it adds: with many files, that takes
   * longer than the copying.
   */
  #setAside(): void {
    const { entries = [] } = this.#zip;
    // The last one may still be in transit.
    if (entries.length > 1) this.#written.push(...entries.splice(0, entries.length - 1));
  }

  fail(error: Error): void {
    this.body.destroy(error);
  }
}

/** Hands over a stream without keeping a reference: yazl keeps the callback until the archive ends. */
function handOver(stream: Readable): (take: (error: null, stream: Readable) => void) => void {
  const streams = [stream];
  return (take) => {
    for (const pending of streams.splice(0)) take(null, pending);
  };
}

const readerGone = (): Error => new Error('The reader of the archive went away.');

/**
 * yazl reads the DOS timestamp with local getters, which return the wall clock here, and the extended timestamp from the
 * instant.
 */
class WallClockDate extends Date {
  readonly #shown: Date;

  constructor({ moment, wallClock }: FileTime) {
    super(moment * 1000);
    const time = Date.parse(`${wallClock.slice(0, 19)}Z`);
    this.#shown = new Date(Math.min(Math.max(Number.isNaN(time) ? moment * 1000 : time, firstShown), lastShown));
  }

  override getFullYear = (): number => this.#shown.getUTCFullYear();
  override getMonth = (): number => this.#shown.getUTCMonth();
  override getDate = (): number => this.#shown.getUTCDate();
  override getHours = (): number => this.#shown.getUTCHours();
  override getMinutes = (): number => this.#shown.getUTCMinutes();
  override getSeconds = (): number => this.#shown.getUTCSeconds();
}

function timesOf(time: FileTime): Pick<Options, 'mtime' | 'forceDosTimestamp' | 'compress'> & { compress: false } {
  return {
    compress: false,
    mtime: new WallClockDate(time),
    // yazl fails at instants before 1970, and would write a wrong one beyond the range of the extended timestamp.
    forceDosTimestamp: time.moment < 0 || time.moment > lastMoment,
  };
}
