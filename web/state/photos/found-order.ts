import type { PhotoItem } from '../../../core/http/wire.ts';
import type { PhotoGroup } from './fixed-source.ts';

/**
 * Sorts photos newest first and groups them by month, both in the local time of capture. @param title the heading of a month
 */
export function newestFirst<T extends PhotoItem>(
  matches: readonly T[],
  title: (year: number, month: number) => string,
): { photos: T[]; groups: PhotoGroup[] } {
  const photos = [...matches].sort(byLocalTime);
  const groups: { title: string; count: number }[] = [];
  for (const { taken_at_local: local } of photos) {
    const name = title(Number(local.slice(0, 4)), Number(local.slice(5, 7)));
    const last = groups.at(-1);
    if (last?.title === name) last.count++;
    else groups.push({ title: name, count: 1 });
  }
  return { photos, groups };
}

function byLocalTime(a: PhotoItem, b: PhotoItem): number {
  if (a.taken_at_local !== b.taken_at_local) return a.taken_at_local < b.taken_at_local ? 1 : -1;
  return b.taken_at - a.taken_at || (a.uid < b.uid ? -1 : 1);
}
