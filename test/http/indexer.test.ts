import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { FailedPhotos, IndexerState, RetryResult } from '../../core/http/wire.ts';
import { SourceError } from '../../core/plugin-api/errors.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { MemorySource } from '../support/memory-source.ts';
import { photoLikeJpeg, writePhotos } from '../support/pictures.ts';
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

  it('can list which photos failed, and why', async () => {
    const { failures, total } = await call<FailedPhotos>('GET', '/api/admin/failures');
    expect(total).to.equal(1);
    expect(failures[0]).to.include({ name: 'broken.jpg', attempts: 1 });
    expect(failures[0]?.error).to.match(/not a picture/);
    expect((await call<FailedPhotos>('GET', '/api/admin/failures?offset=1')).failures).to.deep.equal([]);
  });

  it('can retry failed photos immediately', async () => {
    const { retried } = await call<RetryResult>('POST', '/api/admin/indexer/retry-failed');
    expect(retried).to.equal(1);
    await until(async () => (await call<FailedPhotos>('GET', '/api/admin/failures')).failures[0]?.attempts === 2);
  });

  it('can start a sync before the next interval', async () => {
    await writePhotos(join(folder, 'photos', 'new'), 2, 320, 240);
    const { trouble, mass_loss } = await call<IndexerState>('POST', '/api/admin/indexer/sync');
    expect([trouble, mass_loss]).to.deep.equal([null, null]);
    await until(async () => (await call<{ total: number }>('GET', '/api/photos')).total === 6);
  });

  it('is required for these requests', async () => {
    for (const url of ['/api/admin/indexer/sync', '/api/admin/indexer/retry-failed']) {
      expect((await app.call('POST', url, { as: 'write' })).statusCode).to.equal(403);
      expect((await app.call('POST', url)).statusCode).to.equal(401);
    }
    expect((await app.call('GET', '/api/admin/failures', { as: 'write' })).statusCode).to.equal(403);
  });
});

describe('photos that failed', () => {
  let source: MemorySource;
  let app: TestApp;
  const names = ['a', 'b', 'c', 'd', 'e'];

  before(async () => {
    source = new MemorySource();
    const jpeg = await photoLikeJpeg(1, 64, 48);
    for (const name of names) source.put(name, Buffer.concat([jpeg, Buffer.from(name)]));
    source.faults.set('open', () => Promise.reject(new SourceError('integrity', 'The bytes are not those announced.')));
    app = await startTestApp({
      environment: { SYNC_INTERVAL: '1d', LOG_LEVEL: 'silent' },
      handedOver: { provided: { 'photo-source': source } },
    });
    await until(async () => (await failures()).total === names.length);
  });
  after(() => app.stop());

  const failures = async (query = ''): Promise<FailedPhotos> => {
    const answer = await app.call('GET', `/api/admin/failures${query}`, { as: 'admin' });
    expect(answer.statusCode, answer.payload).to.equal(200);
    return JSON.parse(answer.payload) as FailedPhotos;
  };

  it('are listed page by page, each once, and counted in the overview and the status', async () => {
    const uids: string[] = [];
    for (let offset = 0; offset < 6; offset += 2) {
      const page = await failures(`?limit=2&offset=${offset}`);
      expect(page.total).to.equal(5);
      uids.push(...page.failures.map(({ uid }) => uid));
    }
    expect(uids.toSorted()).to.deep.equal(names);
    const [first] = (await failures('?limit=1')).failures;
    expect(first).to.include({ uid: uids[0], attempts: 1 });
    expect(first!.error).to.equal(
      'The photo arrived damaged from the source, twice: The bytes are not those announced.',
    );
    expect(first!.retry_at).to.be.above(Date.now() / 1000);
    const overview = await app.call('GET', '/api/admin/overview', { as: 'admin' });
    expect(JSON.parse(overview.payload)).to.deep.include({
      index: { photos: 5, pending: 0, failed: 5, faces: 0, people: 0 },
    });
    expect(JSON.parse((await app.call('GET', '/api/status')).payload)).to.include({ photos: 5, failed: 5, pending: 0 });
  });

  it('are not listed for an invalid query', async () => {
    for (const query of ['limit=0', 'limit=1001', 'limit=x', 'offset=-1', 'offset=1.5', 'state=failed']) {
      const answer = await app.call('GET', `/api/admin/failures?${query}`, { as: 'admin' });
      expect(answer.statusCode, query).to.equal(400);
      expect((JSON.parse(answer.payload) as { detail: string }).detail).to.include(query.split('=')[0]);
    }
  });

  it('fail again while the source is still faulty, which counts as another attempt', async () => {
    const answer = await app.call('POST', '/api/admin/indexer/retry-failed', { as: 'admin' });
    expect(JSON.parse(answer.payload)).to.include({ retried: 5 });
    await until(async () => (await failures()).failures.every(({ attempts }) => attempts === 2));
    expect((await failures()).total).to.equal(5);
  });

  it('can be retried one by one', async () => {
    const one = (await failures()).failures[0]!.uid;
    for (const [uid, retried] of [
      ['no-such-photo', 0],
      [one, 1],
    ] as const) {
      const answer = await app.call('POST', `/api/admin/indexer/retry-failed?uid=${uid}`, { as: 'admin' });
      expect(JSON.parse(answer.payload), uid).to.include({ retried });
    }
    await until(async () => (await failures()).failures.some(({ attempts }) => attempts === 3));
    expect((await failures()).failures.filter(({ attempts }) => attempts === 3)).to.have.length(1);
  });

  it('are indexed by a retry once the source works again', async () => {
    source.faults.delete('open');
    expect((await failures()).total).to.equal(5);
    const answer = await app.call('POST', '/api/admin/indexer/retry-failed', { as: 'admin' });
    expect(JSON.parse(answer.payload)).to.include({ retried: 5 });
    await until(async () => (await failures()).total === 0);
    expect((await failures()).failures).to.deep.equal([]);
    const photo = await app.call('GET', '/api/photos/a', { as: 'admin' });
    expect(JSON.parse(photo.payload)).to.include({ state: 'indexed', width: 64, height: 48 });
    const again = await app.call('POST', '/api/admin/indexer/retry-failed', { as: 'admin' });
    expect(JSON.parse(again.payload)).to.include({ retried: 0 });
  });
});
