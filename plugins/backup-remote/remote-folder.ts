import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { BackupTarget, KeptSnapshot, OfferedSnapshot } from 'photofinch/plugin-api';
import { remotePath, RcloneError, runRclone, type Place } from './rclone.ts';

type Options = Parameters<BackupTarget['keep']>[1];

const snapshotName = /^index-[0-9A-Za-z.-]+\.sqlite3$/;
/** The prefix of an upload until it is complete and takes the place of an earlier copy. */
const unfinished = 'unfinished-';
/** rclone's exit code for a missing folder. */
const noFolder = 3;

const uploadOf = (name: string): string => `${unfinished}${name}`;
const recordOf = (name: string): string => `${name}.json`;

/** The snapshot of a file: of a copy, or of an upload. */
const snapshotOf = (file: string): string => (file.startsWith(unfinished) ? file.slice(unfinished.length) : file);

/** Whether a file is an upload without a record. With one, it may be complete, and the only copy of its snapshot. */
const isCutOff = (file: string, files: ReadonlySet<string>): boolean =>
  file.startsWith(unfinished) && !files.has(recordOf(snapshotOf(file)));

/** The snapshots that a folder has, also those whose upload could not be renamed. */
function snapshotsIn(files: ReadonlySet<string>): string[] {
  const copies = [...files].filter((file) => !isCutOff(file, files));
  return [...new Set(copies.map(snapshotOf))].filter((name) => snapshotName.test(name));
}

/**
 * Copies in a folder of any storage that rclone supports. A copy gets its name only when it is complete: it is uploaded
 * under another name, read back, and renamed. Its record is written just before that, and an earlier copy with other bytes
 * stays until then. rclone removes that one just before it renames: until the upload has its place, it may be the only copy,
 * and counts as one.
 */
export class RemoteFolder implements Pick<BackupTarget, 'keep' | 'list' | 'remove'> {
  readonly #place: Place;
  readonly #count: number;

  /** @param count how many copies are kept */
  constructor(place: Place, count: number) {
    this.#place = place;
    this.#count = count;
  }

  async keep(snapshot: OfferedSnapshot, { signal, onProgress }: Options): Promise<void> {
    const files = await this.#names(signal);
    const part = uploadOf(snapshot.name);
    for (const file of files) {
      if (file === part || !isCutOff(file, files)) continue;
      await this.#delete(file, signal);
      files.delete(file);
    }
    // Copies with later names than the newest snapshot are from another server, or from a time when the clock was ahead:
    // ignored.
    const existing = snapshotsIn(files).filter((name) => name <= snapshot.newest);
    if (existing.filter((name) => name > snapshot.name).length >= this.#count) return;
    const isThere = files.has(snapshot.name) && (await this.#has(snapshot.name, snapshot, { signal, onProgress }));
    if (!isThere) {
      await this.#upload(part, snapshot, files, { signal, onProgress });
      await this.#writeRecord(snapshot, signal);
      // Otherwise rclone keeps an earlier copy of the same size and time, and removes the upload.
      await this.#run(['moveto', '--ignore-times', '--', remotePath(part), remotePath(snapshot.name)], { signal });
    } else {
      if (!files.has(recordOf(snapshot.name))) await this.#writeRecord(snapshot, signal);
      // Where rclone cannot rename, it copies the upload and then deletes it, which may have failed.
      if (files.has(part)) await this.#delete(part, signal);
    }
    // One of a time when the clock was ahead takes the place of no right one.
    if (snapshot.name > snapshot.newest) return;
    const all = [...new Set([...existing, snapshot.name])].sort().reverse();
    for (const name of all.slice(this.#count)) await this.#drop(name, files, signal);
  }

  async list({ signal }: { signal: AbortSignal }): Promise<KeptSnapshot[]> {
    const files = await this.#files({ signal });
    return files.filter(({ name }) => snapshotName.test(name)).sort((a, b) => (a.name < b.name ? 1 : -1));
  }

  async remove(name: string, { signal }: { signal: AbortSignal }): Promise<void> {
    const files = await this.#names(signal);
    if (!snapshotName.test(name) || !files.has(name)) throw new Error('There is no copy of this name.');
    await this.#drop(name, files, signal);
  }

  /** Makes the upload complete, if it is not there already because it could not be renamed. */
  async #upload(part: string, snapshot: OfferedSnapshot, files: ReadonlySet<string>, options: Options): Promise<void> {
    const { signal } = options;
    if (files.has(part)) {
      if (await this.#has(part, snapshot, options)) return;
      await this.#delete(part, signal);
    }
    try {
      await this.#write(part, snapshot.open(), { signal, size: snapshot.size });
      if (!(await this.#has(part, snapshot, options))) {
        throw new Error('What was read back from the remote is not what was sent.');
      }
    } catch (error) {
      // If this fails, the next upload deletes it.
      if (!signal.aborted) await this.#delete(part, signal).catch(() => undefined);
      throw error;
    }
  }

  async #writeRecord({ name, record }: OfferedSnapshot, signal: AbortSignal): Promise<void> {
    await this.#write(recordOf(name), Readable.from([record], { objectMode: false }), { signal });
  }

  /** Whether a file of the remote has the content of the snapshot. */
  async #has(file: string, { size, sha256 }: OfferedSnapshot, { signal, onProgress }: Options): Promise<boolean> {
    const hash = createHash('sha256');
    let bytes = 0;
    await this.#run(['cat', '--', remotePath(file)], {
      signal,
      onOutput: (piece) => {
        hash.update(piece);
        bytes += piece.length;
        onProgress();
      },
    });
    return bytes === size && hash.digest('hex') === sha256;
  }

  /** Deletes the snapshot and its upload before its record: a record alone is not mistaken for a copy. */
  async #drop(name: string, files: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    for (const file of [uploadOf(name), name]) if (files.has(file)) await this.#delete(file, signal);
    await this.#delete(recordOf(name), signal).catch((error: unknown) => {
      if (!(error instanceof RcloneError)) throw error;
    });
  }

  async #names(signal: AbortSignal): Promise<Set<string>> {
    return new Set((await this.#files({ signal })).map(({ name }) => name));
  }

  async #files(options: { signal: AbortSignal }): Promise<KeptSnapshot[]> {
    const pieces: Buffer[] = [];
    try {
      await this.#run(['lsjson', '--files-only', '--no-modtime', '--no-mimetype', '--', remotePath()], {
        ...options,
        onOutput: (piece) => pieces.push(piece),
      });
    } catch (error) {
      if (error instanceof RcloneError && error.exitCode === noFolder) return [];
      throw error;
    }
    const files = JSON.parse(Buffer.concat(pieces).toString('utf8')) as { Name: string; Size: number }[];
    return files.map(({ Name: name, Size: size }) => ({ name, size }));
  }

  async #delete(file: string, signal: AbortSignal): Promise<void> {
    await this.#run(['deletefile', '--', remotePath(file)], { signal });
  }

  async #write(file: string, input: Readable, { signal, size }: { signal: AbortSignal; size?: number }): Promise<void> {
    const sizeOption = size === undefined ? [] : [`--size=${size}`];
    await this.#run(['rcat', ...sizeOption, '--', remotePath(file)], { signal, input });
  }

  async #run(args: readonly string[], options: Parameters<typeof runRclone>[2]): Promise<void> {
    return runRclone(args, this.#place, options);
  }
}
