import { IdSet } from '../plugin-api/toolkit/id-set.ts';

/** The number of array elements that are measured: the others are assumed to be similar. */
const sampled = 64;

/** Approximate bytes of a value in memory, including nested values, for caches. The value must not contain cycles. */
export function heapBytes(value: unknown): number {
  if (typeof value === 'string') return 24 + 2 * value.length;
  // V8 allocates a heap object for a number with a fraction.
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 8 : 24;
  if (typeof value !== 'object' || value === null) return 8;
  // A small buffer costs little less than its two objects and a block of memory from the system.
  if (ArrayBuffer.isView(value)) return 256 + value.byteLength;
  if (value instanceof IdSet) return 256 + value.bytes;
  if (Array.isArray(value)) return 64 + elementBytes(value);
  if (value instanceof Map) return 256 + elementBytes([...value.keys()]) + elementBytes([...value.values()]);
  if (value instanceof Set) return 256 + elementBytes([...value]);
  return 64 + Object.values(value).reduce<number>((sum, field) => sum + heapBytes(field), 0);
}

function elementBytes(elements: readonly unknown[]): number {
  const step = Math.max(1, elements.length / sampled);
  let count = 0;
  let bytes = 0;
  for (let at = 0; at < elements.length; at += step) {
    count += 1;
    bytes += 8 + heapBytes(elements[Math.floor(at)]);
  }
  return count === 0 ? 0 : (bytes / count) * elements.length;
}
