import { groupAlike, type AlikeGroup } from '../../domain/duplicate-groups.ts';
import type { NearGroups } from '../../store/photos/near-groups.ts';
import { letOthersRun } from '../../threads/pause.ts';

/** Photos that are grouped together: a chain of more resemblances than that is cut where it happens to end. */
const mostPhotos = 2000;

/** Photos whose partners are read at once. */
const readAtOnce = 50;

/**
 * Groups a photo and all that is connected with it by pairs.
 * @param done photos that were grouped in this run; those that a large chain left over are grouped without them
 * @returns the groups, and all photos that were examined, in a group now or not
 */
export async function regroupAround(
  start: number,
  groups: NearGroups,
  done: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<{ photos: number[]; found: AlikeGroup[] }> {
  const pairs: { low: number; high: number }[] = [];
  const photos = new Set([start]);
  let read = 0;
  // A set is walked through to its end even while it grows.
  for (const low of photos) {
    for (const high of groups.partners(low)) {
      if (done.has(high)) continue;
      pairs.push({ low, high });
      if (photos.size < mostPhotos) photos.add(high);
    }
    read += 1;
    if (read % readAtOnce === 0) await letOthersRun(signal);
  }
  const ranked = groups.ranked([...photos]).map(({ id }) => id);
  return { photos: [...photos], found: groupAlike(ranked, pairs) };
}
