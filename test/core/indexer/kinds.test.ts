import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { ProgramFinder } from '../../../core/media/video/programs.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource, sha1Of } from '../../support/memory-source.ts';
import { photosDir } from '../../support/model-packs.ts';
import { photoLikeJpeg } from '../../support/pictures.ts';
import { rawFile } from '../../support/raw-file.ts';

describe('the indexing of videos, RAW files and live photos', function () {
  let folder: string;
  let source: MemorySource;
  let rig: IndexerRig;
  let jpeg: Buffer;
  let still: Buffer;

  before(async () => {
    jpeg = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'olive' } })
      .withExif({ IFD0: { Make: 'Canon', Model: 'Canon EOS R5' }, IFD2: { DateTimeOriginal: '2021:05:06 07:08:09' } })
      .jpeg()
      .toBuffer();
    still = await sharp(jpeg).resize(640).jpeg().toBuffer();
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
    // As on a machine without the programs that read videos.
    rig = new IndexerRig({ folder, source, programs: new ProgramFinder('') });
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  it('uses the store’s thumbnail for a video, and never opens the file', async () => {
    const video = Buffer.from('not a byte of this is read');
    source.put('video', video, {
      kind: 'video',
      name: 'Birthday.mp4',
      mediaType: 'video/mp4',
      size: 9_000_000_000,
      sha1: sha1Of(video),
      media: { width: 1920, height: 1080, duration: 12.5 },
      location: { lat: 38.72, lng: -9.14 },
    });
    source.thumbnails.set('video', still);
    await rig.settle();
    const row = rig.photo('video');
    expect(row).to.include({ state: 'indexed', kind: 'video', mime: 'video/mp4', width: 1920, height: 1080 });
    expect(row).to.include({ thumb_revision: 1, place: 'Lisbon, Portugal', duration: 12.5 });
    expect(row.sha1!.toString('hex')).to.equal(sha1Of(video));
    expect(await sharp(rig.thumbPath(row)).metadata()).to.include({ format: 'webp', width: 512, height: 342 });
    expect(source.count('open')).to.equal(0);
  });

  it('ignores impossible durations of videos, and applies a duration that the source corrects', async () => {
    const lengths = { negative: -1, endless: 1e300, none: 0, fine: 61.00049 };
    for (const [uid, duration] of Object.entries(lengths)) {
      source.put(uid, Buffer.from('x'), { kind: 'video', media: { width: 8, height: 6, duration } });
    }
    await rig.settle();
    for (const uid of ['negative', 'endless', 'none']) expect(rig.photo(uid), uid).to.include({ duration: null });
    expect(rig.photo('fine')).to.include({ duration: 61 });
    source.put('fine', Buffer.from('x'), { kind: 'video', media: { width: 8, height: 6, duration: 59.5 } });
    await rig.settle();
    expect(rig.photo('fine')).to.include({ duration: 59.5, state: 'indexed' });
  });

  it('indexes a video without a thumbnail, or with a broken one', async () => {
    source.put('none', Buffer.from('x'), { kind: 'video' });
    source.put('broken', Buffer.from('x'), { kind: 'video' });
    source.thumbnails.set('broken', Buffer.from('no picture'));
    await rig.settle();
    for (const uid of ['none', 'broken']) {
      expect(rig.photo(uid)).to.include({
        state: 'indexed',
        thumb_revision: 0,
        thumbhash: null,
        sha1: null,
        width: null,
      });
      expect(existsSync(rig.thumbPath(rig.photo(uid)))).to.equal(false);
    }
  });

  it('reads only the head of a RAW file that has a thumbnail', async () => {
    const raw = await sharp(jpeg).keepExif().tiff({ compression: 'none' }).toBuffer();
    source.put('raw', Buffer.concat([raw, Buffer.alloc(1_000_000)]), { kind: 'raw', mediaType: 'image/x-canon-cr2' });
    source.thumbnails.set('raw', still);
    const lengths: number[] = [];
    source.bodies.set('raw', (content) => {
      lengths.push(content.length);
      return content;
    });
    await rig.settle();
    expect(rig.photo('raw')).to.include({
      state: 'indexed',
      kind: 'raw',
      mime: 'image/x-canon-cr2',
      thumb_revision: 1,
    });
    expect(lengths).to.deep.equal([256 * 1024]);
  });

  it('indexes a RAW file whose head cannot be read', async () => {
    source.put('raw', jpeg, { kind: 'raw', mediaType: 'image/x-nikon-nef' });
    source.faults.set('open', () => Promise.reject(new Error('no ranges here')));
    await rig.settle();
    expect(rig.photo('raw')).to.include({ state: 'indexed', kind: 'raw', thumb_revision: 0 });
  });

  it('reads the time and camera of a RAW file from its EXIF', async () => {
    source.put('raw', jpeg, { kind: 'raw', mediaType: 'image/x-adobe-dng' });
    await rig.settle();
    expect(rig.photo('raw')).to.include({ camera: 'Canon EOS R5', taken_at_local: '2021-05-06T07:08:09' });
  });

  it('uses the largest embedded preview of a RAW file without a thumbnail, rotated as the file says', async () => {
    const small = await sharp(still).resize(160).jpeg().toBuffer();
    const raw = rawFile(6, [small, still]);
    source.put('raw', raw, { kind: 'raw', mediaType: 'image/x-nikon-nef', media: null });
    source.put('none', Buffer.alloc(5000, 1), { kind: 'raw', mediaType: 'image/x-nikon-nef', media: null });
    await rig.settle();
    expect(rig.photo('raw')).to.include({ state: 'indexed', mime: 'image/x-nikon-nef', thumb_revision: 1 });
    const { width, height } = await sharp(rig.thumbPath(rig.photo('raw'))).metadata();
    expect([width < height, rig.photo('raw').width, rig.photo('raw').height]).to.deep.equal([true, 427, 640]);
    expect(rig.photo('none')).to.include({ state: 'indexed', thumb_revision: 0 });
  });

  it('indexes a live photo by its still picture', async () => {
    source.put('live', jpeg, { kind: 'live' });
    await rig.settle();
    expect(rig.photo('live')).to.include({ state: 'indexed', kind: 'live', width: 900, camera: 'Canon EOS R5' });
  });
});

describe('converting pictures for browsers', function () {
  const heic = join(photosDir, 'exif/heic/IMG_5195.HEIC');
  let folder: string;
  let rig: IndexerRig;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    rig = new IndexerRig({ folder, source: new MemorySource() });
  });

  const toJpeg = (picture: Buffer, signal = new AbortController().signal): Promise<Buffer> =>
    rig.reader.toJpeg(Uint8Array.from(picture), { turned: 0 }, signal);

  after(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  it('converts HEIC to a JPEG of the same size', async function () {
    if (!existsSync(heic)) this.skip();
    const jpeg = await toJpeg(readFileSync(heic));
    expect(await sharp(jpeg).metadata()).to.include({ format: 'jpeg', width: 2566, height: 3313, space: 'srgb' });
  });

  it('reports a damaged HEIC in its own words, without output of the decoder', async function () {
    if (!existsSync(heic)) this.skip();
    const damaged = readFileSync(heic);
    for (let at = damaged.indexOf('ispe'); at >= 0; at = damaged.indexOf('ispe', at + 4))
      damaged.fill(0, at + 8, at + 16);
    const written: string[] = [];
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = (text: string | Uint8Array) => written.push(String(text)) > 0;
    try {
      const failure = await toJpeg(damaged).catch((error: unknown) => error);
      expect(failure)
        .to.have.property('message')
        .that.matches(/HEIC file is damaged/);
      // The output of a thread arrives after its response.
      await toJpeg(readFileSync(heic));
    } finally {
      process.stdout.write = write;
    }
    expect(written).to.deep.equal([]);
  });

  it('uses the largest preview inside a RAW file', async () => {
    const preview = await photoLikeJpeg(1, 1200, 800);
    const small = await sharp(preview).resize(160).jpeg().toBuffer();
    const raw = Buffer.concat([
      Buffer.from('FUJIFILMCCD-RAW '),
      Buffer.alloc(500),
      small,
      Buffer.alloc(99, 7),
      preview,
      Buffer.alloc(9000, 1),
    ]);
    const jpeg = await toJpeg(raw);
    expect(await sharp(jpeg).metadata()).to.include({ format: 'jpeg', width: 1200, height: 800 });
  });

  it('rotates the preview by the orientation in the RAW file', async () => {
    const lying = await photoLikeJpeg(1, 1200, 800);
    const jpeg = await toJpeg(rawFile(8, [lying]));
    expect(await sharp(jpeg).metadata()).to.include({ format: 'jpeg', width: 800, height: 1200 });
  });

  it('rotates a TIFF upright', async () => {
    const tiff = await sharp(await photoLikeJpeg(2, 800, 700))
      .withMetadata({ orientation: 6 })
      .tiff()
      .toBuffer();
    const jpeg = await toJpeg(tiff);
    const { format, width, height, orientation = 1 } = await sharp(jpeg).metadata();
    expect([format, width, height, orientation]).to.deep.equal(['jpeg', 700, 800, 1]);
  });

  it('releases the memory of the file once it is read', async () => {
    const bytes = Uint8Array.from(await photoLikeJpeg(4, 300, 200));
    const jpeg = await rig.reader.toJpeg(bytes, { turned: 0 }, new AbortController().signal);
    expect(bytes).to.have.length(0);
    expect((await sharp(jpeg).metadata()).width).to.equal(300);
  });

  it('fails with `not_an_image` if there is no picture', async () => {
    const error = await toJpeg(Buffer.from('no picture')).catch((reason: unknown) => reason);
    expect(error).to.include({ kind: 'not_an_image' });
  });

  it('stops when the caller aborts', async () => {
    const leaving = new AbortController();
    const pending = toJpeg(await photoLikeJpeg(3, 3000, 3000), leaving.signal);
    leaving.abort(new Error('gone'));
    expect(await pending.catch((reason: unknown) => reason)).to.include({ message: 'gone' });
  });
});
