import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { motionHints } from '../../../core/domain/motion-hints.ts';
import { readTags } from '../../../core/media/exif.ts';
import { motionInFile } from '../../../core/media/motion-in-file.ts';
import { findEmbeddedMovie } from '../../../core/plugin-api/toolkit/index.ts';
import { hasFfmpeg, madeVideo } from '../../support/made-video.ts';
import { needPhotos, photosDir } from '../../support/model-packs.ts';
import {
  directory,
  heicMotionPhoto,
  markedMotionPhoto,
  microVideo,
  motionPhoto,
  samsungList,
  samsungMotionPhoto,
  withXmp,
  type Item,
} from '../../support/motion-photos.ts';
import { seededRandom } from '../../support/seed.ts';
import { makeVideo } from '../../support/video-file.ts';

const found = (file: Buffer) => motionInFile(file, readTags(file));

describe('the video inside a motion photo', function () {
  let still: Buffer;
  let movie: Buffer;

  before(async () => {
    still = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    movie = makeVideo({
      ...{ brand: 'mp42', picture: still, width: 64, height: 48 },
      ...{ durationMs: 2000, createdAt: 1_600_000_000 },
    });
  });

  const inside = (file: Buffer, length = movie.length, behind = 0) => ({
    mediaType: 'video/mp4',
    start: file.length - behind - length,
    length,
  });

  it('is found by the offset that older Google cameras write', async () => {
    const file = microVideo(still, movie);
    expect(await found(file)).to.deep.equal(inside(file));
  });

  it('is found by the directory of the file, also behind a gain map', async () => {
    for (const between of [Buffer.alloc(0), Buffer.alloc(5000, 7)]) {
      const file = motionPhoto(still, movie, between);
      expect(await found(file)).to.deep.equal(inside(file));
    }
  });

  it('is found in front of padding and other parts', async () => {
    const items = [
      { semantic: 'Primary' },
      { semantic: 'MotionPhoto', length: movie.length, padding: 16 },
      { semantic: 'Extra', length: 84 },
    ];
    const file = Buffer.concat([withXmp(still, directory(items)), movie, Buffer.alloc(100)]);
    const start = file.length - 100 - movie.length;
    expect(await found(file)).to.deep.include({ start });
  });

  it('is found in the trailer of Samsung cameras, and ends where the trailer says', async () => {
    const file = samsungMotionPhoto(still, movie);
    const motion = await found(file);
    expect(motion).to.deep.equal({ ...motion, mediaType: 'video/mp4', length: movie.length });
    expect(file.subarray(motion!.start, motion!.start + motion!.length).equals(movie)).to.equal(true);
  });

  it('is found behind the marker of Samsung cameras if the trailer is lost', async () => {
    const file = markedMotionPhoto(still, movie);
    expect(await found(file)).to.deep.equal(inside(file));
  });

  it('is not found in a plain picture, nor in files that are no pictures', async () => {
    for (const file of [still, movie, Buffer.alloc(0), Buffer.from('no picture')]) {
      expect(await found(file)).to.equal(null);
    }
  });

  it('is ignored at offsets where no video begins: outside of the file, at its start, in the still', async () => {
    const size = microVideo(still, movie).length;
    const offsets = [0, -1, 1, 63, movie.length - 1, movie.length + 1, size, size + 1, 2 ** 53, '9'.repeat(15)];
    for (const offset of [...offsets, 'NaN', '1e3', '-20', '0x10', ' ', '9'.repeat(400)]) {
      const file = microVideo(still, movie, offset);
      expect(await found(file), String(offset)).to.equal(null);
    }
  });

  it('is ignored if the directory is wrong', async () => {
    const lists: Item[][] = [
      [],
      [{ semantic: 'MotionPhoto', length: movie.length }],
      [{ semantic: 'Primary' }, { semantic: 'MotionPhoto' }],
      [{ semantic: 'Primary' }, { semantic: 'MotionPhoto', length: -movie.length }],
      [{ semantic: 'Primary' }, { semantic: 'MotionPhoto', length: movie.length, padding: -5 }],
      [{ semantic: 'Primary' }, { semantic: 'MotionPhoto', length: '999999999999999' }],
      [
        { semantic: 'Primary' },
        { semantic: 'MotionPhoto', length: movie.length },
        ...Array.from({ length: 300 }, () => ({ semantic: 'More', length: '999999999999999' })),
      ],
    ];
    for (const items of lists) {
      const file = Buffer.concat([withXmp(still, directory(items)), movie]);
      expect(await found(file), JSON.stringify(items)).to.equal(null);
    }
  });

  it('is ignored if the trailer is wrong', async () => {
    const block = Buffer.concat([Buffer.from([0, 0, 0x30, 0x0a, 16, 0, 0, 0]), Buffer.from('MotionPhoto_Dat_'), movie]);
    const lies = [
      { before: 0 },
      { before: 0xffff_ffff },
      { size: 0 },
      { size: 0xffff_ffff },
      { before: still.length + block.length },
    ];
    for (const lie of lies) {
      const file = Buffer.concat([still, block, samsungList([{ kind: 0x0a30, bytes: block, ...lie }])]);
      expect(await found(file), JSON.stringify(lie)).to.equal(null);
    }
    const long = Buffer.from(block);
    long.writeUInt32LE(0xffff_fff0, 4);
    const file = Buffer.concat([still, long, samsungList([{ kind: 0x0a30, bytes: long }])]);
    expect(await found(file)).to.equal(null);
  });

  it('is never outside of the file, whatever its bytes are', async () => {
    const random = seededRandom();
    const below = (limit: number): number => Math.floor(random() * limit);
    for (const whole of [microVideo(still, movie), motionPhoto(still, movie), samsungMotionPhoto(still, movie)]) {
      for (let round = 0; round < 150; round += 1) {
        const file = Buffer.from(whole.subarray(0, whole.length - (round % 3 === 0 ? below(200) : 0)));
        for (let change = 0; change < 6; change += 1) file[below(file.length)] = below(256);
        const motion = await found(file);
        if (!motion) continue;
        expect(motion.start).to.be.greaterThan(0);
        expect(motion.length).to.be.greaterThan(0);
        expect(motion.start + motion.length).to.be.at.most(file.length);
        expect(file.toString('latin1', motion.start + 4, motion.start + 8)).to.equal('ftyp');
      }
    }
  });

  it('is not searched for in XMP that is made to take minutes', async () => {
    const bomb = '<rdf:li>'.repeat(7000);
    for (const xmp of [directory([]).replace('</rdf:Seq>', `${bomb}</rdf:Seq>`), `<a>${'&amp;'.repeat(12_000)}`]) {
      expect(await found(Buffer.concat([withXmp(still, xmp), movie]))).to.equal(null);
    }
  });

  it('is found by reading few bytes if a file is read in parts', async () => {
    const file = samsungMotionPhoto(still, movie);
    let bytes = 0;
    const read = (start: number, length: number): Promise<Buffer> => {
      const part = start < 0 ? Buffer.alloc(0) : file.subarray(start, start + length);
      bytes += part.length;
      return Promise.resolve(part);
    };
    const motion = await findEmbeddedMovie({ size: file.length, read }, motionHints(readTags(file)));
    expect(motion).to.deep.include({ length: movie.length });
    expect(bytes).to.be.below(512);
  });

  describe('of real stills and real videos', function () {
    before(function () {
      needPhotos(this);
      if (!hasFfmpeg) this.skip();
    });

    it('is found in every format', async () => {
      const jpeg = readFileSync(join(photosDir, 'scenes/000000000139.jpg'));
      const heic = readFileSync(join(photosDir, 'formats/IMG_1034.heic'));
      for (const name of ['a.mp4', 'a.mov']) {
        const video = await madeVideo(name, ['-pix_fmt', 'yuv420p']);
        const mediaType = name === 'a.mp4' ? 'video/mp4' : 'video/quicktime';
        const files = {
          micro: microVideo(jpeg, video),
          google: motionPhoto(jpeg, video),
          heic: heicMotionPhoto(heic, video),
          samsung: samsungMotionPhoto(jpeg, video),
          'samsung heic': samsungMotionPhoto(heic, video),
          marked: markedMotionPhoto(jpeg, video),
        };
        for (const [form, file] of Object.entries(files)) {
          const motion = await found(file);
          expect(motion, form).to.deep.include({ mediaType, length: video.length });
          expect(file.subarray(motion!.start, motion!.start + motion!.length).equals(video), form).to.equal(true);
        }
        expect([await found(jpeg), await found(heic)]).to.deep.equal([null, null]);
      }
    });
  });
});
