import { CameraIndex } from '../domain/search-cameras.ts';
import type { Cameras } from './cameras.ts';
import type { TimelineColumns } from './columns.ts';
import { shownPhotos } from './place-census.ts';
import type { Selections } from './selections.ts';
import type { Timeline } from './timeline.ts';

interface CameraCount {
  readonly id: number;
  readonly name: string;
  readonly count: number;
}

/** The cameras of the photos that are not hidden, most first, and the words by which searches name them. */
export class LibraryCameras {
  readonly #timeline: Timeline;
  readonly #selections: Selections;
  #known: { readonly names: string; readonly index: CameraIndex } | undefined;

  constructor(parts: { timeline: Timeline; selections: Selections }) {
    this.#timeline = parts.timeline;
    this.#selections = parts.selections;
  }

  /** Counted anew only when photos change. */
  census(): readonly CameraCount[] {
    const shown = this.#selections.find(shownPhotos);
    return shown.derive('cameras', (columns, positions) => countsByCamera(columns, positions, this.#timeline.cameras));
  }

  index(): CameraIndex {
    const cameras = this.census();
    const names = JSON.stringify(cameras.map(({ id }) => id).sort((a, b) => a - b));
    // New photos come all the time, and hardly ever a camera.
    if (this.#known?.names !== names) this.#known = { names, index: new CameraIndex(cameras) };
    return this.#known.index;
  }
}

function countsByCamera({ camera }: TimelineColumns, positions: Uint32Array, cameras: Cameras): CameraCount[] {
  const counts = new Uint32Array(cameras.size + 1);
  for (const position of positions) counts[camera[position]!]!++;
  return Array.from(counts, (count, id) => ({ id, name: cameras.nameOf(id), count }))
    .filter(({ id, count }) => id !== 0 && count > 0)
    .sort((a, b) => b.count - a.count || a.id - b.id);
}
