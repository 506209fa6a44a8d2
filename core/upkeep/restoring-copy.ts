import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { copyIndex, type CopyOptions, type EncryptionOption } from './copy-index.ts';
import { examineCopy, type CopyReport } from './verify-copy.ts';
import { StartupError } from '../domain/errors.ts';
import type { SqliteEncryption } from '../plugin-api/toolkit/index.ts';
import { rewriteDatabase } from './conversion/convert-database.ts';
import type { SnapshotRecord } from './snapshots/snapshot-record.ts';
import { isSigned } from './snapshots/snapshot-signature.ts';

interface Options extends CopyOptions, EncryptionOption {
  /** The path of the copy; it must not exist. */
  readonly part: string;
  /** Whether a person vouches for a snapshot that this server has not signed. */
  readonly trust: boolean;
  /** The record beside the snapshot. */
  readonly record: SnapshotRecord | undefined;
  /** The key with which this library signs snapshots; null if there is none yet. */
  readonly key: Uint8Array | null;
  /**
   * The encryption of the copy, for a plain snapshot in an encrypted library. Its signature proves nothing then, because the
   * secret of that time was also stored in plain.
   */
  readonly encryptAs: SqliteEncryption | undefined;
}

/**
 * Copies a snapshot, if it may be restored.
 *
 * A snapshot decides who may sign in, and SQLite executes parts of its schema. So it must be one that this server has taken:
 * its hash must match its record, whose signature requires the server's secret. For any other snapshot, such as one of
 * another server, a person has to vouch. In both cases its schema must be exactly this program's, which is checked before
 * anything of the snapshot is executed; and the copy is checked, since nobody else can change it.
 * @throws StartupError
 */
export async function takeCopy(snapshot: string, options: Options): Promise<void> {
  const { part, trust, record, key, encryptAs } = options;
  const from = resolve(snapshot);
  const isOwn = !encryptAs && record !== undefined && key !== null && isSigned(from, record, key);
  if (isOwn) {
    // Byte by byte, since the hash is that of the file.
    await copyBytes(from, part, options);
  } else {
    const report = await examineCopy(from, { ...options, ownSchema: true });
    refuseFlawed(snapshot, report);
    refuseChanged(snapshot, report, record);
    if (!trust) {
      const reason = encryptAs ? inTheClear : whyForeign(from, record);
      throw new StartupError(`${snapshot} is not restored: ${reason} ${vouch}`);
    }
    // Both include a write-ahead log, for example that of a damaged index.
    if (encryptAs)
      await rewriteDatabase({ source: from, target: part, before: null, after: encryptAs }, options.signal);
    else await copyIndex(from, part, options);
  }
  const encryption = encryptAs ?? options.encryption;
  const report = await examineCopy(part, { ...options, encryption, ownSchema: true });
  // A changed file is usually also damaged; that it was changed is the more useful message.
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
