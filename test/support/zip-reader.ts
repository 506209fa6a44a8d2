import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { fromBuffer, open, type Entry, type ZipFile } from 'yauzl';

/** A file in an archive, as another program reads it. */
export interface ZippedFile {
  readonly name: string;
  readonly size: number;
  readonly bytes: Buffer;
  /** Epoch milliseconds, from the extended timestamp if there is one. */
  readonly moment: number;
  /** From the old timestamp, ISO 8601 without a zone. */
  readonly wallClock: string;
  /** Whether it is stored without compression. */
  readonly isStored: boolean;
}

/** All files of an archive. @throws Error if it is corrupt: sizes and checksums are verified */
export async function readZip(archive: Buffer): Promise<ZippedFile[]> {
  const zip = await promisify<Buffer, object, ZipFile>(fromBuffer)(archive, { lazyEntries: true });
  const files: ZippedFile[] = [];
  for await (const entry of entriesOf(zip)) {
    const stream = await promisify<Entry, import('node:stream').Readable>(zip.openReadStream.bind(zip))(entry);
    files.push({ ...factsOf(entry), bytes: await buffer(stream) });
  }
  return files;
}

/** The directory of an archive on the disk. */
export async function listZip(file: string): Promise<Omit<ZippedFile, 'bytes'>[]> {
  const zip = await promisify<string, object, ZipFile>(open)(file, { lazyEntries: true });
  const files: Omit<ZippedFile, 'bytes'>[] = [];
  for await (const entry of entriesOf(zip)) files.push(factsOf(entry));
  return files;
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  const ended = once(zip, 'end').then(() => null);
  for (;;) {
    const next = once(zip, 'entry').then(([entry]) => entry as Entry);
    next.catch(() => undefined);
    zip.readEntry();
    const entry = await Promise.race([next, ended]);
    if (!entry) return;
    yield entry;
  }
}

function factsOf(entry: Entry): Omit<ZippedFile, 'bytes'> {
  const dos = entry.getLastModDate({ timezone: 'UTC', forceDosFormat: true });
  return {
    name: entry.fileName,
    size: entry.uncompressedSize,
    moment: entry.getLastModDate().getTime(),
    wallClock: dos.toISOString().slice(0, 19),
    isStored: entry.compressionMethod === 0,
  };
}
