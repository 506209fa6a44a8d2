import type { ByteSource } from 'photofinch/plugin-api/toolkit';
import type { Driver } from '../driver.ts';

/** Random access to a file of a store whose first bytes are already in memory. */
export function storeBytes(
  driver: Driver,
  file: { readonly handle: string; readonly size: number; readonly head: Buffer },
  signal: AbortSignal,
): ByteSource {
  const { handle, size, head } = file;
  return {
    size,
    read: async (start, length) => {
      const end = Math.min(start + length, size);
      if (start < 0 || start >= end) return Buffer.alloc(0);
      if (end <= head.length) return head.subarray(start, end);
      const pieces: Uint8Array[] = [];
      for await (const piece of driver.read(handle, { start, end: end - 1 }, signal)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
  };
}
