import type { PhotoItem } from '../../../core/http/wire.ts';

/** Whether the server has found that the photo has no picture, so that requesting it is pointless. */
export function hasNoPicture({ fault }: Pick<PhotoItem, 'fault'>): boolean {
  return fault !== null && !['incomplete', 'no_preview', 'unread'].includes(fault.kind);
}
