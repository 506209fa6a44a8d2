import { LRUCache } from 'lru-cache';
import { heapBytes } from './heap-bytes.ts';

/** Overhead of the cache per entry in bytes. */
export const entryBytes = 200;

/** A cache for the most recently used entries, with a limit in bytes that includes keys. */
export function sizedCache<V extends string | object>(maxBytes: number): LRUCache<string, V> {
  return new LRUCache<string, V>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => Math.ceil(entryBytes + heapBytes(key) + heapBytes(value)),
  });
}
