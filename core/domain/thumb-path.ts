import { join } from 'node:path';

/** Photos in one folder of thumbnails: file systems and people both dislike folders of a million files. */
export const thumbFolderSize = 1000;

/**
 * Where the thumbnail of a photo lies. Named by the row's id and never by the source's uid, which is somebody else's text.
 * @param thumbsDir the folder of all thumbnails
 * @param id of the photo's row
 */
export function thumbPath(thumbsDir: string, id: number): string {
  return join(thumbsDir, String(Math.floor(id / thumbFolderSize)), `${id}.webp`);
}
