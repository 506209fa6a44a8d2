import { motionHints } from '../domain/motion-hints.ts';
import type { PhotoTags } from '../domain/photo-facts.ts';
import { fileFormat, findEmbeddedMovie, samsungMark, type EmbeddedMovie } from '../plugin-api/toolkit/index.ts';

/** Whether phones embed videos in files of this format. */
export function mayHoldMotion(head: Uint8Array): boolean {
  const name = fileFormat(head)?.name;
  return name === 'JPEG' || name === 'HEIC';
}

/** The motion part inside a picture that is completely in memory; null if there is none. */
export async function motionInFile(file: Uint8Array, tags: PhotoTags): Promise<EmbeddedMovie | null> {
  if (!mayHoldMotion(file)) return null;
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const source = {
    size: bytes.length,
    read: (start: number, length: number) =>
      Promise.resolve(start < 0 ? Buffer.alloc(0) : bytes.subarray(start, start + length)),
  };
  const mark = bytes.lastIndexOf(samsungMark);
  const markedStart = mark < 0 ? undefined : mark + samsungMark.length;
  return findEmbeddedMovie(source, { fromEnd: motionHints(tags).fromEnd, marked: markedStart });
}
