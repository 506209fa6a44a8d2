import type { PhotoItem } from '../../../core/http/wire.ts';

/**
 * The uids of the photos of an album that are marked as already in it where photos are picked for it. A photo of a stack stands
 * for all of it: it is marked if all photos of the stack that the viewer sees are in the album.
 */
export function markedPhotos(photos: readonly Pick<PhotoItem, 'uid' | 'stack'>[]): Set<string> {
  const counts = new Map<number, number>();
  for (const { stack } of photos) if (stack) counts.set(stack.id, (counts.get(stack.id) ?? 0) + 1);
  const isWhole = ({ stack }: Pick<PhotoItem, 'stack'>): boolean =>
    stack === null || (counts.get(stack.id) ?? 0) >= stack.count;
  return new Set(photos.filter(isWhole).map(({ uid }) => uid));
}
