import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { copyIndex, type CopyOptions, type Encrypted } from './copy-index.ts';
import { examineCopy, type CopyReport } from './verify-copy.ts';
import { StartupError } from '../domain/errors.ts';
import type { SqliteEncryption } from '../plugin-api/toolkit/index.ts';
import { rewriteDatabase } from './conversion/convert-database.ts';
import type { SnapshotRecord } from './snapshots/snapshot-record.ts';
import { isSigned } from './snapshots/snapshot-signature.ts';

interface Options extends CopyOptions, Encrypted {
  /** Where the copy goes; it must not exist. */
  readonly part: string;
  /** Whether somebody vouches for what this server does not know for its own. */
  readonly trust: boolean;
  /** What lies beside the snapshot. */
  readonly record: SnapshotRecord | undefined;
  /** The key by which this library has signed it; null where there is none yet. */
  readonly key: Uint8Array | null;
  /**
   * How the copy of a plain snapshot is encrypted for an encrypted library. Its signature tells nothing then: the secret of that time
   * lay in the clear as well.
   */
  readonly encryptAs: SqliteEncryption | undefined;
}

/**
 * Copies a snapshot that may be restored.
 *
 * A snapshot decides who may enter, and SQLite runs what stands in its schema. So it has to be the one that this server has
 * taken: its hash is the one beside it, with a signature that only the server's secret makes. For another, such as one of
 * another server, somebody has to vouch. Either way its schema is the one of this program to the letter, which is examined
 * before anything of the snapshot is run; and it is the copy that is examined, since nobody else can change that.
 * @throws StartupError
 */
export async function takeCopy(snapshot: string, options: Options): Promise<void> {
  const { part, trust, record, key, encryptAs } = options;
  const from = resolve(snapshot);
  const isOwn = !encryptAs && record !== undefined && key !== null && isSigned(from, record, key);
  if (isOwn) {
    // Byte by byte: the hash is that of the file.
    await copyBytes(from, part, options);
  } else {
    const report = await examineCopy(from, { ...options, ownSchema: true });
    refuseFlawed(snapshot, report);
    refuseChanged(snapshot, report, record);
    if (!trust) {
      const why = encryptAs ? inTheClear : whyForeign(from, record);
      throw new StartupError(`${snapshot} is not restored: ${why} ${vouch}`);
    }
    // Both with the write-ahead log that it may have, such as one of an index that was damaged.
    if (encryptAs)
      await rewriteDatabase({ source: from, target: part, before: null, after: encryptAs }, options.signal);
    else await copyIndex(from, part, options);
  }
  const encryption = encryptAs ?? options.encryption;
  const report = await examineCopy(part, { ...options, encryption, ownSchema: true });
  // What has changed is damaged, too, as a rule: that it has changed says more.
  if (isOwn) refuseChanged(snapshot, report, record);
  refuseFlawed(snapshot, report);
}

async function copyBytes(from: string, to: string, { signal, onProgress }: CopyOptions): Promise<void> {
  try {
    const { size: total } = await stat(from);
    let bytes = 0;
    const target = createWriteStream(to, { flags: 'wx', mode: 0o600 });
    const source = createReadStream(from, { highWaterMark: 1024 * 1024 });
    source.on('data', (chunk) => onProgress?.({ step: 'copying', bytes: (bytes += chunk.length), total }));
    await pipeline(source, target, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new StartupError(`${from} cannot be restored. There is no such file.`, { cause: error });
  }
}

function refuseFlawed(snapshot: string, { ok, detail }: CopyReport): void {
  if (!ok) throw new StartupError(`${snapshot} cannot be restored. ${detail}`);
}

function refuseChanged(snapshot: string, { sha256 }: CopyReport, record: SnapshotRecord | undefined): void {
  if (record === undefined || record.sha256 === sha256) return;
  throw new StartupError(
    `${snapshot} cannot be restored. It has changed since it was taken: its SHA-256 is not the one in ${basename(snapshot)}.json beside it. Restore another snapshot.`,
  );
}

function whyForeign(from: string, record: SnapshotRecord | undefined): string {
  if (record === undefined) return `the file ${basename(from)}.json with its SHA-256 is not beside it.`;
  if (record.signature === undefined) return 'it is not signed, as those of earlier versions are not.';
  return 'its signature is not by this server, or is of another file: it was taken elsewhere, with another SIGNING_SECRET, or under another name.';
}

const inTheClear = 'it is not encrypted, and this library is: whoever had the disk before may have written it.';

const vouch = 'If you know where it comes from and that nobody has changed it, restore it with --trust.';
