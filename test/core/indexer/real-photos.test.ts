import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { cameraName, parseExifDate } from '../../../core/plugin-api/toolkit/exif-values.ts';
import { formatWallClock } from '../../../core/domain/time-zone.ts';
import { createFolderSource } from '../../support/folder-source.ts';
import { IndexerRig, type PhotoRow } from '../../support/indexer-rig.ts';
import { photosDir } from '../../support/model-packs.ts';

describe('real photos', function () {
  let folder: string;
  let rig: IndexerRig;
  let rows: PhotoRow[];
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => {
    unhandled.push(error);
  };

  before(async function () {
    if (!existsSync(photosDir)) {
      console.log(`      (no photos at ${photosDir}: set PHOTOS_DIR)`);
      this.skip();
    }
    process.on('unhandledRejection', note);
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    rig = new IndexerRig({ folder, source: createFolderSource({ path: photosDir }), ownDecoders: true });
    await rig.settle();
    rows = rig.photos();
  });

  after(async () => {
    process.off('unhandledRejection', note);
    if (!existsSync(photosDir)) return;
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  it('are each indexed, or failed with a readable message', () => {
    expect(rows).to.have.length.above(500);
    for (const { name, state, error } of rows) {
      if (state === 'indexed') continue;
      expect(state, name).to.equal('failed');
      expect(error, name).to.match(/^(The|This) [^/\\]*\.$/);
    }
  });

  it('cause no errors, and none stays in progress', () => {
    expect(unhandled).to.deep.equal([]);
    expect(rig.indexer.progress()).to.include({ state: 'waiting', trouble: null });
    expect(rows.filter(({ in_hand }) => in_hand !== 0)).to.deep.equal([]);
  });

  it('fail only if nothing of the picture can be decoded', () => {
    const failed = rows.filter(
      ({ state, name }) => state === 'failed' && /\.(jpe?g|heic|heif|avif|webp|tiff)$/i.test(name),
    );
    const why = failed.map(({ name, error }) => `${name}: ${error}`).join('\n');
    expect(
      failed.map(({ name }) => name),
      why,
    ).to.deep.equal(['corrupted.jpg']);
  });

  it('have upright WebP thumbnails of at most 512 px, without metadata', async () => {
    for (const row of rows.filter(({ state }) => state === 'indexed')) {
      const { width, height, format, exif, icc } = await sharp(readFileSync(rig.thumbPath(row))).metadata();
      expect([format, exif, icc], row.name).to.deep.equal(['webp', undefined, undefined]);
      expect(Math.max(width, height), row.name).to.equal(Math.min(512, Math.max(row.width ?? 0, row.height ?? 0)));
      if (width > 64 && height > 64) {
        expect(width / height, row.name).to.be.closeTo((row.width ?? 0) / (row.height ?? 1), 0.02 * (width / height));
      }
    }
  });

  it('show the same picture for every EXIF orientation', async () => {
    for (const shape of ['landscape', 'portrait']) {
      const [first, ...others] = await Promise.all(
        [1, 2, 3, 4, 5, 6, 7, 8].map((turn) => greyThumbnail(`${shape}_${turn}.jpg`)),
      );
      for (const other of others) expect(difference(first!, other), shape).to.be.below(6);
    }
  });

  it('have the facts that exiftool finds', function () {
    if (spawnSync('exiftool', ['-ver']).status !== 0) {
      console.log('      (exiftool is not installed)');
      this.skip();
    }
    const compared = exiftoolFacts().filter((facts) => {
      const row = rowOf(facts);
      if (row) expect(ours(row), facts.SourceFile).to.deep.equal(theirs(facts));
      return row;
    });
    expect(compared).to.have.length.above(120);
  });

  async function greyThumbnail(name: string): Promise<Buffer> {
    const row = rows.find((photo) => photo.name === name);
    return sharp(rig.thumbPath(row!)).resize(32, 32, { fit: 'fill' }).greyscale().raw().toBuffer();
  }

  interface ExiftoolFacts {
    SourceFile: string;
    'File:FileSize': number;
    'EXIF:DateTimeOriginal'?: string;
    'EXIF:CreateDate'?: string;
    'EXIF:Make'?: string | number;
    'EXIF:Model'?: string | number;
    'EXIF:Orientation'?: number;
    'QuickTime:Rotation'?: number;
    'File:ImageWidth'?: number;
    'File:ImageHeight'?: number;
    'Composite:GPSLatitude'?: number | string;
    'Composite:GPSLongitude'?: number | string;
  }

  function exiftoolFacts(): ExiftoolFacts[] {
    const tags = ['FileSize#', 'ImageWidth', 'ImageHeight'].map((tag) => `-File:${tag}`);
    const exif = ['DateTimeOriginal', 'CreateDate', 'Make', 'Model', 'Orientation'].map((tag) => `-EXIF:${tag}`);
    const place = ['-QuickTime:Rotation', '-Composite:GPSLatitude', '-Composite:GPSLongitude'];
    const folders = ['exif', 'formats'].map((name) => join(photosDir, name));
    const json = spawnSync('exiftool', ['-json', '-n', '-G0', '-r', ...tags, ...exif, ...place, ...folders], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    }).stdout;
    return JSON.parse(json) as ExiftoolFacts[];
  }

  function rowOf(facts: ExiftoolFacts): PhotoRow | undefined {
    const name = basename(facts.SourceFile);
    return rows.find((row) => row.name === name && row.size === facts['File:FileSize'] && row.state === 'indexed');
  }

  function ours({ taken_at_local, camera, lat, lng, width, height, name }: PhotoRow) {
    return {
      time: noCameraTime.has(name) ? null : taken_at_local,
      camera,
      position: lat === null || lng === null ? null : [lat.toFixed(5), lng.toFixed(5)],
      size: unsized.test(name) ? null : [width, height],
    };
  }

  function theirs(facts: ExiftoolFacts) {
    const name = basename(facts.SourceFile);
    const time = parseExifDate(facts['EXIF:DateTimeOriginal']) ?? parseExifDate(facts['EXIF:CreateDate']);
    const row = rowOf(facts)!;
    const [lat, lng] = [facts['Composite:GPSLatitude'], facts['Composite:GPSLongitude']];
    const size = [facts['File:ImageWidth'], facts['File:ImageHeight']];
    // HEIC rotates the picture by its own property, and EXIF only repeats it.
    const rotation = facts['QuickTime:Rotation'];
    const sideways = rotation === undefined ? (facts['EXIF:Orientation'] ?? 1) >= 5 : rotation % 180 !== 0;
    return {
      time: noCameraTime.has(name) ? null : time === null ? row.taken_at_local : formatWallClock(time),
      camera: cameraName(clean(facts['EXIF:Make']), clean(facts['EXIF:Model'])),
      position: typeof lat === 'number' && typeof lng === 'number' ? [lat.toFixed(5), lng.toFixed(5)] : null,
      size: unsized.test(name) || size[0] === undefined ? null : sideways ? size.reverse() : size,
    };
  }
});

/** Photos with an impossible EXIF time, such as one in the future. */
const noCameraTime = new Set(['WWL_(Polaroid)_ION230.jpg']);

/** Formats whose dimensions exiftool reports under other names; the shape of their thumbnails is tested above. */
const unsized = /\.(tiff|webp|avif)$/i;

function clean(value: string | number | undefined): string | null {
  return value === undefined ? null : String(value).trim() || null;
}

function difference(a: Buffer, b: Buffer): number {
  return a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length;
}
