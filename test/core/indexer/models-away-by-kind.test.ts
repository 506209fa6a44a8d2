import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { MlError } from '../../../core/plugin-api/index.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';
import { ReadingModels } from '../../support/reading-models.ts';

type Method = 'detectFaces' | 'embedFaces' | 'embedImages' | 'findLabels' | 'readText';

/** The method by which each kind of model is called. */
const kinds: Readonly<Record<string, Method>> = {
  'finds faces': 'detectFaces',
  'tells people apart': 'embedFaces',
  'embeds pictures': 'embedImages',
  'names things': 'findLabels',
  'reads text': 'readText',
};

describe('a temporarily unavailable model', () => {
  let folder: string;
  let models: ReadingModels;
  let rig: IndexerRig;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const source = new MemorySource();
    for (const uid of ['a', 'b', 'c']) {
      const red = sharp({ create: { width: 200, height: 100, channels: 3, background: '#c00000' } });
      source.put(uid, Buffer.concat([await red.jpeg().toBuffer(), Buffer.from(uid)]));
    }
    models = new ReadingModels();
    models.install('1');
    models.installReading('1');
    rig = new IndexerRig({ folder, source, ml: models });
    rig.stopClock();
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const count = (condition: string): unknown =>
    rig.db.prepare(`SELECT count(*) FROM analyses WHERE ${condition}`).pluck().get();
  const through = (): unknown =>
    count('faces_by IS NOT NULL AND image_by IS NOT NULL AND labels_by IS NOT NULL AND text_by IS NOT NULL');

  for (const [does, method] of Object.entries(kinds)) {
    it(`that ${does} leaves photos waiting without a failure, is reported, and later analyses them all`, async () => {
      const isOff = () => Promise.reject(new MlError('unavailable', `What ${does} is off.`));
      Object.assign(models, { [method]: isOff });
      await rig.settle();
      expect(rig.indexer.progress().modelsAway).to.include({ message: `What ${does} is off.` });
      expect(count('attempts > 0 OR text_attempts > 0')).to.equal(0);
      expect(through()).to.equal(0);
      Reflect.deleteProperty(models, method);
      rig.ahead += 6;
      await rig.settle();
      expect(through()).to.equal(3);
      expect(rig.indexer.progress().modelsAway).to.equal(null);
    });
  }
});
