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

describe('setting the system clock back', () => {
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

  it('does not delay the next sync until the old time is reached again', async () => {
    put('one');
    models.before = setRight;
    await rig.settle();
    expect(rig.indexer.progress().nextSyncAt - rig.now()).to.be.within(1, 3600);
  });

  it('does not delay the retry of photos that could not be read or whose store was unreachable', async () => {
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

  it('does not delay the retry of models that failed on a photo', async () => {
    put('one');
    models.failing = 'always';
    await rig.settle();
    expect(analysisStates(rig.db)).to.deep.equal({ one: 'failed' });
    models.failing = 'never';
    await setRight();
    await rig.settle();
    expect(analysisStates(rig.db)).to.deep.equal({ one: 'done' });
  });

  it('does not prolong the pause after models were unavailable', async () => {
    put('one');
    models.before = () => Promise.reject(new MlError('unavailable', 'The machine with the models is off.'));
    await rig.settle();
    expect(rig.indexer.progress().modelsAway).to.not.equal(null);
    models.before = () => Promise.resolve();
    await setRight();
    await rig.settle();
    expect(analysisStates(rig.db)).to.deep.equal({ one: 'done' });
  });

  const uidOf = (number: number): string => `p${number}`;

  /** Adds this many photos, numbered from 0. */
  async function fill(count: number): Promise<void> {
    for (let number = 0; number < count; number += 1) put(uidOf(number));
    await rig.settle();
  }

  const remove = (from: number, to: number): void => {
    for (let number = from; number < to; number += 1) source.remove(uidOf(number));
  };

  /** An admin confirms the loss of the first 25 of 60 photos while the clock is ahead; then the clock is set right. */
  async function loseByAgreement(): Promise<void> {
    await fill(60);
    remove(0, 25);
    await rig.settle();
    rig.indexer.confirmMassLoss(rig.indexer.progress().massLoss!);
    await rig.settle();
    await setRight();
  }

  it('does not count photos lost while the clock was ahead as losses of every later day', async () => {
    await fill(30);
    remove(0, 15);
    await rig.settle();
    await setRight();
    rig.ahead += 2 * 86_400;
    remove(15, 25);
    await rig.settle();
    expect(rig.indexer.progress().massLoss).to.equal(null);
    expect(rig.photo(uidOf(15)).deleted_at).to.equal(rig.now());
  });

  it('does not ask again about a loss that was confirmed while the clock was ahead', async () => {
    await loseByAgreement();
    for (const number of [25, 26, 27]) {
      remove(number, number + 1);
      await rig.settle();
      rig.ahead += 3600;
    }
    expect(rig.indexer.progress().massLoss).to.equal(null);
    expect(rig.photo(uidOf(27)).deleted_at).to.be.a('number');
  });

  it('still adds up the losses of a day after a loss was confirmed while the clock was ahead', async () => {
    await loseByAgreement();
    rig.ahead += 2 * 86_400;
    for (const from of [25, 40]) {
      await rig.settle();
      rig.ahead += 60;
      remove(from, from + 15);
    }
    await rig.settle();
    expect(rig.indexer.progress().massLoss).to.include({ missing: 30 });
  });

  it('keeps a lost photo for the whole grace period although the clock was behind at one start', async () => {
    await fill(2);
    remove(1, 2);
    await rig.settle();
    await rig.close();
    rig = openAt(-year);
    await rig.settle();
    rig.ahead = year + 60;
    await rig.settle();
    expect(rig.photos().map(({ uid }) => uid)).to.have.members([uidOf(0), uidOf(1)]);
  });

  it('does not delay retries when it happens while the server is off', async () => {
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
