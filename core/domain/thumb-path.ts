import { join } from 'node:path';

/** Photos per folder of thumbnails, since file systems and users have problems with folders of a million files. */
export const thumbFolderSize = 1000;

/**
 * The path of a photo's thumbnail. It is derived from the id of the row: the uid comes from the source, and is untrusted in
 * a path.
 * @param thumbsDir the folder of all thumbnails
 * @param id of the photo's row
 */
export function thumbPath(thumbsDir: string, id: number): string {
  return join(thumbsDir, String(Math.floor(id / thumbFolderSize)), `${id}.webp`);
}
