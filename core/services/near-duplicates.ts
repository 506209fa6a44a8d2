import type { WithheldFrom } from '../domain/withheld.ts';
import { groupAlike } from '../domain/duplicate-groups.ts';
import type { DuplicateTotal } from '../domain/duplicate-total.ts';
import type { ListScope } from '../domain/viewer-scope.ts';
import type { GroupPhoto, NearGroups } from '../store/photos/near-groups.ts';
import type { PhotoSummaries } from '../timeline/summaries.ts';
import type { Selections } from '../timeline/selections.ts';
import type { DuplicatePhotos } from './library.ts';
import { shownTo } from '../timeline/place-census.ts';
import { listScope, scopeOf, type Viewer } from './viewer.ts';

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

  /** The groups with the largest waste first. In each group, the photo to keep comes first. */
  largest(viewer: Viewer, limit: number, includeHidden?: boolean): DuplicatePhotos[] {
    const scope = listScope(viewer, includeHidden);
    const visible = this.#selections.find(shownTo(scope.audience, scope.withHidden));
    const groups = visible.derive(`near duplicates ${limit} of ${this.#groups.version}`, () =>
      this.#read(limit, scope),
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
  total(viewer: Viewer, includeHidden?: boolean): DuplicateTotal {
    const scope = listScope(viewer, includeHidden);
    const { audience, withHidden } = scope;
    return this.#selections
      .find(shownTo(audience, withHidden))
      .derive(`all near duplicates of ${this.#groups.version}`, () => {
        let { groups, bytes } = this.#groups.total();
        for (const storedGroup of this.#groups.inexact(this.#withheld(audience).photos, withHidden)) {
          const visible = this.#visible(storedGroup.best, scope);
          groups += visible.length - 1;
          bytes += visible.reduce((sum, { waste }) => sum + waste, 0) - storedGroup.waste;
        }
        return { groups, bytes };
      });
  }

  /** A stored waste is an upper bound, so reading stops when no following group can be among the largest. */
  #read(limit: number, scope: ListScope): VisibleGroup[] {
    const found: VisibleGroup[] = [];
    for (const storedGroup of this.#groups.largest()) {
      const last = found[limit - 1];
      if (last && last.waste >= storedGroup.waste) break;
      for (const group of this.#visible(storedGroup.best, scope)) {
        const previous = found.findLastIndex((other) => other.waste >= group.waste);
        found.splice(previous + 1, 0, group);
      }
    }
    return found.slice(0, limit);
  }

  /** The visible part of a group. It may fall apart into several groups if a withheld photo connects them. */
  #visible(best: number, { audience, withHidden }: ListScope): VisibleGroup[] {
    const withheld = this.#withheld(audience).photos;
    const photos = this.#groups.visible(best, withHidden).filter(({ id }) => !withheld.has(id));
    // Keep the order of the photos: best first.
    const contents = [...new Set(photos.map(({ content }) => content))];
    // A single file with its exact copies is not a near duplicate.
    if (contents.length < 2) return [];
    return groupAlike(contents, this.#groups.pairs(contents)).map((group) => {
      const groupContents = new Set([group.best, ...group.others]);
      const members = photos.filter(({ content }) => groupContents.has(content));
      return { waste: wasteOf(members), photos: members.map(({ id }) => id) };
    });
  }
}

function wasteOf(photos: readonly GroupPhoto[]): number {
  const sizes = photos.map(({ size }) => size);
  return sizes.reduce((sum, size) => sum + size, 0) - Math.max(...sizes);
}
