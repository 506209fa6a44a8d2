import type { PhotoItem } from '../../../core/http/wire.ts';
import type { PhotoGroup } from './fixed-source.ts';

/**
 * What was found, newest first, by the months of the clock where each was taken. Around a month's turn a traveller's
 * photos can alternate between two: as in the timeline, months only ever go down.
 * @param title of a month
 */
export function newestFirst<T extends PhotoItem>(
  found: readonly T[],
  title: (year: number, month: number) => string,
): { photos: T[]; groups: PhotoGroup[] } {
  const photos = [...found].sort((a, b) => b.taken_at - a.taken_at || (a.uid < b.uid ? -1 : 1));
  const groups: { title: string; count: number }[] = [];
  let last = '9999-99';
  for (const { taken_at_local } of photos) {
    const month = taken_at_local.slice(0, 7);
    const group = groups.at(-1);
    if (group && month >= last) group.count++;
    else groups.push({ title: title(Number(month.slice(0, 4)), Number(month.slice(5))), count: 1 });
    if (month < last) last = month;
  }
  return { photos, groups };
}
