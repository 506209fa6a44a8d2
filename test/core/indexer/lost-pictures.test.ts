import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { faceCropPath } from '../../../core/domain/face-crop-path.ts';
import { SourceError } from '../../../core/plugin-api/errors.ts';
import { analysisStates, faceRows } from '../../support/analysis-rows.ts';
import { ColourModels } from '../../support/colour-models.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';

/** As after restoring a backup, which contains only the database. */
describe('lost pictures', function () {
  let folder: string;
  let source: MemorySource;
  let models: ColourModels;
  let rig: IndexerRig;

  const red = (width: number): Promise<Buffer> =>
    sharp({ create: { width, height: 100, channels: 3, background: '#c00000' } })
      .jpeg()
      .toBuffer();

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
    source.put('p', await red(200));
    models = new ColourModels();
    models.preferredImageSize = 1280;
    models.install('1');
    rig = new IndexerRig({ folder, source, ml: models });
    await rig.settle();
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const thereNoMore = { faces: false, image: false };

  describe('thumbnails', () => {
    const readAgain = async (): Promise<void> => {
      const photo = rig.photo('p');
      rmSync(rig.thumbPath(photo));
      const settled = rig.indexer.settled();
      rig.indexer.readAgain([photo.id]);
      await settled;
      expect(existsSync(rig.thumbPath(photo))).to.equal(true);
    };

    it('are made again, and everything known of the photo is kept', async () => {
      const faces = faceRows(rig.db);
      expect(faces).to.have.length(1);
      await readAgain();
      expect(faceRows(rig.db)).to.deep.equal(faces);
      expect(analysisStates(rig.db)).to.deep.equal({ p: 'done' });
      expect(models.seen).to.have.length(1);
    });

    it('are made again without models, and everything known of the photo is kept', async () => {
      const faces = faceRows(rig.db);
      models.install('1', thereNoMore);
      await readAgain();
      expect(faceRows(rig.db)).to.deep.equal(faces);
      expect(analysisStates(rig.db)).to.deep.equal({ p: 'done' });
    });
  });

  describe('face crops', () => {
    const crop = (): string => faceCropPath(rig.cropsDir, faceRows(rig.db)[0]!.id);
    const lose = async (): Promise<void> => {
      const settled = rig.indexer.settled();
      rig.indexer.cropLost(faceRows(rig.db)[0]!.id);
      await settled;
    };

    it('are cut out again when a missing one is reported, and nothing else changes', async () => {
      const faces = faceRows(rig.db);
      const before = await sharp(crop()).raw().toBuffer();
      rmSync(rig.cropsDir, { recursive: true });
      await lose();
      expect((await sharp(crop()).raw().toBuffer()).equals(before)).to.equal(true);
      expect(faceRows(rig.db)).to.deep.equal(faces);
      expect(models.seen).to.have.length(1);
    });

    it('are cut out again without models, and if only an empty file is left', async () => {
      models.install('1', thereNoMore);
      await rig.settle();
      writeFileSync(crop(), '');
      await lose();
      expect((await sharp(crop()).metadata()).width).to.equal(85);
    });

    it('are tried only once if the photo cannot be read, and again after a restart', async () => {
      rmSync(crop());
      source.faults.set('open', () => Promise.reject(new SourceError('not_found', 'The photo is gone.')));
      const opened = source.count('open');
      await lose();
      rig.indexer.cropLost(faceRows(rig.db)[0]!.id);
      await rig.settle();
      expect(source.count('open')).to.equal(opened + 1);
      expect(rig.indexer.progress()).to.include({ state: 'waiting', trouble: null });
      source.faults.clear();
      await rig.close();
      rig = new IndexerRig({ folder, source, ml: models });
      await rig.settle();
      await lose();
      expect(existsSync(crop())).to.equal(true);
    });

    it('wait for a source that is unreachable, and do not disturb its pause', async () => {
      rmSync(crop());
      source.faults.set('open', () => Promise.reject(new SourceError('unreachable', 'The store is away.')));
      const opened = source.count('open');
      await lose();
      expect(rig.indexer.progress().state).to.equal('paused');
      for (let again = 0; again < 5; again += 1) rig.indexer.cropLost(faceRows(rig.db)[0]!.id);
      source.faults.clear();
      await rig.settle();
      expect(existsSync(crop())).to.equal(true);
      // Once before the pause, and once after it.
      expect(source.count('open')).to.equal(opened + 2);
    });

    it('are not made for faces that no longer exist', async () => {
      const settled = rig.indexer.settled();
      const opened = source.count('open');
      rig.indexer.cropLost(999);
      await settled;
      expect(source.count('open')).to.equal(opened);
    });
  });
});
