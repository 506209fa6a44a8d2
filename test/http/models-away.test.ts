import { expect } from 'chai';
import sharp from 'sharp';
import type { ChecksAnswer, Overview } from '../../core/http/wire.ts';
import { MlError } from '../../core/plugin-api/index.ts';
import { startTestApp } from '../support/app.ts';
import { ColourModels } from '../support/colour-models.ts';
import { MemorySource } from '../support/memory-source.ts';
import { until } from '../support/until.ts';

describe('models that report that they are unavailable', () => {
  it('are shown to admins in the overview and the checks until they work again', async () => {
    const source = new MemorySource();
    source.put(
      'a',
      await sharp({ create: { width: 200, height: 100, channels: 3, background: '#c00000' } })
        .jpeg()
        .toBuffer(),
    );
    const models = new ColourModels();
    models.install('1');
    // The next retry is later than the end of the test, as the overview briefly shows nothing during a retry.
    const off = new MlError('unavailable', 'The machine with the models is off.', { retryAfter: 600 });
    models.before = () => Promise.reject(off);
    const app = await startTestApp({ handedOver: { provided: { 'photo-source': source, 'ml-provider': models } } });
    const ask = async (method: string, url: string): Promise<unknown> =>
      JSON.parse((await app.call(method, url, { as: 'admin' })).payload);
    const overview = async () => ((await ask('GET', '/api/admin/overview')) as Overview).indexer;
    try {
      // The indexer may still be grouping people.
      await until(async () => {
        const { models_away: known, state: now } = await overview();
        return known !== null && now === 'waiting';
      });
      const { models_away: away, trouble } = await overview();
      expect(away).to.include({ message: 'The machine with the models is off.' });
      expect(away?.retry_at).to.be.greaterThan(Date.now() / 1000 - 1);
      expect(trouble).to.equal(null);
      const { checks } = (await ask('POST', '/api/admin/checks')) as ChecksAnswer;
      const check = checks.find(({ id }) => id === 'models');
      expect(check?.ok).to.equal(false);
      expect(check?.detail).to.contain('The machine with the models is off.');
      models.before = () => Promise.resolve();
      models.install('1');
      await until(async () => (await overview()).models_away === null);
    } finally {
      await app.stop();
    }
  });
});
