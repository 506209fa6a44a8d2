import type { WithheldFrom } from '../domain/withheld.ts';
import { groupAlike } from '../domain/duplicate-groups.ts';
import type { Audience } from '../domain/viewer-scope.ts';
import type { DuplicateTotal } from '../domain/duplicate-total.ts';
import type { GroupPhoto, NearGroups } from '../store/photos/near-groups.ts';
import type { PhotoSummaries } from '../timeline/summaries.ts';
import type { Selections } from '../timeline/selections.ts';
import type { DuplicatePhotos } from './library.ts';
import { shownTo } from '../timeline/place-census.ts';
import { scopeOf, type Viewer } from './viewer.ts';

interface VisibleGroup {
  /** The size of all photos but the largest, in bytes. */
  readonly waste: number;
  /** Ids, best photo first. */
  readonly photos: readonly number[];
}

/** Groups of photos that look alike but have different files. */
export class NearDuplicateGroups {
  readonly #groups: NearGroups;
  readonly #selections: Selections;
  readonly #summaries: PhotoSummaries;
  readonly #withheld: WithheldFrom;

  constructor(parts: {
    nearGroups: NearGroups;
    selections: Selections;
    summaries: PhotoSummaries;
    withheld: WithheldFrom;
  }) {
    this.#withheld = parts.withheld;
    this.#groups = parts.nearGroups;
    this.#selections = parts.selections;
    this.#summaries = parts.summaries;
  }

  /** The groups with the largest waste first, without hidden photos. In each group, the photo to keep comes first. */
  largest(viewer: Viewer, limit: number): DuplicatePhotos[] {
    const { audience } = scopeOf(viewer);
    const seen = this.#selections.find(shownTo(audience));
    const groups = seen.derive(`near duplicates ${limit} of ${this.#groups.version}`, () =>
      this.#read(limit, audience),
    );
    const ids = groups.flatMap(({ photos }) => photos);
    const byId = new Map(this.#summaries.of(ids, scopeOf(viewer)).map((photo) => [photo.id, photo]));
    return groups.map(({ waste, photos }) => ({
      sha1: null,
      bytes: waste,
      photos: photos.flatMap((id) => byId.get(id) ?? []),
    }));
  }

  /** Wasted space of all groups, without photos that are withheld from the viewer. */
  total(viewer: Viewer): DuplicateTotal {
    const { audience } = scopeOf(viewer);
    return this.#selections.find(shownTo(audience)).derive(`all near duplicates of ${this.#groups.version}`, () => {
      let { groups, bytes } = this.#groups.total();
      for (const stored of this.#groups.inexact(this.#withheld(audience).photos)) {
        const visible = this.#visible(stored.best, audience);
        groups += visible.length - 1;
        bytes += visible.reduce((sum, { waste }) => sum + waste, 0) - stored.waste;
      }
      return { groups, bytes };
    });
  }

  /** A stored waste is an upper bound, so reading stops when no following group can be among the largest. */
  #read(limit: number, audience: Audience): VisibleGroup[] {
    const found: VisibleGroup[] = [];
    for (const stored of this.#groups.largest()) {
      const last = found[limit - 1];
      if (last && last.waste >= stored.waste) break;
      for (const group of this.#visible(stored.best, audience)) {
        const behind = found.findLastIndex((other) => other.waste >= group.waste);
        found.splice(behind + 1, 0, group);
      }
    }
    return found.slice(0, limit);
  }

  /** The visible part of a group. It may fall apart into several groups if a withheld photo connects them. */
  #visible(best: number, audience: Audience): VisibleGroup[] {
    const withheld = this.#withheld(audience).photos;
    const photos = this.#groups.visible(best).filter(({ id }) => !withheld.has(id));
    // Keep the order of the photos: best first.
    const contents = [...new Set(photos.map(({ content }) => content))];
    // A single file with its exact copies is not a near duplicate.
    if (contents.length < 2) return [];
    return groupAlike(contents, this.#groups.pairs(contents)).map((group) => {
      const mine = new Set([group.best, ...group.others]);
      const members = photos.filter(({ content }) => mine.has(content));
      return { waste: wasteOf(members), photos: members.map(({ id }) => id) };
    });
  }
}

function wasteOf(photos: readonly GroupPhoto[]): number {
  const sizes = photos.map(({ size }) => size);
  return sizes.reduce((sum, size) => sum + size, 0) - Math.max(...sizes);
}
