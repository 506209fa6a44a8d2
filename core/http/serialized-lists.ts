import { LRUCache } from 'lru-cache';
import type { PhotoSummary } from '../domain/photo.ts';
import { JsonText } from './pipeline/json-text.ts';

/** The fields of a list besides its photos. */
interface ListFacts {
  /** The JSON before the photos. */
  readonly begin: string;
  readonly total: number;
  /** The signing period of the URLs in the list: see `MediaSigner`. */
  readonly period: string;
}

interface Written {
  readonly photos: readonly PhotoSummary[];
  readonly json: JsonText<unknown>;
}

/** The size of the cache in bytes, including the photos that the lists keep in memory: some hundred pages. */
const cacheSize = 12 * 1024 * 1024;

/**
 * A cache of lists of photos as JSON. An unchanged photo is the same object, so a list is valid while all its photos are the
 * same objects: comparing them takes a fraction of the time and memory of serializing them.
 */
export class SerializedLists {
  readonly #lists = new LRUCache<string, Written>({
    maxSize: cacheSize,
    // A photo is about as large as its JSON.
    sizeCalculation: ({ photos, json }, key) => 2 * (json.bytes.length + key.length) + 16 * photos.length + 200,
  });

  /** @param write makes the JSON of the list if it is not cached */
  of<List>(photos: readonly PhotoSummary[], { begin, total, period }: ListFacts, write: () => string): JsonText<List> {
    const key = `${photos.length} ${photos[0]?.id} ${photos.at(-1)?.id} ${total} ${period} ${begin}`;
    const known = this.#lists.get(key);
    if (known && isSame(known.photos, photos)) return known.json as JsonText<List>;
    const json = new JsonText<List>(write());
    this.#lists.set(key, { photos, json });
    return json;
  }
}

function isSame(a: readonly PhotoSummary[], b: readonly PhotoSummary[]): boolean {
  for (let at = 0; at < b.length; at++) if (a[at] !== b[at]) return false;
  return a.length === b.length;
}
