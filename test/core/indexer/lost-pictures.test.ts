import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { analysisStates, faceRows } from '../../support/analysis-rows.ts';
import { ColourModels } from '../../support/colour-models.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';

/** As after the restore of a backup, which has the database alone. */
describe('pictures that were lost', function () {
  this.timeout(60_000);
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

    it('are made anew, and what is known of the photo stays', async () => {
      const faces = faceRows(rig.db);
      expect(faces).to.have.length(1);
      await readAgain();
      expect(faceRows(rig.db)).to.deep.equal(faces);
      expect(analysisStates(rig.db)).to.deep.equal({ p: 'done' });
      expect(models.seen).to.have.length(1);
    });

    it('are made anew without models, and what is known of the photo stays', async () => {
      const faces = faceRows(rig.db);
      models.install('1', thereNoMore);
      await readAgain();
      expect(faceRows(rig.db)).to.deep.equal(faces);
      expect(analysisStates(rig.db)).to.deep.equal({ p: 'done' });
    });
  });
});
