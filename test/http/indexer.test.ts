import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { FailedPhotos, IndexerState, Retried } from '../../core/http/wire.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { writePhotos } from '../support/pictures.ts';
import { until } from '../support/until.ts';

describe('an admin', function () {
  let folder: string;
  let app: TestApp;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    mkdirSync(join(folder, 'photos'));
    await writePhotos(join(folder, 'photos'), 3, 320, 240);
    writeFileSync(join(folder, 'photos', 'broken.jpg'), 'no picture');
    app = await startTestApp({ photos: join(folder, 'photos'), environment: { SYNC_INTERVAL: '1d' } });
    await app.untilIndexed();
  });
  after(async () => {
    await app.stop();
    rmSync(folder, { recursive: true });
  });

  const call = async <T>(method: string, url: string): Promise<T> => {
    const answer = await app.call(method, url, { as: 'admin' });
    expect(answer.statusCode, answer.payload).to.equal(200);
    return JSON.parse(answer.payload) as T;
  };

  it('reads which photos failed, and why', async () => {
    const { failures, total } = await call<FailedPhotos>('GET', '/api/admin/failures');
    expect(total).to.equal(1);
    expect(failures[0]).to.include({ name: 'broken.jpg', attempts: 1 });
    expect(failures[0]?.error).to.match(/not a picture/);
    expect((await call<FailedPhotos>('GET', '/api/admin/failures?offset=1')).failures).to.deep.equal([]);
  });

  it('has failed photos tried again at once', async () => {
    const { retried } = await call<Retried>('POST', '/api/admin/indexer/retry-failed');
    expect(retried).to.equal(1);
    await until(async () => (await call<FailedPhotos>('GET', '/api/admin/failures')).failures[0]?.attempts === 2);
  });

  it('has the source looked at long before the next interval', async () => {
    await writePhotos(join(folder, 'photos', 'new'), 2, 320, 240);
    const { trouble, mass_loss } = await call<IndexerState>('POST', '/api/admin/indexer/sync');
    expect([trouble, mass_loss]).to.deep.equal([null, null]);
    await until(async () => (await call<{ total: number }>('GET', '/api/photos')).total === 5);
  });

  it('alone may do so', async () => {
    for (const url of ['/api/admin/indexer/sync', '/api/admin/indexer/retry-failed']) {
      expect((await app.call('POST', url, { as: 'write' })).statusCode).to.equal(403);
      expect((await app.call('POST', url)).statusCode).to.equal(401);
    }
    expect((await app.call('GET', '/api/admin/failures', { as: 'write' })).statusCode).to.equal(403);
  });
});
