import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTempFolder } from './temp-folder.ts';

/**
 * The bytes of a video made by ffmpeg.
 * @param name its extension selects the container
 * @param options of ffmpeg between its inputs and the file, also further inputs
 */
export async function madeVideo(
  name: string,
  options: readonly string[] = [],
  { seconds = 2, size = '320x240', sound = true }: { seconds?: number; size?: string; sound?: boolean } = {},
): Promise<Buffer> {
  return withTempFolder((folder) => {
    const file = join(folder, name);
    const inputs = ['-f', 'lavfi', '-i', `testsrc2=duration=${seconds}:size=${size}:rate=25`];
    const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, ...(sound ? tone : []), ...options, '-shortest', file]);
    return Promise.resolve(readFileSync(file));
  });
}

/** Whether ffmpeg is installed. */
export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
