import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { madeVideo } from '../support/made-video.ts';
import { programsBelow } from '../support/process-tree.ts';
import { VideoHouse } from '../support/video-house.ts';
import { figure, quantile, timeCalls } from './measure.ts';

const SECONDS = 20;
const START = 12.5;
const RUNS = 7;

/** 1080p HEVC with a keyframe every two seconds, as phones record it. */
const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none:keyint=50', '-b:v', '12M'];

/** The same conversion directly from the file: the time that ffmpeg alone takes. */
const bare = [
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  ...['-frag_duration', '500000', '-movflags', '+frag_keyframe+delay_moov', '-f', 'mp4', 'pipe:1'],
];

/** How long the first half second of a converted video takes, compared with ffmpeg alone on the same file. */
export async function bench(): Promise<void> {
  const video = await madeVideo('film.mp4', [...hevc, '-tag:v', 'hvc1'], { seconds: SECONDS, size: '1920x1080' });
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-bench-'));
  const house = await VideoHouse.open();
  try {
    const file = join(folder, 'film.mp4');
    writeFileSync(file, video);
    house.add('film', video);
    for (const start of [0, START]) {
      const [firsts, endings]: [number[], number[]] = [[], []];
      const ours = async (): Promise<void> => {
        const begin = performance.now();
        const watching = await house.watch('film', `?start=${start}`);
        await watching.some(1);
        const first = performance.now();
        watching.leave();
        while (programsBelow('ffmpeg').length > 0) await sleep(5);
        endings.push(performance.now() - first);
        firsts.push(first - begin);
      };
      const alone = async (): Promise<void> => {
        const args = ['-v', 'error', '-nostdin', '-ss', `${start}`, '-i', file, ...bare];
        const child = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'inherit'] });
        await once(child.stdout, 'data');
        child.kill('SIGKILL');
        await once(child, 'close');
      };
      await timeCalls(ours, { runs: RUNS, warmUp: 1 });
      const own = firsts.slice(1);
      const baseline = await timeCalls(alone, { runs: RUNS, warmUp: 1 });
      const inputs = { video: '1080p HEVC', start, runs: RUNS };
      figure('video-stream.first', quantile(own, 0.5) / 1000, 's, wanted 2 on 2 cores', inputs);
      figure('video-stream.bare', quantile(baseline, 0.5) / 1000, 's', inputs);
      figure('video-stream.ended', Math.max(...endings) / 1000, 's after the viewer left, wanted 2 at most', inputs);
      figure('video-stream.ratio', quantile(own, 0.5) / quantile(baseline, 0.5), 'of ffmpeg alone', inputs);
    }
  } finally {
    await house.stop();
    rmSync(folder, { recursive: true });
  }
}
