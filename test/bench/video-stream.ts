import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { madeVideo } from '../support/made-video.ts';
import { VideoHouse } from '../support/video-house.ts';
import { figure, quantile, timeCalls } from './measure.ts';

const SECONDS = 20;
const START = 12.5;
const RUNS = 7;

/** 1080p HEVC with a keyframe each two seconds, as telephones write it. */
const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none:keyint=50', '-b:v', '12M'];

/** As ours, of the file itself: what ffmpeg takes anyway. */
const bare = [
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  ...['-frag_duration', '500000', '-movflags', '+frag_keyframe+delay_moov', '-f', 'mp4', 'pipe:1'],
];

/** How long somebody waits for the first half second of a converted video, beside ffmpeg alone on the same file. */
export async function bench(): Promise<void> {
  const video = await madeVideo('film.mp4', [...hevc, '-tag:v', 'hvc1'], { seconds: SECONDS, size: '1920x1080' });
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-bench-'));
  const house = await VideoHouse.open();
  try {
    const file = join(folder, 'film.mp4');
    writeFileSync(file, video);
    house.add('film', video);
    for (const start of [0, START]) {
      const ours = async (): Promise<void> => {
        const watching = await house.watch('film', `?start=${start}`);
        await watching.some(1);
        watching.leave();
      };
      const alone = async (): Promise<void> => {
        const args = ['-v', 'error', '-nostdin', '-ss', `${start}`, '-i', file, ...bare];
        const child = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'inherit'] });
        await once(child.stdout, 'data');
        child.kill('SIGKILL');
        await once(child, 'close');
      };
      const own = await timeCalls(ours, { runs: RUNS, warmUp: 1 });
      const baseline = await timeCalls(alone, { runs: RUNS, warmUp: 1 });
      const inputs = { video: '1080p HEVC', start, runs: RUNS };
      figure('video-stream.first', quantile(own, 0.5) / 1000, 's, wanted 2 on 2 cores', inputs);
      figure('video-stream.bare', quantile(baseline, 0.5) / 1000, 's', inputs);
      figure('video-stream.ratio', quantile(own, 0.5) / quantile(baseline, 0.5), 'of ffmpeg alone', inputs);
    }
  } finally {
    await house.stop();
    rmSync(folder, { recursive: true });
  }
}
