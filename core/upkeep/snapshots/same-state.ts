import { open } from 'node:fs/promises';

/** Bytes of the first page, which is written, and encrypted, differently in each copy. */
const firstPage = 4096;
const step = 1024 * 1024;

/** Whether two complete copies are of the same state of the index: all pages but the first are equal. */
export async function areOfSameState(one: string, other: string): Promise<boolean> {
  const files = [await open(one), await open(other)] as const;
  try {
    const [pieces, others] = [Buffer.alloc(step), Buffer.alloc(step)];
    for (let at = firstPage; ; at += step) {
      const [read, alike] = await Promise.all([files[0].read(pieces, 0, step, at), files[1].read(others, 0, step, at)]);
      if (!pieces.subarray(0, read.bytesRead).equals(others.subarray(0, alike.bytesRead))) return false;
      if (read.bytesRead < step) return true;
    }
  } finally {
    for (const file of files) await file.close();
  }
}
