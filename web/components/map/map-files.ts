import shoreUrls from 'virtual:map/shores';
import coarseLand from 'virtual:map/outlines-110m';
import fineLand from 'virtual:map/outlines-50m';
import coarseWaters from 'virtual:map/waters-110m';
import fineWaters from 'virtual:map/waters-50m';
import { readOutlines, readWaters, steps, type Outlines, type Waters } from '../../state/map/map-outlines.ts';
import { squaresOf, type MapPlace, type Size } from '../../state/map/map-projection.ts';

/** Zooms from which the coarse outlines, and the fine ones, look angular. */
const fineFrom = 3.2;
const finestFrom = 5.8;
/** The zoom of the tiles of the shores. */
const shoresAt = 3;

/** Loaded line files of one kind, by URL. */
class LineFiles<T> {
  readonly #read: (bytes: Uint8Array) => T;
  readonly #loads = new Map<string, Promise<void>>();
  readonly #there = new Map<string, T>();

  constructor(read: (bytes: Uint8Array) => T) {
    this.#read = read;
  }

  /**
   * The content of a file, if it is loaded.
   * @param onCame called when it was loaded
   */
  get(url: string, onCame: () => void): T | null {
    const file = this.#there.get(url);
    if (file === undefined) this.#load(url).then(onCame, () => undefined);
    return file ?? null;
  }

  #load(url: string): Promise<void> {
    let load = this.#loads.get(url);
    if (!load) {
      load = fetch(url)
        .then((response) => (response.ok ? response.arrayBuffer() : Promise.reject(new Error(response.statusText))))
        .then((bytes) => {
          this.#there.set(url, this.#read(new Uint8Array(bytes)));
        })
        .catch((error: unknown) => {
          // The map works without it; the next draw tries again.
          this.#loads.delete(url);
          throw error;
        });
      this.#loads.set(url, load);
    }
    return load;
  }
}

const worlds = new LineFiles((bytes) => readOutlines(bytes, steps.world));
const shores = new LineFiles((bytes) => readOutlines(bytes, steps.shores));
const waters = new LineFiles((bytes) => readWaters(bytes, steps.world));

/**
 * The outlines for a view, or the best loaded ones while they are being loaded.
 * @param onCame called when better ones were loaded
 */
export function outlinesFor(place: MapPlace, size: Size, onCame: () => void): Outlines | null {
  if (place.zoom >= finestFrom) {
    const finest = shoresFor(place, size, onCame);
    if (finest) return finest;
  }
  return finestLoaded(worlds, place.zoom < fineFrom ? null : fineLand, coarseLand, onCame);
}

/** The same for lakes and rivers. */
export function watersFor({ zoom }: MapPlace, onCame: () => void): Waters | null {
  return finestLoaded(waters, zoom < fineFrom ? null : fineWaters, coarseWaters, onCame);
}

/** The coarse file is small and always loaded first. */
function finestLoaded<T>(files: LineFiles<T>, fine: string | null, coarse: string, onCame: () => void): T | null {
  const coarseFile = files.get(coarse, onCame);
  return (coarseFile && fine !== null ? files.get(fine, onCame) : null) ?? coarseFile;
}

/** Null until all visible tiles are loaded. */
function shoresFor(place: MapPlace, size: Size, onCame: () => void): Outlines | null {
  const urls = squaresOf(place, size, shoresAt).flatMap(({ x, y }) => shoreUrls[`${x}-${y}`] ?? []);
  const parts = urls.map((url) => shores.get(url, onCame));
  if (parts.includes(null)) return null;
  const loaded = parts as Outlines[];
  return { land: loaded.flatMap(({ land }) => land), borders: loaded.flatMap(({ borders }) => borders) };
}
