import { LRUCache } from 'lru-cache';
import { heapBytes } from './heap-bytes.ts';

/** What a cache itself keeps for an entry. */
export const entryBytes = 200;

/** Remembers what was used last, keys included, in at most so many bytes. */
export function sizedCache<V extends string | object>(maxBytes: number): LRUCache<string, V> {
  return new LRUCache<string, V>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => Math.ceil(entryBytes + heapBytes(key) + heapBytes(value)),
  });
}
