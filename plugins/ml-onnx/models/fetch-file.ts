import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { checksumOf, isWhole, type FileFacts } from './checksums.ts';
import type { PackFile } from './manifest.ts';
import type { Origin } from './origin.ts';
import { asPullError, PullError } from './pull-error.ts';

/** Seconds without a byte after which a download fails. */
const idleTimeout = 60;

export interface FetchOptions {
  /** Called with the number of bytes downloaded, and the total if known. */
  readonly onProgress: (bytes: number, total: number | undefined) => void;
  readonly signal: AbortSignal;
}

/** A complete file. */
export type WholeFile = PackFile & Required<Pick<PackFile, 'bytes' | 'sha256'>>;

/**
 * Downloads a file to its place, unless it is there: it resumes an interrupted download, and renames the file only when its
 * checksum is correct.
 * @param target absolute; an incomplete file is beside it as `.part`
 * @throws PullError
 */
export async function fetchFile(
  origin: Origin,
  file: PackFile,
  target: string,
  options: FetchOptions,
): Promise<WholeFile> {
  try {
    const facts = knownFacts(file) ?? (await origin.facts(file, options.signal));
    if (!(await isWhole(target, facts))) await bring(origin, file, facts, target, options);
    const { size } = await stat(target);
    options.onProgress(size, size);
    const { algorithm, hex } = facts.checksum;
    return { ...file, bytes: size, sha256: algorithm === 'sha256' ? hex : await checksumOf(target, 'sha256') };
  } catch (error) {
    throw asPullError(error);
  }
}

function knownFacts({ bytes, sha256 }: PackFile): FileFacts | undefined {
  return sha256 === undefined ? undefined : { bytes, checksum: { algorithm: 'sha256', hex: sha256 } };
}

async function bring(
  origin: Origin,
  file: PackFile,
  facts: FileFacts,
  target: string,
  options: FetchOptions,
): Promise<void> {
  const part = `${target}.part`;
  if ((await sizeOf(part)) > (facts.bytes ?? Infinity)) await rm(part);
  if (!(await isWhole(part, facts))) await fetchRest(origin, file, facts, part, options);
  if (!(await isWhole(part, facts))) {
    await rm(part, { force: true });
    throw new PullError(
      `${file.path} has another checksum than it must have: it is damaged, or another file. Pull again, or from elsewhere.`,
    );
  }
  await rename(part, target);
}

async function sizeOf(path: string): Promise<number> {
  const facts = await stat(path).catch(() => undefined);
  return facts?.size ?? 0;
}

async function fetchRest(
  origin: Origin,
  file: PackFile,
  facts: FileFacts,
  part: string,
  { onProgress, signal }: FetchOptions,
): Promise<void> {
  const idle = new AbortController();
  const timer = setTimeout(() => {
    idle.abort();
  }, idleTimeout * 1000);
  let length = await sizeOf(part);
  let total = facts.bytes;
  let handle: FileHandle | undefined;
  try {
    const opened = await origin.open(file, length, AbortSignal.any([signal, idle.signal]));
    total ??= opened.total;
    // Not earlier: a pack that cannot be downloaded must not leave an empty folder.
    await mkdir(dirname(part), { recursive: true });
    handle = await open(part, 'a');
    if (opened.from !== length) await handle.truncate(opened.from);
    length = opened.from;
    onProgress(length, total);
    for await (const chunk of opened.bytes) {
      timer.refresh();
      if (total !== undefined && length + chunk.byteLength > total) {
        throw new PullError(`${file.path} is longer than it must be: it is another file.`);
      }
      await writeAll(handle, chunk);
      length += chunk.byteLength;
      onProgress(length, total);
    }
    if (length < (total ?? 0)) throw cutOff(file, length, total);
    await handle.sync();
  } catch (error) {
    signal.throwIfAborted();
    if (idle.signal.aborted) {
      throw new PullError(
        `No byte of ${file.path} came for ${idleTimeout} seconds: pull again, it goes on from there.`,
      );
    }
    // Undici's error for a connection that broke.
    if (error instanceof TypeError) throw cutOff(file, length, total, error);
    throw error;
  } finally {
    clearTimeout(timer);
    await handle?.close();
  }
}

/** A write to a nearly full disk may be partial, without an error. */
async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  let remaining = chunk;
  while (remaining.byteLength > 0) remaining = remaining.subarray((await handle.write(remaining)).bytesWritten);
}

function cutOff({ path }: PackFile, received: number, total: number | undefined, cause?: unknown): PullError {
  const totalText = total === undefined ? '' : `of the ${total} `;
  return new PullError(`The connection ended after ${received} ${totalText}bytes of ${path}: pull again, it goes on.`, {
    cause,
  });
}
