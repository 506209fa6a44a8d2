import { open } from 'node:fs/promises';

/** Bytes of the first page, which is written, and encrypted, differently in each copy. */
const firstPage = 4096;
const step = 1024 * 1024;

/** Whether two complete copies are of the same state of the index: all pages but the first are equal. */
export async function areOfSameState(one: string, other: string): Promise<boolean> {
  const files = [await open(one), await open(other)] as const;
  try {
    const [piece, otherPiece] = [Buffer.alloc(step), Buffer.alloc(step)];
    for (let position = firstPage; ; position += step) {
      const [read, otherRead] = await Promise.all([
        files[0].read(piece, 0, step, position),
        files[1].read(otherPiece, 0, step, position),
      ]);
      if (!piece.subarray(0, read.bytesRead).equals(otherPiece.subarray(0, otherRead.bytesRead))) return false;
      if (read.bytesRead < step) return true;
    }
  } finally {
    for (const file of files) await file.close();
  }
}
