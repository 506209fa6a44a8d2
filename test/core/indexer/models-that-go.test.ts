import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import type { BackgroundTask } from '../../../core/threads/background-task.ts';
import type { Config } from '../../../core/settings/env.ts';
import { analysisStates, faceRows } from '../../support/analysis-rows.ts';
import { ColourModels } from '../../support/colour-models.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';
import { until } from '../../support/until.ts';

const photos = 12;

/** As with a provider that disables a model because it does not work. */
describe('models that disappear while photos are analysed', function () {
  let folder: string;
  let source: MemorySource;
  let models: ColourModels;
  let rig: IndexerRig;

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
    rig = new IndexerRig({ folder, source, ml: models });
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const nothing = { faces: false, image: false };
  const install = async (version: string, parts = {}): Promise<void> => {
    const settled = rig.indexer.settled();
    models.install(version, parts);
    await settled;
  };
  const countOf = (state: string): number =>
    Object.values(analysisStates(rig.db)).filter((other) => other === state).length;

  it('cause a temporary error if their provider throws, and do not stop the indexer', async () => {
    let broken = false;
    const known = models.models.bind(models);
    models.models = () => {
      if (broken) throw new Error('The provider is gone');
      return known();
    };
    let breaks = true;
    const last: BackgroundTask = {
      name: 'last',
      run: () => {
        broken = breaks;
        return Promise.resolve();
      },
    };
    await rig.close();
    rig = new IndexerRig({ folder, source, ml: models, tasks: [last] });
    await rig.settle();
    expect(rig.indexer.progress().trouble).to.include({ code: 'internal' });
    breaks = broken = false;
    await rig.settle();
    expect(rig.indexer.progress()).to.include({ state: 'waiting', trouble: null });
  });

  it('leave all photos waiting, also those in progress, until models are installed again', async () => {
    await rig.settle();
    models.before = () => {
      models.install('1', nothing);
      return Promise.reject(new Error('The model gives other shapes than it should'));
    };
    await install('1');
    expect(countOf('waiting')).to.equal(photos);
    expect(rig.indexer.progress()).to.include({ state: 'waiting', trouble: null });

    models.before = () => Promise.resolve();
    await install('1');
    expect(countOf('done')).to.equal(photos);
    expect(faceRows(rig.db)).to.have.length(photos);
  });

  it('leave photos waiting that are just being read', async () => {
    models.install('1');
    models.before = () => {
      models.install('1', nothing);
      return Promise.reject(new Error('The model gives other shapes than it should'));
    };
    await rig.settle();
    expect(rig.photos().every(({ state }) => state === 'indexed')).to.equal(true);
    expect(countOf('waiting')).to.equal(photos);
  });

  it('do not affect the analysis by the models that replace them', async () => {
    models.install('1');
    models.before = () => {
      models.before = () => Promise.resolve();
      models.install('2');
      return Promise.reject(new Error('The model gives other shapes than it should'));
    };
    await rig.settle();
    expect(countOf('done')).to.equal(photos);
  });

  it('have failed photos retried at once when models are installed again', async () => {
    models.install('1');
    models.failing = 'always';
    await rig.settle();
    expect(countOf('failed')).to.equal(photos);
    await install('1');
    expect(countOf('failed')).to.equal(photos);
    await install('1', nothing);
    models.failing = 'never';
    await install('1');
    expect(countOf('done')).to.equal(photos);
  });
});

describe('a photo on which the models failed', function () {
  it('is retried after its pause, without waiting for the next sync', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const source = new MemorySource();
    source.put(
      'red',
      await sharp({ create: { width: 200, height: 100, channels: 3, background: '#c00000' } })
        .jpeg()
        .toBuffer(),
    );
    const models = new ColourModels();
    models.install('1');
    models.failing = 'always';
    const config: Partial<Config> = { syncInterval: 3600 };
    const rig = new IndexerRig({ folder, source, ml: models, config });
    try {
      await rig.settle();
      models.failing = 'never';
      rig.db.exec(`UPDATE analyses SET retry_at = ${rig.now() + 2} WHERE state = 'failed'`);
      await rig.settle();
      await until(() => analysisStates(rig.db)['red'] === 'done');
    } finally {
      await rig.close();
      rmSync(folder, { recursive: true });
    }
  });
});
