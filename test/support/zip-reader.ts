import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { fromBuffer, open, type Entry, type ZipFile } from 'yauzl';

/** A file in an archive, as another program finds it. */
export interface ZippedFile {
  readonly name: string;
  readonly size: number;
  readonly bytes: Buffer;
  /** Epoch milliseconds, by the extended timestamp where there is one. */
  readonly moment: number;
  /** By the old timestamp, ISO 8601 without zone. */
  readonly wallClock: string;
  /** Whether it is stored as it is. */
  readonly isStored: boolean;
}

/** All files of an archive. @throws when it is not sound: sizes and sums are compared */
export async function readZip(archive: Buffer): Promise<ZippedFile[]> {
  const zip = await promisify<Buffer, object, ZipFile>(fromBuffer)(archive, { lazyEntries: true });
  const files: ZippedFile[] = [];
  for await (const entry of entriesOf(zip)) {
    const stream = await promisify<Entry, import('node:stream').Readable>(zip.openReadStream.bind(zip))(entry);
    files.push({ ...factsOf(entry), bytes: await buffer(stream) });
  }
  return files;
}

/** What the directory of an archive on the disk says. */
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
