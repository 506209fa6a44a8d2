import { LRUCache } from 'lru-cache';
import { hammingDistance } from '../../domain/hamming-distance.ts';
import { farthestDistance, judgeResemblance } from '../../domain/near-duplicate.ts';
import type { FoundPair, HashedPhoto, NearDuplicates } from '../../store/photos/near-duplicates.ts';
import { coloursOf, likeness, type Colours } from './likeness.ts';

/** The most photos with similar hashes that are compared, the nearest first. */
const maxExamined = 128;

/** The most pairs of one photo: even among a thousand frames of one scene, each still has enough others. */
const maxPairs = 32;

/** The number of cached colours, some 4 MB: photos of one burst are compared one after the other. */
const maxColours = 1000;

/** Finds the pairs of a photo among the photos that were compared before. */
export class HashComparer {
  readonly #store: NearDuplicates;
  /** By placeholder, which changes with the content. */
  readonly #colours = new LRUCache<string, Colours>({ max: maxColours });

  constructor(store: NearDuplicates) {
    this.#store = store;
  }

  /** To be called in a transaction. */
  compare(photo: HashedPhoto): void {
    // A video's hash is that of a single frame, which is not significant enough.
    if (photo.kind === 'video') {
      this.#store.setAside(photo.id);
      return;
    }
    const representative = this.#store.sameContent(photo);
    if (representative === undefined) this.#store.compared(photo.id, this.#pairs(photo));
    else this.#store.setAside(photo.id, representative);
  }

  #pairs(photo: HashedPhoto): FoundPair[] {
    const nearHashes = this.#store
      .candidates(photo.words)
      .flatMap(({ id, words }) => {
        const distance = hammingDistance(photo.words, words);
        return distance <= farthestDistance && id !== photo.id ? [{ id, distance }] : [];
      })
      .toSorted((a, b) => a.distance - b.distance || a.id - b.id)
      .slice(0, maxExamined);
    if (nearHashes.length === 0) return [];
    const nearPhotos = new Map(this.#store.photos(nearHashes.map(({ id }) => id)).map((other) => [other.id, other]));
    const pairs: FoundPair[] = [];
    for (const { id, distance } of nearHashes) {
      const other = nearPhotos.get(id);
      if (!other || pairs.length === maxPairs) continue;
      const judgement = this.#judge(photo, other, distance);
      if (judgement !== 'no') pairs.push({ other: id, distance, sure: judgement === 'sure' });
    }
    return pairs;
  }

  #judge(photo: HashedPhoto, other: HashedPhoto, distance: number): 'sure' | 'possible' | 'no' {
    // Most cameras write a JPEG beside each RAW file: these two are not duplicates.
    if ((photo.kind === 'raw') !== (other.kind === 'raw')) return 'no';
    return judgeResemblance({
      distance,
      aspects: [aspectOf(photo) ?? aspectOf(other) ?? 1, aspectOf(other) ?? aspectOf(photo) ?? 1],
      apart: Math.abs(photo.takenAt - other.takenAt),
      likeness: () => {
        const colours = this.#coloursOf(photo);
        const otherColours = this.#coloursOf(other);
        return colours && otherColours ? likeness(colours, otherColours) : -1;
      },
    });
  }

  #coloursOf({ thumbhash }: HashedPhoto): Colours | null {
    if (!thumbhash) return null;
    const key = thumbhash.toString('latin1');
    const colours = this.#colours.get(key) ?? coloursOf(thumbhash);
    this.#colours.set(key, colours);
    return colours;
  }
}

/** Undefined if the size is unknown. */
function aspectOf({ width, height }: HashedPhoto): number | undefined {
  return width && height ? width / height : undefined;
}
