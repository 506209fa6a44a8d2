import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PackFile } from './manifest.ts';
import type { Origin } from './origin.ts';
import { asPullError, PullError } from './pull-error.ts';

/** Seconds without a byte after which a download is given up. */
const idleTimeout = 60;

export interface FetchOptions {
  /** Told how many of the file's bytes are there. */
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Brings one file to its place: goes on where an earlier try was cut off, and renames it only once its checksum is right.
 * @param target absolute; what is unfinished lies beside it as `.part`
 * @throws PullError
 */
export async function fetchFile(origin: Origin, file: PackFile, target: string, options: FetchOptions): Promise<void> {
  try {
    await mkdir(dirname(target), { recursive: true });
    const part = `${target}.part`;
    const hash = createHash('sha256');
    const there = await hashPart(part, file.bytes, hash);
    const whole = there === file.bytes ? hash : await fetchRest(origin, file, part, { from: there, hash }, options);
    if (whole.digest('hex') !== file.sha256) {
      await rm(part, { force: true });
      throw new PullError(`${file.path} has another checksum than its pack names: it is damaged, or another file.`);
    }
    await rename(part, target);
  } catch (error) {
    throw asPullError(error);
  }
}

/** Whether the file is there and whole. */
export async function isWhole(target: string, { bytes, sha256 }: PackFile): Promise<boolean> {
  const facts = await stat(target).catch(() => undefined);
  if (facts?.size !== bytes) return false;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(target)) hash.update(chunk as Buffer);
  return hash.digest('hex') === sha256;
}

/** Adds to `hash` what is there already; answers how much that is. */
async function hashPart(part: string, whole: number, hash: Hash): Promise<number> {
  const facts = await stat(part).catch(() => undefined);
  if (!facts) return 0;
  if (facts.size > whole) {
    await rm(part);
    return 0;
  }
  for await (const chunk of createReadStream(part)) hash.update(chunk as Buffer);
  return facts.size;
}

/** @returns the hash over the whole file */
async function fetchRest(
  origin: Origin,
  file: PackFile,
  part: string,
  there: { from: number; hash: Hash },
  { onProgress, signal }: FetchOptions,
): Promise<Hash> {
  const idle = new AbortController();
  const timer = setTimeout(() => {
    idle.abort();
  }, idleTimeout * 1000);
  const handle = await open(part, 'a');
  try {
    const { from, bytes } = await origin.open(file, there.from, AbortSignal.any([signal, idle.signal]));
    const hash = from === there.from ? there.hash : createHash('sha256');
    if (from !== there.from) await handle.truncate(from);
    let length = from;
    onProgress(length);
    for await (const chunk of bytes) {
      timer.refresh();
      length += chunk.byteLength;
      if (length > file.bytes) throw new PullError(`${file.path} is longer than its pack says: it is another file.`);
      hash.update(chunk);
      await handle.write(chunk);
      onProgress(length);
    }
    if (length < file.bytes) throw cutOff(file, length);
    await handle.sync();
    return hash;
  } catch (error) {
    signal.throwIfAborted();
    if (idle.signal.aborted) {
      throw new PullError(
        `No byte of ${file.path} came for ${idleTimeout} seconds: pull again, it goes on from there.`,
      );
    }
    // Undici's own words for a connection that ended in the middle.
    if (error instanceof TypeError) throw cutOff(file, (await handle.stat()).size, error);
    throw error;
  } finally {
    clearTimeout(timer);
    await handle.close();
  }
}

function cutOff({ path, bytes }: PackFile, came: number, cause?: unknown): PullError {
  return new PullError(`The connection ended after ${came} of the ${bytes} bytes of ${path}: pull again, it goes on.`, {
    cause,
  });
}
