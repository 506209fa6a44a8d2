import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import { searchWords } from '../../../core/domain/search-words.ts';
import { IdSet } from '../../../core/plugin-api/toolkit/id-set.ts';
import { TextIndex } from '../../../core/store/photos/text-index.ts';
import { createFolderSource } from '../../support/folder-source.ts';
import { IndexerRig, type PhotoRow } from '../../support/indexer-rig.ts';
import { photoLikeJpeg } from '../../support/pictures.ts';

const orange = { r: 230, g: 120, b: 40 };

/** A plain picture with a blue left half. */
function twoHalves(width: number, height: number, alpha = 1): Sharp {
  const blue = { r: 20, g: 40, b: 200, alpha };
  const left = { create: { width: Math.ceil(width / 2), height, channels: 4, background: blue } } as const;
  return sharp({ create: { width, height, channels: 4, background: { ...orange, alpha } } }).composite([
    { input: left, left: 0, top: 0 },
  ]);
}

const names: Record<string, string> = {
  arabic: 'صورة العائلة',
  armenian: 'Լուսանկար',
  bengali: 'ছবি',
  chinese: '照片',
  devanagari: 'तस्वीर',
  emoji: '👨‍👩‍👧‍👦🏖️',
  ethiopic: 'ፎቶ',
  georgian: 'ფოტო',
  greek: 'Φωτογραφία',
  hebrew: 'תמונה',
  japanese: '写真カメラ',
  khmer: 'រូបថត',
  korean: '사진',
  latin: 'Gruß & Kuß 100% \'quoted\' "double" <b>',
  russian: 'Фотография',
  tamil: 'புகைப்படம்',
  thai: 'ภาพถ่าย',
  tibetan: 'པར་',
};

describe('the indexing of generated pictures', function () {
  let folder: string;
  let rig: IndexerRig;

  const photo = (name: string): PhotoRow => rig.photos().find((row) => row.name === name)!;
  const colourAt = async (name: string, x: number): Promise<number[]> => {
    const { data, info } = await sharp(rig.thumbPath(photo(name)))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * x)) * 3;
    return [...data.subarray(at, at + 3)];
  };
  const expectColour = (colour: number[], wanted: number[], tolerance: number): void => {
    colour.forEach((value, channel) =>
      expect(value, `${String(colour)} for ${String(wanted)}`).to.be.closeTo(wanted[channel]!, tolerance),
    );
  };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const pictures = join(folder, 'pictures');
    mkdirSync(pictures);
    const write = (name: string, bytes: Buffer): void => {
      writeFileSync(join(pictures, name), bytes);
    };

    const large = await photoLikeJpeg(3, 4000, 3000);
    write('12-megapixels.jpg', large);
    write('cut-off.jpg', large.subarray(0, large.length / 2));
    write('filled-up.jpg', Buffer.from(large).fill(0, Math.floor(large.length / 2)));
    write('padded.jpg', Buffer.concat([large, Buffer.alloc(5000)]));
    const png = await sharp(large).resize(900).png().toBuffer();
    write('cut-off.png', png.subarray(0, png.length * 0.8));
    write('16-bit.png', await twoHalves(300, 200).toColourspace('rgb16').png().toBuffer());
    write('cmyk.jpg', await twoHalves(300, 200).removeAlpha().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer());
    write('grey.jpg', await twoHalves(300, 200).removeAlpha().greyscale().jpeg().toBuffer());
    write('half-transparent.png', await twoHalves(300, 200, 0.5).png().toBuffer());
    write(
      'display-p3.jpg',
      await twoHalves(300, 200).removeAlpha().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer(),
    );
    write('1x1.jpg', await twoHalves(1, 1).removeAlpha().jpeg().toBuffer());
    write('strip.png', await twoHalves(20_000, 1).png().toBuffer());
    write('animated.gif', await animation());
    write('lying-name.jpg', await twoHalves(30, 20).png().toBuffer());
    write('no-picture.jpg', Buffer.from('This is a text, and not a picture.'));
    write('empty.jpg', Buffer.alloc(0));
    write('drawing.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'));
    write('enormous.png', await enormous());
    write('sparse.jpg', large.subarray(0, 1000));
    truncateSync(join(pictures, 'sparse.jpg'), 4 * 1024 ** 3);
    for (const name of Object.values(names))
      write(`${name}.jpg`, await twoHalves(40, 30).removeAlpha().jpeg().toBuffer());

    rig = new IndexerRig({ folder: join(folder, 'data'), source: createFolderSource({ path: pictures }) });
    await rig.settle();
  });

  after(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  it('stores the facts of a 12-megapixel JPEG', async () => {
    const row = photo('12-megapixels.jpg');
    expect(row).to.include({
      state: 'indexed',
      kind: 'image',
      mime: 'image/jpeg',
      width: 4000,
      height: 3000,
      thumb_revision: 1,
    });
    expect(row.sha1).to.have.length(20);
    expect(row.thumbhash).to.have.length.within(5, 30);
    expect(await sharp(rig.thumbPath(row)).metadata()).to.include({ width: 512, height: 384, format: 'webp' });
  });

  it('shows the readable part of a truncated picture', () => {
    expect(photo('cut-off.jpg')).to.include({ state: 'indexed', width: 4000, height: 3000 });
    expect(photo('cut-off.jpg')).to.include({ fault: 'incomplete', thumb_revision: 1 });
  });

  it('distinguishes truncated and zero-filled pictures from complete ones', () => {
    const faults = ['filled-up.jpg', 'cut-off.png', 'padded.jpg', '12-megapixels.jpg', 'grey.jpg'].map((name) => [
      name,
      photo(name).fault,
    ]);
    expect(faults).to.deep.equal([
      ['filled-up.jpg', 'incomplete'],
      ['cut-off.png', 'incomplete'],
      ['padded.jpg', null],
      ['12-megapixels.jpg', null],
      ['grey.jpg', null],
    ]);
  });

  it('lists files that cannot be shown, with what is wrong with them', () => {
    const faults = ['no-picture.jpg', 'empty.jpg', 'enormous.png'].map((name) => photo(name));
    expect(faults.map(({ fault }) => fault)).to.deep.equal(['unsupported', 'empty', 'too_large']);
    for (const row of faults) expect(row).to.include({ state: 'failed', listed: 1, thumb_revision: 0 });
  });

  for (const [name, tolerance] of [
    ['16-bit.png', 6],
    ['display-p3.jpg', 12],
    // Blue loses most in the conversion to inks and back.
    ['cmyk.jpg', 70],
  ] as const) {
    it(`preserves the colours of ${name}`, async () => {
      expectColour(await colourAt(name, 0.75), [230, 120, 40], tolerance);
      expectColour(await colourAt(name, 0.25), [20, 40, 200], tolerance);
    });
  }

  it('shows a greyscale picture in grey', async () => {
    const [red, green, blue] = await colourAt('grey.jpg', 0.75);
    expect([green, blue]).to.deep.equal([red, red]);
  });

  it('keeps transparency', async () => {
    const { hasAlpha } = await sharp(rig.thumbPath(photo('half-transparent.png'))).metadata();
    expect(hasAlpha).to.equal(true);
  });

  it('does not enlarge small pictures', async () => {
    expect(await sharp(rig.thumbPath(photo('1x1.jpg'))).metadata()).to.include({ width: 1, height: 1 });
  });

  it('indexes a picture that is one pixel high', () => {
    expect(photo('strip.png')).to.include({ state: 'indexed', width: 20_000, height: 1 });
  });

  it('shows the first frame of an animation', async () => {
    expect(photo('animated.gif')).to.include({ state: 'indexed', width: 60, height: 40, mime: 'image/gif' });
    expect(await sharp(rig.thumbPath(photo('animated.gif'))).metadata()).to.include({ width: 60, height: 40 });
  });

  it('determines the format by the content, not by the name', () => {
    expect(photo('lying-name.jpg')).to.include({ state: 'indexed', mime: 'image/png' });
  });

  for (const [name, reason] of [
    ['no-picture.jpg', 'The file is not a picture: its content is of no known format.'],
    ['empty.jpg', 'The file is empty.'],
    ['drawing.jpg', "The file's content is SVG, which cannot be shown as a photo."],
    [
      'enormous.png',
      'The picture has 20000 × 20000 = 400 megapixels, more than the limit of 300 megapixels (MAX_PHOTO_PIXELS).',
    ],
    ['sparse.jpg', 'The file has 4.3 GB, more than the limit of 537 MB (MAX_PHOTO_BYTES).'],
  ] as const) {
    it(`rejects ${name} with a reason`, () => {
      expect(photo(name)).to.include({ state: 'failed', error: reason, attempts: 1 });
    });
  }

  for (const [script, name] of Object.entries(names)) {
    it(`indexes a photo with a name in ${script}`, async () => {
      const row = photo(`${name}.jpg`);
      expect(row).to.include({ state: 'indexed' });
      // The index has no words for emoji.
      if (script === 'emoji') return;
      const words = searchWords(name).map(({ text }) => text);
      const all = IdSet.of(rig.photos().map(({ id }) => id));
      const terms = [{ words, phrase: true, prefix: false }];
      const hits = await new TextIndex(rig.db).find(terms, all, new AbortController().signal);
      expect(hits.map(({ id }) => id)).to.deep.equal([row.id]);
    });
  }
});

async function animation(): Promise<Buffer> {
  const frame = (background: string): Promise<Buffer> =>
    sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .png()
      .toBuffer();
  const frames = await Promise.all(['red', 'green', 'blue'].map(frame));
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
}

async function enormous(): Promise<Buffer> {
  const create = { width: 20_000, height: 20_000, channels: 3, background: 'red' } as const;
  return sharp({ create, limitInputPixels: false }).png({ compressionLevel: 1 }).toBuffer();
}
