import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { ProgramFinder } from '../../../../core/media/video/programs.ts';
import { SourceTap } from '../../../../core/media/video/source-tap.ts';
import { VideoReader, type ReadVideo } from '../../../../core/media/video/video-reader.ts';
import { SourceError } from '../../../../core/plugin-api/errors.ts';
import { aviWithSubtitles, lentBytes, playlistOf } from '../../../support/hostile-videos.ts';
import { hasFfmpeg, madeVideo } from '../../../support/made-video.ts';
import { skip } from '../../../support/skip.ts';
import { sparseVideo } from '../../../support/sparse-video.ts';

const { signal } = new AbortController();

describe('a video', function () {
  const tap = new SourceTap();
  const reader = new VideoReader(new ProgramFinder(), tap);
  let folder: string;

  before(function () {
    if (!hasFfmpeg) skip(this, 'ffmpeg is not installed');
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  });
  after(async () => {
    await tap.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const read = (bytes: Buffer): Promise<ReadVideo> => reader.read(lentBytes(bytes), { wantsPoster: true, signal });
  const whyNot = async (bytes: Buffer): Promise<unknown> => {
    try {
      return (await read(bytes)).error;
    } catch (error) {
      return error;
    }
  };
  /** A file that ffmpeg makes from files in the folder. */
  const made = (name: string, ...options: string[]): Buffer => {
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...options, name], { cwd: folder });
    return readFileSync(join(folder, name));
  };
  const sides = async ({ poster }: ReadVideo): Promise<unknown> => {
    const { width, height } = await sharp(poster!).metadata();
    return [width, height];
  };

  const small = { seconds: 1, size: '160x120' };
  const kinds: [name: string, options: string[], type: string | null][] = [
    [
      'a.mp4',
      ['-c:v', 'libx264', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
      'video/mp4; codecs="avc1.64000b, mp4a.40.2"',
    ],
    [
      'first.mp4',
      ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-movflags', 'faststart'],
      'video/mp4; codecs="avc1.64000b, mp4a.40.2"',
    ],
    [
      'h.mov',
      ['-c:v', 'libx265', '-tag:v', 'hvc1', '-x265-params', 'log-level=none'],
      'video/mp4; codecs="hvc1.1.6.L30.90, mp4a.40.2"',
    ],
    ['p.mov', ['-c:v', 'prores_ks', '-c:a', 'aac'], 'video/quicktime; codecs="apch, mp4a.40.2"'],
    [
      'v.webm',
      ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-c:a', 'libopus'],
      'video/webm; codecs="vp09.00.10.08, opus"',
    ],
    ['o.mp4', ['-c:v', 'libaom-av1', '-cpu-used', '8', '-t', '0.2'], 'video/mp4; codecs="av01.0.00M.08, mp4a.40.2"'],
    [
      'm.mkv',
      ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'libopus'],
      'video/x-matroska; codecs="avc1.64000b, opus"',
    ],
    ['x.avi', ['-c:v', 'mpeg4', '-c:a', 'mp3'], null],
  ];
  for (const [name, options, type] of kinds) {
    it(`like ${name} with ${options[1]} has a poster, and the media type ${type ?? 'null'}`, async () => {
      const video = await read(await madeVideo(name, options, small));
      expect(video.error).to.equal(null);
      expect(video.facts).to.include({ type, frameRate: 25 });
      expect(await sides(video)).to.deep.equal([160, 120]);
      expect(video.movie.size).to.deep.equal({ width: 160, height: 120 });
    });
  }

  it('that was filmed upright is shown upright, and one without sound has no audio codec', async () => {
    writeFileSync(
      join(folder, 'flat.mp4'),
      await madeVideo('flat.mp4', ['-c:v', 'libx264'], { ...small, sound: false }),
    );
    const video = await read(made('up.mp4', '-i', 'flat.mp4', '-c', 'copy', '-metadata:s:v:0', 'rotate=90'));
    expect(video.movie.size).to.deep.equal({ width: 120, height: 160 });
    expect(await sides(video)).to.deep.equal([120, 160]);
    expect(video.facts.audioCodec).to.equal(null);
  });

  it('with six channels of sound, or with a variable frame rate, is read', async () => {
    const surround = await madeVideo('s.mp4', ['-c:v', 'libx264', '-ac', '6', '-c:a', 'aac'], small);
    expect((await read(surround)).facts).to.include({ audioCodec: 'aac' });
    const uneven = await madeVideo(
      'u.mkv',
      ['-vf', "select='not(mod(n,7))'", '-vsync', 'vfr', '-c:v', 'libx264'],
      small,
    );
    expect((await read(uneven)).poster).to.not.equal(null);
  });

  it('that begins in the dark is shown by a brighter frame', async () => {
    const black = ['-f', 'lavfi', '-i', 'color=black:d=1:s=160x120:r=10'];
    const bright = ['-f', 'lavfi', '-i', 'color=orange:d=2:s=160x120:r=10'];
    const { poster } = await read(
      made('dark.mp4', ...black, ...bright, '-filter_complex', '[0][1]concat=n=2', '-c:v', 'libx264'),
    );
    expect((await sharp(poster!).stats()).channels[0]!.mean).to.be.above(200);
  });

  it('in HDR is read, and a large poster is scaled down', async () => {
    const hlg = 'log-level=none:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc';
    const options = ['-c:v', 'libx265', '-x265-params', hlg, '-pix_fmt', 'yuv420p10le', '-t', '0.2'];
    const video = await read(await madeVideo('hlg.mp4', options, { ...small, size: '2560x1440' }));
    expect(video.error).to.equal(null);
    expect(await sides(video)).to.deep.equal([1920, 1080]);
    expect(video.facts.type).to.match(/^video\/mp4; codecs="(hev1|hvc1)\.2\.4\./);
  });

  it('in HDR is toned down to the brightness of a screen', async function () {
    if (!execFileSync('ffmpeg', ['-v', 'error', '-filters']).includes(' zscale ')) skip(this, 'ffmpeg has no zscale');
    const hlg = 'log-level=none:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc';
    const grey = ['-f', 'lavfi', '-i', 'color=#c0c0c0:d=0.2:s=160x120:r=25', '-pix_fmt', 'yuv420p10le'];
    const { poster } = await read(made('grey.mp4', ...grey, '-c:v', 'libx265', '-x265-params', hlg));
    // 192 without.
    expect((await sharp(poster!).stats()).channels[0]!.mean).to.be.within(140, 175);
  });

  it('of 4 GiB is read with no more than 32 MiB', async () => {
    const large = await sparseVideo(4 * 1024 ** 3);
    const video = await reader.read(large, { wantsPoster: true, signal });
    expect(video.poster).to.not.equal(null);
    expect(large.bytesRead).to.be.below(32 * 1024 * 1024);
  });

  it('that is truncated, empty, or no video is rejected with a reason', async () => {
    const whole = await madeVideo('w.mp4', ['-c:v', 'libx264'], small);
    expect(await whyNot(whole.subarray(0, whole.length / 2))).to.include({ name: 'PhotoError', fault: 'damaged' });
    expect(await whyNot(Buffer.alloc(0))).to.include({ name: 'PhotoError', fault: 'empty' });
    expect(await whyNot(Buffer.from('no video at all'))).to.include({ name: 'PhotoError' });
    const sound = made('sound.mp4', '-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac');
    expect(await whyNot(sound)).to.include({ name: 'PhotoError', message: 'There is no picture in this video.' });
  });

  it('that claims an impossible number of pixels is rejected', async () => {
    const wide = await madeVideo('wide.avi', ['-c:v', 'rawvideo', '-pix_fmt', 'yuv420p', '-t', '0.1'], small);
    const format = wide.indexOf('strf') + 8;
    wide.writeUInt32LE(60_000, format + 4);
    wide.writeUInt32LE(60_000, format + 8);
    expect(await whyNot(wide)).to.include({ name: 'PhotoError' });
  });

  it('whose source fails is rejected with the error of the source', async () => {
    const bytes = await madeVideo('w.mp4', ['-c:v', 'libx264'], small);
    const file = { size: bytes.length, open: () => Promise.reject(new SourceError('unreachable', 'away')) };
    const failure = await reader.read(file, { wantsPoster: true, signal }).catch((error: unknown) => error);
    expect(failure).to.include({ name: 'SourceError', code: 'unreachable' });
  });

  it('that refers to files and addresses has none of them opened', async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`;
      const secret = join(folder, 'secret.ts');
      writeFileSync(secret, made('part.ts', '-f', 'lavfi', '-i', 'color=red:d=1:s=64x64', '-c:v', 'mpeg2video'));
      for (const target of [url, `file://${secret}`, `concat:${secret}|${secret}`]) {
        expect(await whyNot(Buffer.from(playlistOf(target)))).to.include({ name: 'PhotoError', fault: 'unsupported' });
      }
      for (const target of [url, secret]) {
        expect(await whyNot(Buffer.from(`ffconcat version 1.0\nfile '${target}'\n`))).to.include({
          name: 'PhotoError',
        });
      }
      const film = await madeVideo('w.avi', ['-c:v', 'mjpeg'], { ...small, sound: false });
      const outcome = await whyNot(aviWithSubtitles(film, playlistOf(url)));
      expect(outcome === null || outcome instanceof Error).to.equal(true);
      expect(asked).to.equal(0);
    } finally {
      server.close();
    }
  });
});
