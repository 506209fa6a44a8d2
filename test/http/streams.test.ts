import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { expect } from 'chai';
import { inject } from '../../core/compose/inject.ts';
import type { ErrorBody } from '../../core/http/wire.ts';
import { hasFfmpeg, madeVideo } from '../support/made-video.ts';
import { skip } from '../support/skip.ts';
import { hasFileLimits, withTooManyFiles } from '../support/too-many-files.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { probed, VideoHouse } from '../support/video-house.ts';

const x265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none:keyint=25', '-tag:v', 'hvc1'];
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];

/** A video that is rotated by its file, like one of a phone held upright. */
async function turned(options: readonly string[]): Promise<Buffer> {
  const lying = await madeVideo('lying.mov', options, { seconds: 1 });
  return withTempFolder((folder) => {
    const [from, to] = [join(folder, 'lying.mov'), join(folder, 'turned.mov')];
    writeFileSync(from, lying);
    execFileSync('ffmpeg', ['-v', 'error', '-i', from, '-c', 'copy', '-metadata:s:v', 'rotate=90', to]);
    return Promise.resolve(readFileSync(to));
  });
}

/** The pid of a child process of this process. */
function childNamed(name: string): number | undefined {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.map(Number).find((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name);
}

describe('a video as a stream', function () {
  let house: VideoHouse;

  before(async function () {
    if (!hasFfmpeg) skip(this, 'ffmpeg is not installed');
    house = await VideoHouse.open();
    house.add('hevc', await madeVideo('a.mp4', x265, { seconds: 4 }));
    house.add('prores', await madeVideo('a.mov', ['-c:v', 'prores_ks', '-c:a', 'pcm_s16le'], { seconds: 1 }));
    house.add('avi', await madeVideo('a.avi', ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'], { seconds: 4 }));
    house.add('vp9', await madeVideo('a.mkv', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']));
    house.add('h264', await madeVideo('a.mkv', x264, { seconds: 4 }));
    house.add('ts', await madeVideo('a.ts', x264, { seconds: 4 }));
    house.add('ten bits', await madeVideo('a.mp4', [...x265, '-pix_fmt', 'yuv420p10le'], { seconds: 1, sound: false }));
    house.add('large', await madeVideo('a.mp4', x264, { seconds: 1, size: '1280x960', sound: false }));
  });
  after(() => (hasFfmpeg ? house.stop() : undefined));

  const streamed = async (uid: string, query = '') => {
    const watching = await house.watch(encodeURIComponent(uid), query);
    const bytes = await watching.whole();
    expect([watching.status, bytes === null], bytes?.toString('latin1', 0, 300)).to.deep.equal([200, false]);
    const { streams, format } = await probed(bytes!);
    const [video, audio] = streams;
    return { watching, bytes: bytes!, video: video!, audio, format };
  };

  for (const [uid, seconds] of [
    ['hevc', 4],
    ['prores', 1],
    ['avi', 4],
    ['vp9', 2],
    ['h264', 4],
    ['ts', 4],
  ] as const) {
    it(`is H.264 and AAC in MP4: ${uid}`, async () => {
      const { watching, video, audio, format } = await streamed(uid);
      expect(watching.answer.headers).to.include({ 'content-type': 'video/mp4', 'x-stream-start': '0' });
      expect(watching.answer.headers).to.not.have.any.keys('content-length', 'etag');
      expect(video).to.include({ codec_name: 'h264', pix_fmt: 'yuv420p', width: 320, height: 240 });
      expect(audio).to.include({ codec_name: 'aac' });
      expect(format.format_name).to.contain('mp4');
      expect(Number(format.duration)).to.be.closeTo(seconds, 0.15);
      expect(Number(format.start_time)).to.be.closeTo(0, 0.05);
    });
  }

  for (const uid of ['hevc', 'avi', 'h264', 'ts']) {
    it(`begins at a given second, reports its real start, and counts from 0: ${uid}`, async () => {
      const { watching, video, format } = await streamed(uid, '?start=2.5');
      const start = Number(watching.header('x-stream-start'));
      expect(start).to.be.within(1.9, 2.6);
      expect(video.codec_name).to.equal('h264');
      expect(Number(format.duration)).to.be.closeTo(4 - start, 0.2);
      expect(Number(format.start_time)).to.be.closeTo(0, 0.1);
    });
  }

  for (const isApart of [true, false]) {
    it(`is the motion part of a live photo, ${isApart ? 'stored separately' : 'inside the photo’s file'}`, async () => {
      const uid = isApart ? 'pair' : 'one file';
      house.addLive(uid, await madeVideo('m.mov', x265, { seconds: 2 }), { isApart });
      const { video, format } = await streamed(uid, '?start=1');
      expect([video.codec_name, Number(format.duration) > 0.7, Number(format.duration) < 1.3]).to.deep.equal([
        'h264',
        true,
        true,
      ]);
    });
  }

  it('has 8 bits if the original has 10, and no sound if there is none', async () => {
    const { video, audio } = await streamed('ten bits');
    expect(video.pix_fmt).to.equal('yuv420p');
    expect(audio).to.equal(undefined);
  });

  it('is no higher than requested, and keeps its proportions', async () => {
    expect((await streamed('large')).video).to.include({ width: 1280, height: 960 });
    expect((await streamed('large', '?height=720')).video).to.include({ width: 960, height: 720 });
  });

  it('has even sides if those of the original are odd', async () => {
    const options = ['-vf', 'scale=161:121', '-c:v', 'mpeg4'];
    house.add('odd', await madeVideo('a.avi', options, { seconds: 1, sound: false }));
    expect((await streamed('odd')).video).to.include({ width: 162, height: 122 });
  });

  it('is upright, converted or copied', async () => {
    house.add('upright', await turned(['-c:v', 'mpeg4']));
    house.add('upright h264', await turned(x264));
    const converted = (await streamed('upright')).video;
    expect(converted).to.include({ width: 240, height: 320 });
    expect(converted.side_data_list).to.equal(undefined);
    const passedOn = (await streamed('upright h264')).video;
    expect(passedOn.side_data_list?.[0]).to.include({ rotation: 90 });
  });

  it('is encoded if it is H.264 that browsers cannot play', async () => {
    house.add('444', await madeVideo('b.mp4', [...x264, '-pix_fmt', 'yuv444p'], { seconds: 1 }));
    expect((await streamed('444')).video.pix_fmt).to.equal('yuv420p');
  });

  it('does not contain the metadata of the file: date, place, title, camera, timecode, chapters', async () => {
    const telling = [
      ...['-metadata', 'creation_time=2019-05-06T07:08:09Z', '-metadata', 'location=+48.8577+002.295/'],
      ...['-metadata', 'title=The secret garden', '-metadata:s:v', 'creation_time=2019-05-06T07:08:09Z'],
      ...['-metadata:s:v', 'handler_name=The secret camera', '-metadata:s:v', 'timecode=10:20:30:00'],
      ...['-movflags', 'use_metadata_tags', '-metadata', 'com.apple.quicktime.model=Secretphone'],
    ];
    for (const [uid, options] of [
      ['told', x265],
      ['told h264', x264],
    ] as const) {
      const file = await withTempFolder((folder) => {
        const chapters = join(folder, 'chapters');
        writeFileSync(chapters, ';FFMETADATA1\n[CHAPTER]\nSTART=0\nEND=1000000000\ntitle=The secret chapter\n');
        return madeVideo('a.mov', ['-i', chapters, '-map_chapters', '2', ...options, ...telling], { seconds: 1 });
      });
      expect((await probed(file)).text)
        .to.match(/secret garden/)
        .and.to.match(/secret chapter/)
        .and.to.match(/2019/);
      house.add(uid, file);
      const { bytes } = await streamed(uid);
      expect((await probed(bytes)).text).to.not.match(/secret|2019|48\.85|creation_time|timecode/i);
      expect(bytes.toString('latin1')).to.not.match(/secret|\+48\.8/i);
    }
  });

  it('has its start in the response to HEAD', async () => {
    const answer = await house.server.server.inject({
      method: 'HEAD',
      url: '/api/photos/h264/stream?start=2.5',
      headers: house.server.reader,
    });
    expect([answer.statusCode, answer.payload]).to.deep.equal([200, '']);
    expect(Number(answer.headers['x-stream-start'])).to.be.closeTo(2, 0.05);
  });

  describe('fails', () => {
    const refused = async (uid: string, query = ''): Promise<unknown[]> => {
      const watching = await house.watch(uid, query);
      const { detail } = JSON.parse(String(await watching.whole())) as ErrorBody;
      expect(detail).to.be.a('string');
      return [watching.status, watching.header('x-error-kind')];
    };

    it('with 404 for a photo and for an unknown uid', async () => {
      house.add('picture', Buffer.from('jpeg'), { kind: 'image', mime: 'image/jpeg' });
      expect(await refused('picture')).to.deep.equal([404, 'not_found']);
      expect(await refused('none')).to.deep.equal([404, 'no_such_photo']);
    });

    it('with 415 for a file that is truncated, empty or not a video', async () => {
      const whole = await madeVideo('a.mp4', x264, { seconds: 1 });
      house.add('noise', Buffer.alloc(100_000, 'noise'));
      house.add('cut', whole.subarray(0, whole.length >> 1));
      house.add('empty', Buffer.alloc(0));
      for (const uid of ['noise', 'cut', 'empty']) {
        expect(await refused(uid), uid).to.deep.equal([415, 'broken_video']);
      }
    });

    it('with 504 if the photo store does not respond', async () => {
      const asked = new Promise<void>((resolve) => (house.keptSilent = resolve));
      // With a mocked clock: the server waits for 30 seconds.
      mock.timers.enable({ apis: ['setTimeout'] });
      try {
        const answer = house.server.get('/api/photos/h264/stream');
        await asked;
        mock.timers.tick(30_000);
        const { statusCode, headers } = await answer;
        expect([statusCode, headers['x-error-kind']]).to.deep.equal([504, 'source_timeout']);
      } finally {
        mock.timers.reset();
        house.keptSilent = undefined;
      }
    });

    it('with 503 if the conversion hangs although the photo store has sent what was requested', async function () {
      if (process.platform !== 'linux') skip(this, 'there is no /proc');
      const stopped = new Promise<void>((resolve) => {
        house.beforePiece = () => {
          const pid = childNamed('ffmpeg');
          if (pid === undefined) return;
          process.kill(pid, 'SIGSTOP');
          resolve();
        };
      });
      // With a mocked clock: the server waits for two minutes.
      mock.timers.enable({ apis: ['setTimeout'] });
      try {
        const answer = house.server.get('/api/photos/h264/stream');
        await stopped;
        while (house.open > 0) await new Promise(setImmediate);
        mock.timers.tick(120_000);
        const { statusCode, headers } = await answer;
        expect([statusCode, headers['x-error-kind']]).to.deep.equal([503, 'not_ready']);
      } finally {
        mock.timers.reset();
        house.beforePiece = () => undefined;
      }
    });

    it('with 503 while too many files are open, and plays after that', async function () {
      if (!hasFileLimits) skip(this, 'there is no prlimit');
      await streamed('h264');
      const library = house.server;
      const answer = await withTooManyFiles(() => library.get('/api/photos/h264/stream'));
      expect([answer.statusCode, answer.headers['x-error-kind']], answer.payload).to.deep.equal([503, 'not_ready']);
      expect(answer.headers['retry-after']).to.equal('10');
      expect(library.container.resolve(inject.streamPlaces).running).to.equal(0);
      await streamed('h264');
    });

    it('with 415 for a list of other files and addresses, and opens none of them', async () => {
      const asked: unknown[] = [];
      const elsewhere = createServer((request, response) => {
        asked.push(request.url);
        response.end();
      }).listen(0, '127.0.0.1');
      await once(elsewhere, 'listening');
      const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/secret.ts`;
      const lists = {
        hls: `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\n${address}\n#EXTINF:10.0,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n`,
        concat: `ffconcat version 1.0\nfile '${address}'\nfile '/etc/passwd'\n`,
        dash: `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>${address}</BaseURL></MPD>`,
      };
      for (const [uid, list] of Object.entries(lists)) {
        house.add(uid, Buffer.from(list), { name: `${uid}.avi`, mime: 'video/x-msvideo' });
        expect(await refused(uid), uid).to.deep.equal([415, 'broken_video']);
      }
      elsewhere.close();
      expect(asked).to.deep.equal([]);
    });

    it('with 413 or 415 for frames that are too large to be decoded', async () => {
      const small = await madeVideo('a.avi', ['-c:v', 'mjpeg'], { seconds: 1, size: '64x48', sound: false });
      const lying = Buffer.from(small);
      // Width and height in the track header (BITMAPINFOHEADER).
      const at = lying.indexOf('strf') + 8;
      lying.writeInt32LE(20_000, at + 4);
      lying.writeInt32LE(20_000, at + 8);
      // And in the frame itself (SOF0), which is what counts.
      for (let sof = 0; (sof = lying.indexOf('ffc0001108', sof, 'hex')) >= 0; sof += 5) {
        lying.writeUInt16BE(20_000, sof + 5);
        lying.writeUInt16BE(20_000, sof + 7);
      }
      house.add('lying', lying);
      const [status] = await refused('lying');
      expect(status).to.be.oneOf([413, 415]);
    });

    it('with 400 if it begins after its end, or for other invalid parameters', async () => {
      expect(await refused('hevc', '?start=4.5')).to.deep.equal([400, 'bad_input']);
      for (const query of ['?start=-1', '?start=x', '?height=0', '?height=1440', '?width=1', '?start=Infinity']) {
        expect(await refused('hevc', query), query).to.deep.equal([400, 'bad_input']);
      }
    });
  });
});
