import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ProgramFinder } from '../../core/media/video/programs.ts';
import { SourceTap, type LentFile } from '../../core/media/video/source-tap.ts';
import { VideoReader } from '../../core/media/video/video-reader.ts';
import { madeVideo } from '../support/made-video.ts';
import { sparseVideo } from '../support/sparse-video.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { figure, quantile, timeCalls } from './measure.ts';

const run = promisify(execFile);
const { signal } = new AbortController();

/** How long the poster and the facts of a video take compared with one ffmpeg call, and how much of a large video they read. */
export async function bench(): Promise<void> {
  const tap = new SourceTap();
  const reader = new VideoReader(new ProgramFinder(), tap);
  try {
    await beside(reader);
    await ofLarge(reader);
  } finally {
    await tap.close();
  }
}

async function beside(reader: VideoReader): Promise<void> {
  const inputs = { codec: 'h264', size: '1920x1080', seconds: 20 };
  const options = ['-c:v', 'libx264', '-preset', 'veryfast', '-g', '50', '-pix_fmt', 'yuv420p'];
  const film = await madeVideo('film.mp4', options, inputs);
  await withTempFolder(async (folder) => {
    const file = join(folder, 'film.mp4');
    await writeFile(file, film);
    const lent: LentFile = {
      size: film.length,
      open: ({ start, end = film.length - 1 }) =>
        Promise.resolve({
          body: createReadStream(file, { start, end }),
          length: end + 1 - start,
          range: { start, end },
        }),
    };
    const bare = [
      '-v',
      'error',
      '-ss',
      '2',
      '-i',
      file,
      '-frames:v',
      '1',
      '-vf',
      'scale=1920:-1',
      '-f',
      'image2pipe',
      '-',
    ];
    const times = { bare: [] as number[], facts: [] as number[], both: [] as number[] };
    // Alternates, since the load of machines changes by the minute.
    for (let round = 0; round < 10; round += 1) {
      const once = { runs: 1, warmUp: round === 0 ? 1 : 0 };
      const call = (): Promise<unknown> => run('ffmpeg', bare, { encoding: 'buffer', maxBuffer: 1e8 });
      times.bare.push(...(await timeCalls(call, once)));
      times.facts.push(...(await timeCalls(() => reader.read(lent, { wantsPoster: false, signal }), once)));
      times.both.push(...(await timeCalls(() => reader.read(lent, { wantsPoster: true, signal }), once)));
    }
    const [plain, facts, both] = [times.bare, times.facts, times.both].map((all) => quantile(all, 0.5)) as [
      number,
      number,
      number,
    ];
    figure('video.bare', plain, 'ms', inputs);
    figure('video.facts', facts, 'ms', inputs);
    figure('video.poster', both - facts, 'ms', inputs);
    figure('video.ratio', (both - facts) / plain, 'of a bare ffmpeg -ss', inputs);
    figure('video.both-ratio', both / plain, 'of a bare ffmpeg -ss, facts with poster', inputs);
  });
}

async function ofLarge(reader: VideoReader): Promise<void> {
  const large = await sparseVideo(4 * 1024 ** 3);
  const { poster } = await reader.read(large, { wantsPoster: true, signal });
  if (!poster) throw new Error('The large video has no poster');
  figure('video.large', large.bytesRead / 1024 / 1024, 'MB read', { size: large.size, within: 32 });
}
