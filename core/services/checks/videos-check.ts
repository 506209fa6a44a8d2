import type { HealthCheck } from '../../plugin-api/health-check.ts';
import type { VideoCounts } from '../../store/photos/videos.ts';

interface Dependencies {
  readonly counts: () => VideoCounts;
  /** Finds ffmpeg, by its version; null if it is not installed. */
  readonly programs: () => Promise<{ readonly version: string } | null>;
}

/** Checks that ffmpeg is available, and how many videos are processed. */
export function videosCheck({ counts, programs }: Dependencies): HealthCheck {
  return {
    id: 'videos',
    run: async () => {
      const installed = await programs();
      const { videos, read } = counts();
      const waiting = videos - read;
      if (videos === 0) return { ok: true, detail: 'There are no videos in the library.' };
      if (!installed) {
        return {
          ok: false,
          detail: `ffmpeg is not installed, and ${waiting} of ${videos} videos wait to be read with it: install it with \`apt install ffmpeg\`.`,
        };
      }
      if (waiting === 0) return { ok: true, detail: `ffmpeg ${installed.version} has read all ${videos} videos.` };
      return {
        ok: true,
        detail: `ffmpeg ${installed.version} is there, and ${waiting} of ${videos} videos wait for it.`,
      };
    },
  };
}
