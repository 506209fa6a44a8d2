import coarseUrl from 'virtual:map-outlines/110m';
import fineUrl from 'virtual:map-outlines/50m';
import { readOutlines, type Outlines } from '../../state/map/map-outlines.ts';

/** From here on the coarse outlines show their corners. */
const fineFrom = 3.2;

const loads = new Map<string, Promise<void>>();
const there = new Map<string, Outlines>();

/**
 * The outlines for a zoom, or the best of what is there while those are fetched.
 * @param onCame told when better ones came
 */
export function outlinesFor(zoom: number, onCame: () => void): Outlines | null {
  const wanted = zoom < fineFrom ? coarseUrl : fineUrl;
  const known = there.get(wanted);
  if (known) return known;
  // The coarse ones are small and come first, whatever is wanted.
  const first = there.has(coarseUrl) ? wanted : coarseUrl;
  void fetched(first).then(onCame, () => undefined);
  return there.get(coarseUrl) ?? null;
}

function fetched(url: string): Promise<void> {
  let load = loads.get(url);
  if (!load) {
    load = fetch(url)
      .then((response) => (response.ok ? response.arrayBuffer() : Promise.reject(new Error(response.statusText))))
      .then((bytes) => {
        there.set(url, readOutlines(new Uint8Array(bytes)));
      })
      .catch((error: unknown) => {
        // The map shows without land; the next look at it tries again.
        loads.delete(url);
        throw error;
      });
    loads.set(url, load);
  }
  return load;
}
