import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { constants } from 'node:fs';
import { extname, join } from 'node:path';
import { typeByName, typeOf } from '../export/media-types.ts';
import { videoLength } from '../export/video-length.ts';
import { largestSideFile, readSideFile } from '../export/side-file.ts';
import type { FileContent, FileToRead } from '../journal/files.ts';

const { O_RDONLY, O_NOFOLLOW } = constants;
const piece = 1024 * 1024;
/** Concurrent files. */
const filesAtOnce = 4;

/** Videos whose length matters. */
const mayBeMotion = new Set(['.mov', '.mp4', '.mp', '.mv']);

/** The content of a file; `refused`: why a side file is not usable. */
export interface ReadFile {
  readonly content: FileContent;
  readonly refused?: string;
}

export interface FilesToRead {
  readonly root: string;
  readonly files: readonly FileToRead[];
}

/** Reads files of the export, with untrusted content. @returns the result for each file, in order */
export async function readFiles({ root, files }: FilesToRead, signal: AbortSignal): Promise<ReadFile[]> {
  const results: ReadFile[] = [];
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const reads = files.slice(at, at + filesAtOnce).map((file) => readFile(root, file, signal));
    results.push(...(await Promise.all(reads)));
  }
  return results;
}

async function readFile(root: string, file: FileToRead, signal: AbortSignal): Promise<ReadFile> {
  try {
    return file.isSide ? await readSide(root, file) : { content: await readPhoto(root, file, signal) };
  } catch (error) {
    signal.throwIfAborted();
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    return { content: { failed: true }, refused: `it cannot be read (${code})` };
  }
}

async function readSide(root: string, { path }: FileToRead): Promise<ReadFile> {
  const handle = await open(join(root, path), O_RDONLY | O_NOFOLLOW);
  let json: string;
  try {
    const { size } = await handle.stat();
    if (size > largestSideFile) return { content: { facts: null }, refused: `it has ${size} bytes` };
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
    json = buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
  try {
    return { content: { facts: readSideFile(json) } };
  } catch {
    return { content: { facts: null }, refused: 'it is no JSON' };
  }
}

async function readPhoto(root: string, { path, name }: FileToRead, signal: AbortSignal): Promise<FileContent> {
  const handle = await open(join(root, path), O_RDONLY | O_NOFOLLOW);
  try {
    const hash = createHash('sha1');
    const buffer = Buffer.alloc(piece);
    let head: Buffer | undefined;
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await handle.read(buffer, 0, piece, null);
      if (bytesRead === 0) break;
      head ??= Buffer.from(buffer.subarray(0, Math.min(64, bytesRead)));
      hash.update(buffer.subarray(0, bytesRead));
    }
    const nameType = typeByName(name) ?? { kind: 'image', mediaType: 'application/octet-stream' };
    const type = typeOf(nameType, head ?? Buffer.alloc(0));
    const isVideo = type.kind === 'video' && mayBeMotion.has(extname(name).toLowerCase());
    const seconds = isVideo ? await videoLength(handle, (await handle.stat()).size) : null;
    return { ...type, sha1: hash.digest('hex'), seconds };
  } finally {
    await handle.close();
  }
}
