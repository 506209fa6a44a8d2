import type { HealthCheck } from '../../plugin-api/health-check.ts';
import type { VideoCounts } from '../../store/photos/videos.ts';
import { alsoFailed } from './also-failed.ts';

interface Dependencies {
  readonly counts: () => VideoCounts;
  /** Finds ffmpeg, by its version; null if it is not installed. */
  readonly programs: () => Promise<{ readonly version: string } | null>;
}

/** Adds to the check of the thumbnails whether ffmpeg is available, and how many videos are processed. */
export function withVideos(thumbnails: HealthCheck, { counts, programs }: Dependencies): HealthCheck {
  return {
    id: thumbnails.id,
    run: async (options) => {
      const result = await thumbnails.run(options);
      const installed = await programs();
      const { videos, read } = counts();
      if (videos === 0) return result;
      const waiting = videos - read;
      if (!installed) {
        const missing = `ffmpeg is not installed, and ${waiting} of ${videos} videos wait to be read with it: install it with \`apt install ffmpeg\`.`;
        return alsoFailed(result, [missing]);
      }
      const { version } = installed;
      const state =
        waiting === 0
          ? `ffmpeg ${version} has read all ${videos} videos.`
          : `ffmpeg ${version} is there, and ${waiting} of ${videos} videos wait for it.`;
      return { ok: result.ok, detail: `${result.detail} ${state}` };
    },
  };
}
