import { join } from 'node:path';
import { thumbFolderSize } from './thumb-path.ts';

/**
 * The path of a face's crop.
 * @param cropsDir the folder of all crops
 * @param id of the face's row
 */
export function faceCropPath(cropsDir: string, id: number): string {
  return join(cropsDir, String(Math.floor(id / thumbFolderSize)), `${id}.jpg`);
}
