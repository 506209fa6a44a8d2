import { ProgramFinder } from '../../../../core/media/video/programs.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { MlError } from '../../../../core/plugin-api/ml-error.ts';
import type { RgbImage } from '../../../../core/plugin-api/ml-provider.ts';
import { ReadingLevels } from '../../../../core/services/reading-levels.ts';
import { LevelCounts } from '../../../../core/store/photos/level-counts.ts';
import { SyncState } from '../../../../core/store/sync-state.ts';
import { analysisStates, faceEmbeddings, faceRows } from '../../../support/analysis-rows.ts';
import { ColourModels } from '../../../support/colour-models.ts';
import { FarSource, farPicture, previewOf } from '../../../support/far-source.ts';
import { IndexerRig } from '../../../support/indexer-rig.ts';

describe('a new model that sees other pictures than the previous one', function () {
  let folder: string;
  let source: FarSource;
  let ml: ColourModels;
  let rig: IndexerRig;
  let red: Buffer;
  let preview: Buffer;

  before(async () => {
    red = await farPicture('#c00000');
    preview = await previewOf(red);
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new FarSource();
    ml = new ColourModels();
    ml.install('1');
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const open = (config = {}): Promise<void> => {
    rig = new IndexerRig({ folder, source, ml, config });
    return rig.settle();
  };
  /** Opens a library whose originals are read; then originals become metered. */
  const openOriginals = async (shown: Buffer): Promise<void> => {
    source.originals = 'cheap';
    source.putFar('a', red, shown);
    await open();
    source.originals = 'metered';
    await rig.settle();
  };
  const install = async (version: string): Promise<void> => {
    const settled = rig.indexer.settled();
    ml.install(version);
    await settled;
  };

  it('updates a face at about the same place instead of adding a second one', async () => {
    await openOriginals(preview);
    const [face] = faceRows(rig.db);
    // The intersection of the boxes is a third of their union.
    ml.facePosition = 0.35;
    await install('2');
    expect(faceRows(rig.db).map(({ id, x }) => [id, x])).to.deep.equal([[face!.id, 0.25]]);
    expect(faceEmbeddings(rig.db)).to.deep.equal([`${face!.id}: embedder@2`]);
  });

  it('sees the thumbnail of a photo instead of a preview with another orientation', async () => {
    const turned = { width: 200, height: 300, channels: 3, background: '#c00000' } as const;
    const look = (image: RgbImage): Promise<void> => {
      ml.facePosition = image.height > image.width ? 0.7 : 0.25;
      return Promise.resolve();
    };
    const detect = ml.detectFaces.bind(ml);
    ml.detectFaces = (image, options) => look(image).then(() => detect(image, options));
    await openOriginals(await sharp({ create: turned }).jpeg().toBuffer());
    const [face] = faceRows(rig.db);
    await install('2');
    expect(faceRows(rig.db).map(({ id, x }) => [id, x])).to.deep.equal([[face!.id, 0.25]]);
    expect(ml.seen.every(({ width, height }) => width > height)).to.equal(true);
  });

  it('sees the originals of all photos known only by previews once originals become cheap', async () => {
    await openOriginals(preview);
    await install('2');
    source.putFar('fresh', red, preview);
    await rig.settle();
    source.reads.length = 0;
    ml.seen.length = 0;
    source.originals = 'cheap';
    await rig.settle();
    // Photos of which it has already seen the original are not read again.
    expect(source.reads).to.deep.equal(['original a']);
    expect(ml.seen).to.have.length(1);
    expect(analysisStates(rig.db)).to.deep.equal({ a: 'done', fresh: 'done' });
    expect(rig.db.prepare('SELECT seen FROM analyses').pluck().all()).to.deep.equal(['original', 'original']);
    await rig.settle();
    expect(ml.seen).to.have.length(1);
  });

  it('sees an original again after it failed on it', async () => {
    source.putFar('a', red, preview);
    await open({ originalsBudget: 0 });
    const { ahead } = rig;
    await rig.close();
    ml.failing = 'always';
    await open();
    expect(rig.photo('a')).to.include({ examined: 'head', awaits: 'original', closer_attempts: 1 });
    ml.failing = 'never';
    rig.ahead = ahead + 3600;
    await rig.settle();
    expect(rig.photo('a')).to.include({ examined: 'original', awaits: null, error: null });
    expect(rig.db.prepare('SELECT state, seen FROM analyses').get()).to.deep.equal({ state: 'done', seen: 'original' });
  });

  it('sees an original again after it was unavailable, and none is read until then', async () => {
    source.putFar('a', red, preview);
    await open({ originalsBudget: 0 });
    const { ahead } = rig;
    await rig.close();
    ml.before = () => Promise.reject(new MlError('unavailable', 'Off.', { retryAfter: 600 }));
    await open();
    expect(rig.photo('a')).to.include({ examined: 'head', awaits: 'original', closer_attempts: 0 });
    rig.indexer.wake();
    await rig.settle();
    expect(source.readAt('original')).to.have.length(1);
    ml.before = () => Promise.resolve();
    rig.ahead = ahead + 601;
    await rig.settle();
    expect(rig.photo('a')).to.include({ examined: 'original', awaits: null, error: null });
    expect(rig.db.prepare('SELECT state, seen FROM analyses').get()).to.deep.equal({ state: 'done', seen: 'original' });
  });

  it('causes no more than three downloads of an original on which it always fails', async () => {
    source.putFar('a', red, preview);
    await open({ originalsBudget: 0 });
    await rig.close();
    ml.failing = 'always';
    await open();
    for (let day = 0; day < 6; day += 1) {
      rig.ahead += 86_400;
      await rig.settle();
    }
    expect(source.readAt('original')).to.have.length(3);
    expect(rig.photo('a')).to.include({ examined: 'original', awaits: null });
    expect(faceRows(rig.db)).to.have.length(1);
  });
});

describe('a store whose originals become metered', function () {
  it('has the heads of videos read, so that the report counts all heads', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const source = new FarSource();
    source.originals = 'cheap';
    const red = await farPicture('#c00000');
    source.putFar('a', red, await previewOf(red));
    source.put('v', red, { kind: 'video', mediaType: 'video/mp4' });
    const rig = new IndexerRig({ folder, source, programs: new ProgramFinder('') });
    try {
      await rig.settle();
      source.originals = 'metered';
      await rig.settle();
      const report = new ReadingLevels({
        counts: new LevelCounts(rig.db),
        state: new SyncState(rig.db),
        clock: () => rig.now(),
        timeZone: () => 'UTC',
        originalsBudget: 1,
      }).report();
      expect(report).to.include({ photos: 2, heads: 2, originals: 1, decodable: 1 });
      expect(source.readAt('head')).to.deep.equal(['v']);
    } finally {
      await rig.close();
      rmSync(folder, { recursive: true });
    }
  });
});
