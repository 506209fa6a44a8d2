import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { SourceError } from '../../../../core/plugin-api/errors.ts';
import { faceRows } from '../../../support/analysis-rows.ts';
import { ColourModels } from '../../../support/colour-models.ts';
import { FarSource, farPicture, previewOf } from '../../../support/far-source.ts';
import { IndexerRig } from '../../../support/indexer-rig.ts';

const solid = (width: number, height: number, background = '#c00000'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })
    .jpeg()
    .toBuffer();

describe('wrong previews', function () {
  let folder: string;
  let source: FarSource;
  let rig: IndexerRig;
  let red: Buffer;
  let lies: Record<string, Buffer>;

  before(async () => {
    red = await farPicture('#c00000');
    lies = {
      turned: await solid(200, 300),
      square: await solid(300, 300),
      other: await previewOf(await farPicture('navy')),
      speck: await solid(1, 1),
      text: Buffer.from('<html>not found</html>'),
      cut: (await previewOf(red)).subarray(0, 400),
      gigantic: await sharp({
        create: { width: 30_000, height: 20_000, channels: 3, background: 'red' },
        limitInputPixels: false,
      })
        .png()
        .toBuffer(),
      huge: Buffer.alloc(17 * 1024 * 1024, 1),
    };
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new FarSource();
    source.ranges = false;
    for (const [uid, preview] of Object.entries(lies)) source.putFar(uid, red, preview);
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const open = (originalsBudget: number): Promise<void> => {
    const ml = new ColourModels();
    ml.install('1');
    rig = new IndexerRig({ folder, source, ml, config: { originalsBudget } });
    return rig.settle();
  };

  it('leave at most their own photo without a thumbnail, and cause no failures', async () => {
    await previewOf(red).then((preview) => {
      source.putFar('honest', red, preview);
    });
    await open(0);
    for (const row of rig.photos()) {
      expect(row, row.uid).to.include({ state: 'indexed', examined: 'thumbnail', listed: 1, attempts: 0, error: null });
    }
    const shown = rig.photos().filter(({ thumb_revision: revision }) => revision > 0);
    expect(shown.map(({ uid }) => uid)).to.deep.equal(['honest', 'other', 'turned']);
    expect(rig.photo('turned')).to.include({ width: 800, height: 1200 });
    expect(rig.photo('honest')).to.include({ width: 1200, height: 800 });
  });

  it('are replaced once the originals are read, including thumbnails and faces', async () => {
    await open(0);
    const before = new Map(rig.photos().map((row) => [row.uid, row]));
    await rig.close();
    source.reads.length = 0;
    await open(2 * 1024 ** 3);
    for (const row of rig.photos()) {
      expect(row, row.uid).to.include({ examined: 'original', width: 1200, height: 800, fault: null });
      expect(row.thumb_revision, row.uid).to.be.greaterThan(before.get(row.uid)!.thumb_revision);
      const { dominant } = await sharp(rig.thumbPath(row)).stats();
      expect(dominant.r, row.uid).to.be.greaterThan(dominant.b + 100);
    }
    const faces = faceRows(rig.db);
    expect(faces.map(({ uid }) => uid).sort()).to.deep.equal(Object.keys(lies).sort());
    // Photos without a thumbnail come first.
    const pictureless = rig.photos().filter(({ uid }) => before.get(uid)!.thumb_revision === 0).length;
    const firsts = source.readAt('original').slice(0, pictureless - 3);
    expect(firsts.every((uid) => before.get(uid)!.thumb_revision === 0)).to.equal(true);
  });
});

describe('a preview that cannot be loaded', function () {
  it('is retried, and given up after three failures', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const source = new FarSource();
    const picture = await farPicture('olive');
    for (const uid of ['once', 'never']) source.putFar(uid, picture, await previewOf(picture));
    let isWell = false;
    source.faults.set('thumbnail', (next, _signal, uid) =>
      uid === 'never' || !isWell ? Promise.reject(new SourceError('bad_answer', 'The bridge says 502.')) : next(),
    );
    const rig = new IndexerRig({ folder, source, config: { originalsBudget: 0 } });
    try {
      await rig.settle();
      isWell = true;
      for (let i = 0; i < 2; i += 1) {
        expect(rig.photo('never')).to.include({ state: 'failed', thumb_revision: 0, listed: 1 });
        rig.ahead += 300;
        await rig.settle();
      }
      expect(rig.photo('once')).to.include({ state: 'indexed', thumb_revision: 1, examined: 'head' });
      expect(rig.photo('never')).to.include({ state: 'indexed', thumb_revision: 0, awaits: 'original', error: null });
    } finally {
      await rig.close();
      rmSync(folder, { recursive: true });
    }
  });
});
