import type { PhotoItem } from '../../../core/http/wire.ts';

/** Whether there is no use in asking for the picture: the server has tried, and there is none. */
export function hasNoPicture({ fault }: Pick<PhotoItem, 'fault'>): boolean {
  return fault !== null && !['incomplete', 'no_preview', 'unread'].includes(fault.kind);
}
