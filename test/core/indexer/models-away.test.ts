import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import sharp from 'sharp';
import { MlError } from '../../../core/plugin-api/index.ts';
import { timedModels } from '../../../core/plugins/timed-models.ts';
import { modelsCheck } from '../../../core/services/checks/models-check.ts';
import { analysisStates } from '../../support/analysis-rows.ts';
import { ColourModels } from '../../support/colour-models.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';

const photos = 8;
const away = (retryAfter?: number): MlError =>
  new MlError('unavailable', 'The machine with the models is off.', retryAfter === undefined ? {} : { retryAfter });

describe('temporarily unavailable models', () => {
  let folder: string;
  let source: MemorySource;
  let models: ColourModels;
  let rig: IndexerRig;
  /** The error of the models; null while they work. */
  let fault: Error | null;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
    const red = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#c00000' } })
      .jpeg()
      .toBuffer();
    for (let index = 0; index < photos; index += 1) {
      source.put(`p${index}`, Buffer.concat([red, Buffer.from([index])]));
    }
    models = new ColourModels();
    models.install('1');
    fault = away();
    models.before = () => (fault ? Promise.reject(fault) : Promise.resolve());
    rig = new IndexerRig({ folder, source, ml: models });
    rig.stopClock();
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const states = (): string[] => [...new Set(Object.values(analysisStates(rig.db)))];
  const failures = (): number =>
    rig.db.prepare<[], number>('SELECT count(*) FROM analyses WHERE attempts > 0').pluck().get() ?? -1;
  const calls = (): number => models.seen.length;

  it('leave all photos waiting without a failure, and delay neither the list nor thumbnails', async () => {
    await rig.settle();
    expect(states()).to.deep.equal(['waiting']);
    expect(failures()).to.equal(0);
    for (let index = 0; index < photos; index += 1) expect(rig.photo(`p${index}`).state).to.equal('indexed');
    expect(rig.indexer.progress()).to.include({ state: 'waiting', trouble: null });
    expect(rig.indexer.progress().modelsAway).to.include({ message: 'The machine with the models is off.' });
    // Only the photos that were in progress at the same time called the models, once each.
    expect(calls()).to.be.lessThan(photos);
  });

  it('are called again after the pause, and all photos are analysed', async () => {
    await rig.settle();
    fault = null;
    const asked = calls();
    await rig.settle();
    expect(calls()).to.equal(asked);
    rig.ahead += 6;
    await rig.settle();
    expect(states()).to.deep.equal(['done']);
    expect(rig.indexer.progress().modelsAway).to.equal(null);
  });

  it('are called again after growing pauses while they are unavailable', async () => {
    await rig.settle();
    const pauses: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const { retryAt } = rig.indexer.progress().modelsAway!;
      pauses.push(Math.round((retryAt - rig.now()) / 5));
      rig.ahead += retryAt - rig.now() + 1;
      await rig.settle();
    }
    expect(pauses).to.deep.equal([1, 2, 4, 8]);
    expect(failures()).to.equal(0);
  });

  it('are called again after the pause that they request, which is limited to a day', async () => {
    fault = away(600);
    await rig.settle();
    expect(rig.indexer.progress().modelsAway!.retryAt - rig.now()).to.be.within(590, 600);
    rig.ahead += 601;
    fault = away(Infinity);
    await rig.settle();
    expect(rig.indexer.progress().modelsAway!.retryAt - rig.now()).to.be.lessThan(30);
    rig.ahead += 30;
    fault = away(1e12);
    await rig.settle();
    expect(rig.indexer.progress().modelsAway!.retryAt - rig.now()).to.be.within(86_390, 86_400);
  });

  it('count as unavailable when they time out, and delay neither the list nor thumbnails', async () => {
    const signals: AbortSignal[] = [];
    models.before = () => new Promise(() => undefined);
    const analyse = models.detectFaces.bind(models);
    models.detectFaces = (image, options) => {
      signals.push(options.signal);
      return analyse(image, options);
    };
    rig.ml = timedModels(models, { interactive: 60, background: 0.05 });
    await rig.settle();
    for (let index = 0; index < photos; index += 1) expect(rig.photo(`p${index}`).state).to.equal('indexed');
    expect(rig.indexer.progress().modelsAway).to.include({
      message: 'The models have not answered within 0.05 seconds.',
    });
    expect(failures()).to.equal(0);
    expect(signals.every(({ aborted }) => aborted)).to.equal(true);
  });

  it('are called at once when they report a change', async () => {
    fault = away(600);
    await rig.settle();
    fault = null;
    const settled = rig.indexer.settled();
    models.install('1');
    await settled;
    expect(states()).to.deep.equal(['done']);
  });

  it('continue with the remaining photos after they became unavailable halfway', async () => {
    fault = null;
    models.before = () => (calls() > 3 ? Promise.reject(away()) : Promise.resolve());
    await rig.settle();
    expect(states().sort()).to.deep.equal(['done', 'waiting']);
    models.before = () => Promise.resolve();
    rig.ahead += 6;
    await rig.settle();
    expect(states()).to.deep.equal(['done']);
    // The photos in progress at that moment are analysed twice, the others once.
    expect(calls()).to.be.lessThan(photos + 5);
  });

  it('stay unavailable although an earlier request still succeeds', async () => {
    fault = null;
    let retryAt: number | undefined;
    models.before = async () => {
      if (calls() > 1) throw away();
      while (!(retryAt = rig.indexer.progress().modelsAway?.retryAt)) await setTimeout(1);
      rig.ahead += 2;
    };
    await rig.settle();
    expect(states().sort()).to.deep.equal(['done', 'waiting']);
    expect(rig.indexer.progress().modelsAway).to.include({ retryAt });
  });

  it('are recognised by the name and code of the error, not by its class', async () => {
    fault = Object.assign(new Error('Off.'), { name: 'MlError', code: 'unavailable' });
    await rig.settle();
    expect(rig.indexer.progress().modelsAway).to.include({ message: 'Off.' });
    expect(failures()).to.equal(0);
  });

  it('are reported to admins by the check of models', async () => {
    await rig.settle();
    const check = modelsCheck(
      () => models,
      () => rig.indexer.progress().modelsAway,
    );
    const signal = new AbortController().signal;
    expect(await check.run({ signal })).to.deep.equal({ ok: false, detail: 'The machine with the models is off.' });
    fault = null;
    rig.ahead += 6;
    await rig.settle();
    expect((await check.run({ signal })).ok).to.equal(true);
  });
});
