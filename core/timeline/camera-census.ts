import { LRUCache } from 'lru-cache';
import { CameraIndex } from '../domain/search-cameras.ts';
import type { Audience } from '../domain/viewer-scope.ts';
import type { Cameras } from './cameras.ts';
import type { TimelineColumns } from './columns.ts';
import { countsOf, shownTo } from './place-census.ts';
import type { Selections } from './selections.ts';
import type { Timeline } from './timeline.ts';

interface CameraCount {
  readonly id: number;
  readonly name: string;
  readonly count: number;
}

/** The cameras of visible photos, most photos first, and their names for searches. */
export class LibraryCameras {
  readonly #timeline: Timeline;
  readonly #selections: Selections;
  /** By the ids of cameras, since all photos of a camera may be withheld from some users. */
  readonly #known = new LRUCache<string, CameraIndex>({ max: 8 });

  constructor(parts: { timeline: Timeline; selections: Selections }) {
    this.#timeline = parts.timeline;
    this.#selections = parts.selections;
  }

  /** Recounted only when photos change. */
  census(audience: Audience, withHidden = false): readonly CameraCount[] {
    const selection = this.#selections.find(shownTo(audience, withHidden));
    return selection.derive('cameras', (columns, positions) =>
      countsByCamera(columns, positions, this.#timeline.cameras),
    );
  }

  index(audience: Audience): CameraIndex {
    const cameras = this.census(audience);
    const names = JSON.stringify(cameras.map(({ id }) => id).sort((a, b) => a - b));
    // New photos appear all the time, but hardly ever a new camera.
    const index = this.#known.get(names) ?? new CameraIndex(cameras);
    this.#known.set(names, index);
    return index;
  }
}

function countsByCamera({ camera }: TimelineColumns, positions: Uint32Array, cameras: Cameras): CameraCount[] {
  return Array.from(countsOf(camera, positions), (count, id) => ({ id, name: cameras.nameOf(id), count }))
    .filter(({ id, count }) => id !== 0 && count > 0)
    .sort((a, b) => b.count - a.count || a.id - b.id);
}
