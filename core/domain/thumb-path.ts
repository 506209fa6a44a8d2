import { join } from 'node:path';

/** Photos in one folder of thumbnails: file systems and people both dislike folders of a million files. */
export const thumbFolderSize = 1000;

/**
 * The path of a photo's thumbnail. It is named by the id of the row: the uid is a text of the source, which is not to
 * be trusted in a path.
 * @param thumbsDir the folder of all thumbnails
 * @param id of the photo's row
 */
export function thumbPath(thumbsDir: string, id: number): string {
  return join(thumbsDir, String(Math.floor(id / thumbFolderSize)), `${id}.webp`);
}
