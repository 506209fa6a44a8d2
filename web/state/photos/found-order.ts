import type { PhotoItem } from '../../../core/http/wire.ts';
import type { PhotoGroup } from './fixed-source.ts';

/** What was found, newest first, by month. @param title of a month */
export function newestFirst<T extends PhotoItem>(
  found: readonly T[],
  title: (year: number, month: number) => string,
): { photos: T[]; groups: PhotoGroup[] } {
  const photos = [...found].sort((a, b) => b.taken_at - a.taken_at || (a.uid < b.uid ? -1 : 1));
  const groups: { title: string; count: number }[] = [];
  for (const { taken_at: time } of photos) {
    const date = new Date(time * 1000);
    const name = title(date.getUTCFullYear(), date.getUTCMonth() + 1);
    const last = groups.at(-1);
    if (last?.title === name) last.count++;
    else groups.push({ title: name, count: 1 });
  }
  return { photos, groups };
}
