import { LRUCache } from 'lru-cache';
import { heapBytes } from './heap-bytes.ts';

/** Bytes that the cache itself takes for an entry. */
export const entryBytes = 200;

/** Keeps the entries that were used last, in at most so many bytes, keys included. */
export function sizedCache<V extends string | object>(maxBytes: number): LRUCache<string, V> {
  return new LRUCache<string, V>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => Math.ceil(entryBytes + heapBytes(key) + heapBytes(value)),
  });
}
