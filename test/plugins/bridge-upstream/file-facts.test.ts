import { expect } from 'chai';
import fc from 'fast-check';
import sharp from 'sharp';
import type { ByteSource } from '../../../core/plugin-api/toolkit/byte-source.ts';
import { readMovie } from '../../../core/plugin-api/toolkit/movie.ts';
import { timeInName } from '../../../plugins/bridge-upstream/bridge/facts/name-time.ts';
import { makeVideo } from '../../support/video-file.ts';
import { withScanRig } from '../../support/scan-rig.ts';

const inMemory = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: (start, length) => Promise.resolve(bytes.subarray(start, start + length)),
});

const seconds = (text: string): number => Date.parse(`${text}Z`) / 1000;

describe('the time in a file name', () => {
  for (const [name, time] of [
    ['IMG_20200102_030405.jpg', '2020-01-02T03:04:05'],
    ['PXL_20200102_030405678.jpg', '2020-01-02T03:04:05'],
    ['VID-20200102-WA0001.mp4', '2020-01-02T12:00:00'],
    ['Screenshot_2020-01-02-03-04-05.png', '2020-01-02T03:04:05'],
    ['Camera/2020-01-02 03.04.05.jpg', '2020-01-02T03:04:05'],
    ['signal-2020-01-02-030405.jpg', '2020-01-02T03:04:05'],
    ['signal-2020-01-02-03-04-05-678.jpg', '2020-01-02T03:04:05'],
    ['20200102.jpg', '2020-01-02T12:00:00'],
  ] as const) {
    it(`is read from ${name}`, () => {
      expect(timeInName(name)?.wallClock).to.equal(seconds(time));
    });
  }

  for (const name of [
    'IMG_0001.jpg',
    'IMG_20201301_000000.jpg',
    '20200230.jpg',
    '1234202001021234567.jpg',
    '2020/a.jpg',
    '1577934245123.jpg',
  ]) {
    it(`is not found in ${name}`, () => {
      expect(timeInName(name)).to.equal(null);
    });
  }

  it('is in UTC if the phone writes UTC', () => {
    expect(timeInName('PXL_20200102_030405678.jpg')?.utc).to.equal(true);
    expect(timeInName('IMG_20200102_030405.jpg')?.utc).to.equal(false);
  });
});

describe('the facts of a file', () => {
  it('prefer the time of the camera to that in the name, and that to the modification time', () =>
    withScanRig(async (rig) => {
      const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#123456' } });
      const withExif = (tags: Record<string, string>): Promise<Buffer> =>
        picture
          .clone()
          .withExif({ IFD0: { Make: 'Acme', Model: 'Acme 3' }, IFD2: tags })
          .withMetadata({ orientation: 6 })
          .jpeg()
          .toBuffer();
      const dated = await withExif({ DateTimeOriginal: '2019:05:06 07:08:09', OffsetTimeOriginal: '+02:00' });
      rig.store.put('IMG_20200102_030405.jpg', dated);
      rig.store.put('IMG_20200102_030406.jpg', await withExif({ DateTimeOriginal: '0000:00:00 00:00:00' }));
      rig.store.put('IMG_20200102_030407.jpg', await withExif({ DateTimeOriginal: '2099:01:01 00:00:00' }));
      rig.store.put('plain.jpg', await picture.jpeg().toBuffer(), seconds('2021-01-01T00:00:00') * 1000);
      rig.store.put('mistaken.heic', await picture.png().toBuffer());
      await rig.scan();
      expect(rig.node('IMG_20200102_030405.jpg')).to.deep.include({
        captureTime: seconds('2019-05-06T05:08:09'),
        captureTimeSource: 'exif',
        utcOffset: 120,
        camera: { device: 'Acme 3', orientation: 6 },
        media: { width: 30, height: 40, duration: null },
      });
      expect(rig.node('IMG_20200102_030406.jpg')).to.include({ captureTimeSource: 'name', utcOffset: null });
      expect(rig.node('IMG_20200102_030407.jpg').captureTimeSource).to.equal('name');
      expect(rig.node('plain.jpg')).to.include({
        captureTimeSource: 'mtime',
        captureTime: seconds('2021-01-01T00:00:00'),
      });
      expect(rig.node('mistaken.heic')).to.include({ mediaType: 'image/png', kind: 'image' });
    }));

  it('are found in a TIFF whose directory comes last', () =>
    withScanRig(async (rig) => {
      rig.store.put('slide.tif', tiffWithDirectoryLast(3_000_000, { model: 'Slide 7', taken: '1999:05:06 07:08:09' }));
      await rig.scan();
      const node = rig.node('slide.tif');
      expect(node).to.include({ mediaType: 'image/tiff', captureTimeSource: 'exif' });
      expect(node.camera?.device).to.equal('Slide 7');
    }));

  it('need little memory for a TIFF that claims a camera name of 100 MB', () =>
    withScanRig(async (rig) => {
      const claiming = Buffer.alloc(100_000_000);
      claiming.write('II*\0', 0, 'latin1');
      for (const [at, value] of [
        [4, 8],
        [8, 0x010f_0001],
        [12, 2],
        [14, claiming.length - 100],
        [18, 8],
      ] as const) {
        claiming.writeUInt32LE(value, at);
      }
      rig.store.put('claiming.tif', claiming);
      rig.store.put('slide.tif', tiffWithDirectoryLast(1000, { model: 'Slide 7', taken: '1999:05:06 07:08:09' }));
      const before = process.memoryUsage().rss;
      await rig.scan();
      expect(rig.node('claiming.tif')).to.include({
        mediaType: 'image/tiff',
        captureTimeSource: 'mtime',
        camera: null,
      });
      expect(rig.node('slide.tif').camera?.device).to.equal('Slide 7');
      expect(process.memoryUsage().rss - before).to.be.below(300_000_000);
    }));

  it('of a video are its duration, size and time, with the index at its end', () =>
    withScanRig(async (rig) => {
      const video = makeVideo({
        brand: 'qt  ',
        picture: Buffer.alloc(900_000, 7),
        width: 640,
        height: 480,
        durationMs: 2500,
        createdAt: 1_600_000_000,
      });
      rig.store.put('video.mov', video);
      await rig.scan();
      expect(rig.node('video.mov')).to.deep.include({
        kind: 'video',
        mediaType: 'video/quicktime',
        captureTime: 1_600_000_000,
        captureTimeSource: 'exif',
        media: { width: 640, height: 480, duration: 2.5 },
      });
    }));

  it('of a video in portrait orientation have a portrait size', async () => {
    const video = makeVideo({
      brand: 'mp42',
      picture: Buffer.alloc(10),
      width: 640,
      height: 480,
      durationMs: 1,
      createdAt: 1,
    });
    const matrix = video.indexOf('tkhd') + 4 + 40;
    [0, 0x10000, 0, -0x10000, 0].forEach((value, index) => video.writeInt32BE(value, matrix + index * 4));
    expect((await readMovie(inMemory(video))).size).to.deep.equal({ width: 480, height: 640 });
  });

  const box = (type: string, ...content: Buffer[]): Buffer => {
    const header = Buffer.alloc(8);
    header.writeUInt32BE(8 + Buffer.concat(content).length);
    header.write(type, 4, 'latin1');
    return Buffer.concat([header, ...content]);
  };
  const item = (index: number, value: string): Buffer =>
    box(`\0\0\0${String.fromCharCode(index)}`, box('data', Buffer.alloc(8), Buffer.from(value)));
  const word = (type: string, text: string): Buffer => {
    const header = Buffer.alloc(4);
    header.writeUInt16BE(Buffer.byteLength(text));
    return box(type, header, Buffer.from(text));
  };

  it('of a video include its location', async () => {
    const android = box('moov', box('udta', word('\xa9xyz', '-33.8568+151.2153/')));
    expect((await readMovie(inMemory(android))).location).to.deep.equal({ lat: -33.8568, lng: 151.2153 });
    const keys = box('keys', Buffer.alloc(8), box('mdta', Buffer.from('com.apple.quicktime.location.ISO6709')));
    const apple = box('moov', box('meta', keys, box('ilst', item(1, '+27.5916+086.5640+8850/'))));
    expect((await readMovie(inMemory(apple))).location).to.deep.equal({ lat: 27.5916, lng: 86.564 });
  });

  it('of a video of an old phone include its location in the form of 3GPP', async () => {
    const place = Buffer.alloc(12);
    place.writeInt32BE(Math.round(151.2153 * 65_536), 0);
    place.writeInt32BE(Math.round(-33.8568 * 65_536), 4);
    for (const name of [Buffer.from('Opera\0'), Buffer.from([0xfe, 0xff, 0, 0x4f, 0, 0])]) {
      const loci = box('loci', Buffer.alloc(6), name, Buffer.alloc(1), place);
      const { location } = await readMovie(inMemory(box('moov', box('udta', loci))));
      expect(location?.lat).to.be.closeTo(-33.8568, 0.0001);
      expect(location?.lng).to.be.closeTo(151.2153, 0.0001);
    }
  });

  it('of a video include the time, the time zone and the camera', async () => {
    const names = ['creationdate', 'make', 'model'].map((name) =>
      box('mdta', Buffer.from(`com.apple.quicktime.${name}`)),
    );
    const values = [item(1, '2023-05-01T18:30:00+0900'), item(2, 'Apple'), item(3, 'iPhone\x0014')];
    // In MP4 files, version and flags come first.
    for (const flags of [Buffer.alloc(0), Buffer.alloc(4)]) {
      const keys = box('keys', Buffer.alloc(8), ...names);
      const movie = await readMovie(inMemory(box('moov', box('meta', flags, keys, box('ilst', ...values)))));
      expect(movie).to.include({ utcOffset: 540, make: 'Apple', model: 'iPhone 14' });
      expect(movie.creationTime).to.equal(Date.parse('2023-05-01T09:30:00Z') / 1000);
    }
    const older = box('udta', word('\xa9day', '2010-06-11T12:34:56+0200'), word('\xa9mod', 'iPhone 3GS'));
    expect(await readMovie(inMemory(box('moov', older)))).to.include({ utcOffset: 120, model: 'iPhone 3GS' });
    const year = box('udta', word('\xa9day', '2010'));
    expect(await readMovie(inMemory(box('moov', year)))).to.include({ utcOffset: null, creationTime: null });
  });

  it('are read from corrupt boxes with a limited number of reads', function () {
    const video = makeVideo({
      brand: 'mp42',
      picture: Buffer.alloc(40),
      width: 64,
      height: 48,
      durationMs: 9,
      createdAt: 9,
    });
    return fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(video.length - 5), fc.constantFrom(0, 1, 7, 8, 9, 0x7fffffff, 0xffffffff)), {
          maxLength: 6,
        }),
        fc.nat(video.length),
        async (damages, length) => {
          const bytes = Buffer.from(video.subarray(0, length));
          for (const [at, value] of damages) if (at + 4 <= bytes.length) bytes.writeUInt32BE(value, at);
          let reads = 0;
          const counted: ByteSource = {
            size: bytes.length,
            read: (start, wanted) => {
              reads += 1;
              return Promise.resolve(bytes.subarray(start, start + wanted));
            },
          };
          await readMovie(counted);
          expect(reads).to.be.below(2000);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

/** Two directories after `gap` bytes of picture: one with the model, which points to one with the time. */
function tiffWithDirectoryLast(gap: number, { model, taken }: { model: string; taken: string }): Buffer {
  const start = 8 + gap;
  const bytes = Buffer.alloc(start + 200);
  bytes.write('II*\0', 0, 'latin1');
  bytes.writeUInt32LE(start, 4);
  const entry = (at: number, tag: number, type: number, count: number, value: number): void => {
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(count, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  };
  bytes.writeUInt16LE(2, start);
  entry(start + 2, 0x0110, 2, model.length + 1, start + 100);
  entry(start + 14, 0x8769, 4, 1, start + 40);
  bytes.writeUInt16LE(1, start + 40);
  entry(start + 42, 0x9003, 2, taken.length + 1, start + 140);
  bytes.write(model, start + 100);
  bytes.write(taken, start + 140);
  return bytes;
}
