import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, Transform, type Readable, type TransformCallback } from 'node:stream';
import { SourceError, type ByteRange, type SourceContent } from 'photofinch/plugin-api';
import type { PhotoFile } from './journal/lists.ts';

const { O_RDONLY, O_NOFOLLOW } = constants;

interface ContentRequest {
  readonly root: string;
  readonly range?: ByteRange;
  /** Whether the export is being read again. */
  readonly isBusy: boolean;
  readonly signal: AbortSignal;
}

/**
 * Opens a photo from the first of its files that exists and is unchanged since it was read.
 * @throws SourceError `not_found` if none exists, `bad_range`; `unreachable` if files cannot be read now, or still have to
 * be read
 *   again; `integrity` if their bytes have changed since they were read
 */
export async function openContent(
  files: readonly PhotoFile[],
  { root, range, isBusy, signal }: ContentRequest,
): Promise<SourceContent> {
  const unwell: SourceError[] = [];
  for (const file of files) {
    const handle = await openUnchanged(root, file, signal).catch((error: unknown) => {
      if (!(error instanceof SourceError)) throw error;
      // Another file of the photo may be intact.
      unwell.push(error);
    });
    if (!handle) continue;
    try {
      return contentOf(handle, file, range, signal);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }
  // Temporary errors take precedence, since they do not count against the photo.
  throw (
    unwell.find(({ code }) => code === 'unreachable') ??
    unwell[0] ??
    // The photo may have moved to a file that was not read yet.
    (isBusy ? busyError() : new SourceError('not_found', 'The file of this photo is not in the export any more.'))
  );
}

const busyError = (): SourceError =>
  new SourceError('unreachable', 'The export is being read again: try again in a few minutes.');

/** Undefined for a missing file. */
async function openUnchanged(root: string, file: PhotoFile, signal: AbortSignal): Promise<FileHandle | undefined> {
  const handle = await openIfThere(join(root, file.path));
  try {
    signal.throwIfAborted();
    if (handle) await checkUnchanged(handle, file);
    return handle;
  } catch (error) {
    await handle?.close();
    throw error;
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, O_RDONLY | O_NOFOLLOW);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return undefined;
    throw new SourceError('unreachable', `A file of the export cannot be read (${code}).`, { cause: error });
  }
}

async function checkUnchanged(handle: FileHandle, { size, mtimeMs, isRead }: PhotoFile): Promise<void> {
  const now = await handle.stat();
  if (now.size === size && now.mtimeMs === mtimeMs) return;
  // When a later export is unpacked over an older one, all files get new times.
  if (!isRead) throw busyError();
  throw new SourceError('integrity', 'The file has changed since it was read last: it is read again.');
}

function contentOf(
  handle: FileHandle,
  { size, mtimeMs, mediaType, rev }: PhotoFile,
  requested: ByteRange | undefined,
  signal: AbortSignal,
): SourceContent {
  const range = requested ? resolveRange(requested, size) : null;
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const length = end - start + 1;
  // For an empty file, a read from byte 0 to byte -1 is invalid.
  const bytes = handle.createReadStream(length > 0 ? { start, end } : { start: 0 });
  return {
    body: addAbortSignal(signal, wholeOrFailed(bytes, length)),
    mediaType,
    length,
    totalLength: size,
    range,
    rev,
    modifiedTime: Math.floor(mtimeMs / 1000),
  };
}

/** Both ends inclusive. A negative start counts from the end of the photo. */
function resolveRange({ start, end }: ByteRange, size: number): { start: number; end: number } {
  const first = start < 0 ? Math.max(0, size + start) : start;
  const last = start < 0 ? size - 1 : Math.min(end ?? size - 1, size - 1);
  if (first > last) throw new SourceError('bad_range', `The photo has ${size} bytes.`);
  return { start: first, end: last };
}

/** Fails if the file turns out to be shorter than before. */
function wholeOrFailed(bytes: Readable, length: number): Readable {
  let remaining = length;
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done: TransformCallback) {
      remaining -= piece.length;
      done(null, piece);
    },
    flush(done) {
      done(remaining === 0 ? null : new SourceError('integrity', 'The file ended before its announced length.'));
    },
  });
  bytes.on('error', (error) => counted.destroy(error));
  counted.on('close', () => bytes.destroy());
  return bytes.pipe(counted);
}
