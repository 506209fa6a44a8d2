import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { MlError, SourceError } from '../../../core/plugin-api/index.ts';
import { analysisStates } from '../../support/analysis-rows.ts';
import { ColourModels } from '../../support/colour-models.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';

const year = 365 * 86_400;

describe('the clock of the machine that is set back while photos are read', () => {
  let folder: string;
  let source: MemorySource;
  let models: ColourModels;
  let picture: Buffer;
  let rig: IndexerRig;

  before(async () => {
    picture = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#c00000' } })
      .jpeg()
      .toBuffer();
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
    models = new ColourModels();
    models.install('1');
    rig = openAt(year);
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  function openAt(ahead: number): IndexerRig {
    const opened = new IndexerRig({ folder, source, ml: models });
    opened.stopClock();
    opened.ahead = ahead;
    return opened;
  }

  const put = (uid: string): void => {
    source.put(uid, Buffer.concat([picture, Buffer.from(uid)]));
  };

  const setRight = (): Promise<void> => {
    rig.ahead = 0;
    return Promise.resolve();
  };

  it('does not put off the next look at the store until the old time has come again', async () => {
    put('one');
    models.before = setRight;
    await rig.settle();
    expect(rig.indexer.progress().nextSyncAt - rig.now()).to.be.within(1, 3600);
  });

  it('does not put off photos that could not be read, nor those for which the store was away', async () => {
    put('one');
    put('two');
    const { bytes } = source.photos.get('two')!;
    const whole = Buffer.from(bytes);
    bytes.fill(0);
    source.faults.set('open', (next, _signal, uid) => {
      if (uid === 'one') throw new SourceError('unreachable', 'The store is away.');
      return next();
    });
    await rig.settle();
    expect(rig.photos().map(({ state }) => state)).to.deep.equal(['pending', 'failed']);
    source.faults.clear();
    whole.copy(bytes);
    await setRight();
    await rig.settle();
    expect(rig.photos().map(({ state }) => state)).to.deep.equal(['indexed', 'indexed']);
  });

  it('does not put off models that had failed on a photo', async () => {
    put('one');
    models.failing = 'always';
    await rig.settle();
    expect(analysisStates(rig.db)).to.deep.equal({ one: 'failed' });
    models.failing = 'never';
    await setRight();
    await rig.settle();
    expect(analysisStates(rig.db)).to.deep.equal({ one: 'done' });
  });

  it('does not prolong the pause of models that were away', async () => {
    put('one');
    models.before = () => Promise.reject(new MlError('unavailable', 'The machine with the models is off.'));
    await rig.settle();
    expect(rig.indexer.progress().modelsAway).to.not.equal(null);
    models.before = () => Promise.resolve();
    await setRight();
    await rig.settle();
    expect(analysisStates(rig.db)).to.deep.equal({ one: 'done' });
  });

  it('does not count a photo that left the store then among the losses of each day', async () => {
    const uids = Array.from({ length: 30 }, (_, index) => `p${index}`);
    uids.forEach(put);
    await rig.settle();
    for (const uid of uids.slice(0, 15)) source.remove(uid);
    await rig.settle();
    await setRight();
    rig.ahead += 2 * 86_400;
    for (const uid of uids.slice(15, 25)) source.remove(uid);
    await rig.settle();
    expect(rig.indexer.progress().massLoss).to.equal(null);
    expect(rig.photo('p15').deleted_at).to.equal(rig.now());
  });

  it('does not ask again about a loss that was agreed to then', async () => {
    const uids = Array.from({ length: 60 }, (_, index) => `p${index}`);
    uids.forEach(put);
    await rig.settle();
    for (const uid of uids.slice(0, 25)) source.remove(uid);
    await rig.settle();
    rig.indexer.confirmMassLoss(rig.indexer.progress().massLoss!);
    await rig.settle();
    await setRight();
    for (const uid of uids.slice(25, 28)) {
      source.remove(uid);
      await rig.settle();
      rig.ahead += 3600;
    }
    expect(rig.indexer.progress().massLoss).to.equal(null);
    expect(rig.photo('p27').deleted_at).to.be.a('number');
  });

  it('keeps a photo that left the store before for its days, though the clock was behind at a start', async () => {
    ['stays', 'leaves'].forEach(put);
    await rig.settle();
    source.remove('leaves');
    await rig.settle();
    await rig.close();
    rig = openAt(-year);
    await rig.settle();
    rig.ahead = year + 60;
    await rig.settle();
    expect(rig.photos().map(({ uid }) => uid)).to.have.members(['stays', 'leaves']);
  });

  it('goes on to count the losses of a day together after one that was agreed to while it was ahead', async () => {
    const uids = Array.from({ length: 60 }, (_, index) => `p${index}`);
    uids.forEach(put);
    await rig.settle();
    for (const uid of uids.slice(0, 25)) source.remove(uid);
    await rig.settle();
    rig.indexer.confirmMassLoss(rig.indexer.progress().massLoss!);
    await rig.settle();
    await setRight();
    rig.ahead += 2 * 86_400;
    for (const [from, to] of [
      [25, 40],
      [40, 55],
    ] as const) {
      await rig.settle();
      rig.ahead += 60;
      for (const uid of uids.slice(from, to)) source.remove(uid);
    }
    await rig.settle();
    expect(rig.indexer.progress().massLoss).to.include({ missing: 30 });
  });

  it('does not put anything off when the server was off meanwhile', async () => {
    put('one');
    source.faults.set('open', () => {
      throw new SourceError('unreachable', 'The store is away.');
    });
    await rig.settle();
    source.faults.clear();
    await rig.close();
    rig = openAt(0);
    await rig.settle();
    expect(rig.photo('one').state).to.equal('indexed');
  });
});
