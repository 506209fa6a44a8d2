import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { TextLines } from '../../../../core/store/photos/text-lines.ts';
import { FarSource, farPicture, previewOf } from '../../../support/far-source.ts';
import { IndexerRig } from '../../../support/indexer-rig.ts';
import { ReadingModels } from '../../../support/reading-models.ts';

describe('the text in photos of a store with metered originals', function () {
  let folder: string;
  let source: FarSource;
  let ml: ReadingModels;
  let rig: IndexerRig;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new FarSource();
    const red = await farPicture('#c00000');
    source.putFar('a', red, await previewOf(red));
    ml = new ReadingModels();
    ml.preferredTextSize = 1200;
    ml.installReading('1');
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const open = (originalsBudget: number): Promise<void> => {
    rig = new IndexerRig({ folder, source, ml, config: { originalsBudget } });
    return rig.settle();
  };
  const lines = (): string[] => new TextLines(rig.db).shown(rig.photo('a').id).map(({ text }) => text);

  it('is read from previews, and again from the original when that is read anyway', async () => {
    await open(0);
    await rig.settle();
    expect(ml.read).to.deep.equal(['red 300']);
    expect(lines()).to.deep.equal(['RED SIGN']);
    await rig.close();
    source.reads.length = 0;
    await open(2 * 1024 ** 3);
    expect(ml.read).to.deep.equal(['red 300', 'red 1200']);
    expect(source.reads).to.deep.equal(['original a']);
    expect(lines()).to.deep.equal(['RED SIGN']);
  });

  it('is read from the original once when originals become cheap', async () => {
    await open(0);
    source.originals = 'cheap';
    await rig.settle();
    await rig.settle();
    expect(ml.read).to.deep.equal(['red 300', 'red 1200']);
  });

  it('is kept from the preview if reading the original fails', async () => {
    await open(0);
    await rig.close();
    ml.failures = 1;
    await open(2 * 1024 ** 3);
    expect(rig.photo('a')).to.include({ examined: 'original', awaits: null, error: null });
    expect(lines()).to.deep.equal(['RED SIGN']);
  });
});
