import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { ColourModels } from '../support/colour-models.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { MemorySource } from '../support/memory-source.ts';
import { inject } from '../../core/compose/inject.ts';
import { until } from '../support/until.ts';

describe('a library that was restored without its face crops', function () {
  let app: TestApp;
  const models = new ColourModels();

  before(async () => {
    const source = new MemorySource();
    const red = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#c00000' } })
      .jpeg()
      .toBuffer();
    source.put('p', red);
    models.install('1');
    app = await startTestApp({ handedOver: { provided: { 'photo-source': source, 'ml-provider': models } } });
    await until(async () => (await status('/api/faces/1/crop')) === 200);
    app.container.resolve(inject.db).exec(`INSERT INTO people (id, name, name_key, created_at) VALUES (7, 'A', 'a', 0);
      UPDATE faces SET person_id = 7`);
  });
  after(() => app.stop());

  const status = async (url: string): Promise<number> => (await app.call('GET', url, { as: 'read' })).statusCode;

  for (const url of ['/api/faces/1/crop', '/api/people/7/cover']) {
    it(`makes the crops again after a request for one, without running the models (${url})`, async () => {
      rmSync(join(app.dataDir, 'faces'), { recursive: true });
      const looks = models.seen.length;
      expect(await status(url)).to.equal(404);
      await until(async () => (await status(url)) === 200);
      expect(models.seen).to.have.length(looks);
    });
  }
});
