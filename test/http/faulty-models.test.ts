import { expect } from 'chai';
import pino from 'pino';
import sharp from 'sharp';
import { inject } from '../../core/compose/inject.ts';
import type { ChecksAnswer, Overview } from '../../core/http/wire.ts';
import type { DetectedFace, LabelVocabulary, MlModels } from '../../core/plugin-api/ml-provider.ts';
import { PluginFaults } from '../../core/plugins/plugin-faults.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ColourModels } from '../support/colour-models.ts';
import { MemorySource } from '../support/memory-source.ts';
import { photoLikeJpeg } from '../support/pictures.ts';
import { until } from '../support/until.ts';

class FaultyModels extends ColourModels {
  /** How many times each face is returned. */
  times = 1;
  answer: () => unknown = () => this.installed;

  override models(): MlModels {
    return this.answer() as MlModels;
  }

  override async detectFaces(...asked: Parameters<ColourModels['detectFaces']>): Promise<DetectedFace[]> {
    const faces = await super.detectFaces(...asked);
    return faces.flatMap((face) => Array.from({ length: this.times }, () => face));
  }
}

const vocabulary = { find: () => null, nameOf: (label: string) => label };
const fails = (): never => {
  throw new Error('no such file: models.json');
};
const model = { id: 'm', version: '1' };
const none = { faceDetector: null, faceEmbedder: null, imageText: null };

const wrongAnswers: Readonly<Record<string, () => unknown>> = {
  throws: fails,
  'returns undefined': () => undefined,
  'returns a promise': () => Promise.resolve(none),
  'returns a string': () => 'clip',
  'omits a model': () => ({ faceDetector: null, faceEmbedder: null }),
  'returns a model without a version': () => ({ ...none, faceDetector: { id: 'm' } }),
  'returns a model without its dimensions': () => ({ ...none, imageText: model }),
  'returns labels without words': () => ({ ...none, labels: { ...model, confidence: { search: 0.2, show: 0.5 } } }),
  'returns a model that cannot be read': () => ({
    ...none,
    get imageText() {
      return fails();
    },
  }),
};

describe('models of a plugin', () => {
  const source = new MemorySource();
  const provider = new FaultyModels();
  const logged: Record<string, unknown>[] = [];
  let app: TestApp;

  before(async () => {
    source.put('a', await photoLikeJpeg(1, 200, 150));
    const write = (line: string) => logged.push(JSON.parse(line) as Record<string, unknown>);
    const log = pino({ level: 'error', base: null }, { write });
    app = await startTestApp({
      handedOver: { provided: { 'photo-source': source, 'ml-provider': provider } },
      prepare: (container) => {
        container.register(inject.log, { useValue: log });
        // So that each fault is logged, not just one per minute.
        let now = 1_700_000_000;
        container.register(inject.pluginFaults, { useValue: new PluginFaults({ log, clock: () => (now += 100) }) });
      },
    });
    await app.untilIndexed();
  });
  after(() => app.stop());

  const ask = async <T>(method: string, url: string): Promise<T> => {
    const answer = await app.call(method, url, { as: 'admin' });
    expect(answer.statusCode, `${url}: ${answer.payload}`).to.equal(200);
    return (String(answer.headers['content-type']).includes('json') ? JSON.parse(answer.payload) : answer.payload) as T;
  };
  const faults = () => app.container.resolve(inject.pluginFaults).of('handed-over');

  for (const [title, answer] of Object.entries(wrongAnswers)) {
    it(`count as none, with a fault and a failed check, and pages still work when models() ${title}`, async () => {
      const before = faults().count;
      provider.answer = answer;
      for (const url of ['/api/search?q=sea', '/api/status', '/metrics']) await ask('GET', url);
      const { plugins } = await ask<Overview>('GET', '/api/admin/overview');
      expect(plugins.find(({ name }) => name === 'handed-over')?.faults).to.be.greaterThan(before);
      const { checks } = await ask<ChecksAnswer>('POST', '/api/admin/checks');
      const check = checks.find(({ id }) => id === 'models');
      expect(check?.ok).to.equal(false);
      expect(check?.detail).to.match(
        /^The plugin handed-over does not say which models it has \(.+\): update or replace it\.$/,
      );
      expect(check?.told.map(({ kind }) => kind)).to.deep.equal(['models_unsaid']);
      expect(logged[0]).to.include({ plugin: 'handed-over' });
      expect(logged[0]?.['msg']).to.contain('correct its models()');
    });
  }

  it('cause a fault when their vocabulary fails, but searches still work', async () => {
    const wrong: Partial<LabelVocabulary>[] = [
      { find: fails, nameOf: fails },
      { find: () => 'dog' as never },
      { find: () => Promise.resolve(null) as never },
    ];
    for (const words of wrong) {
      const before = faults().count;
      const labels = { ...model, confidence: { search: 0.2, show: 0.5 }, vocabulary: { ...vocabulary, ...words } };
      provider.answer = () => ({ ...none, labels });
      await ask('GET', '/api/search?q=dog');
      expect(faults().count).to.be.greaterThan(before);
    }
  });

  it('are named in the log when they find too many faces in a photo, which then has no faces', async () => {
    const before = faults().count;
    logged.length = 0;
    provider.answer = () => provider.installed;
    provider.times = 200_000;
    const red = { create: { width: 200, height: 100, channels: 3, background: '#c00000' } } as const;
    source.put('crowd', await sharp(red).jpeg().toBuffer());
    provider.install('1', { image: false });
    app.container.resolve(inject.indexer).wake();
    await until(() => faults().count > before);
    await app.untilIndexed();
    expect(faults().last?.message).to.equal('They found 200000 faces, and at most 2000 are taken');
    expect(logged[0]).to.include({
      plugin: 'handed-over',
      msg: "a plugin's models answered wrongly over a photo, which is tried again later: They found 200000 faces, and at most 2000 are taken",
    });
    expect(await ask('GET', '/api/photos/crowd/faces')).to.deep.equal({ faces: [] });
  });
});
