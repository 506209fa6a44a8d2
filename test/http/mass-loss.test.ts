import { expect } from 'chai';
import type { ErrorBody, IndexerState, PhotoList } from '../../core/http/wire.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { MemorySource } from '../support/memory-source.ts';
import { photoLikeJpeg } from '../support/pictures.ts';
import { until } from '../support/until.ts';

const route = '/api/admin/indexer/accept-loss';

describe('accepting that many photos are missing in the photo store', function () {
  let app: TestApp;
  let source: MemorySource;

  beforeEach(async () => {
    source = new MemorySource();
    const jpeg = await photoLikeJpeg(1, 64, 48);
    for (let index = 0; index < 40; index += 1) source.put(`p${index}`, Buffer.concat([jpeg, Buffer.from(`${index}`)]));
    app = await startTestApp({
      environment: { SYNC_INTERVAL: '1d' },
      handedOver: { provided: { 'photo-source': source } },
    });
    await app.untilIndexed();
  });
  afterEach(() => app.stop());

  const state = async (): Promise<IndexerState> =>
    JSON.parse((await app.call('POST', '/api/admin/indexer/sync', { as: 'admin' })).payload) as IndexerState;
  const total = async (): Promise<number> =>
    (JSON.parse((await app.call('GET', '/api/photos?limit=1', { as: 'read' })).payload) as PhotoList).total;
  const lose = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) source.remove(`p${index}`);
    await until(async () => (await state()).mass_loss?.missing === count);
  };
  const detail = ({ payload }: { payload: string }): string => (JSON.parse(payload) as ErrorBody).detail;

  it('removes the photos, after showing admins how many are missing, why and since when', async () => {
    await lose(30);
    const { mass_loss } = await state();
    expect(mass_loss).to.include({ reason: 'mass_disappearance', missing: 30, total: 40 });
    expect(Math.abs(mass_loss!.since - Date.now() / 1000)).to.be.below(60);
    const answer = await app.call('POST', route, { as: 'admin', payload: { missing: 30, reason: mass_loss!.reason } });
    expect(answer.statusCode, answer.payload).to.equal(200);
    await until(async () => (await total()) === 10);
    await until(async () => (await state()).mass_loss === null);
  });

  it('is refused if the sync is not held', async () => {
    const answer = await app.call('POST', route, { as: 'admin', payload: { missing: 30 } });
    expect(answer.statusCode).to.equal(409);
    expect(detail(answer)).to.equal('Nothing waits for an agreement: the sync is not held.');
  });

  it('is refused, with the current number, if more photos are missing than the request says', async () => {
    await lose(30);
    const answer = await app.call('POST', route, { as: 'admin', payload: { missing: 25 } });
    expect(answer.statusCode).to.equal(409);
    expect(detail(answer)).to.include('30 of 40 photos');
    expect(await total()).to.equal(40);
  });

  it('is refused if the reason has changed', async () => {
    await lose(30);
    const answer = await app.call('POST', route, { as: 'admin', payload: { missing: 40, reason: 'other_store' } });
    expect(answer.statusCode).to.equal(409);
  });

  it('is for admins only, and requires the number of missing photos', async () => {
    expect((await app.call('POST', route, { as: 'write', payload: { missing: 1 } })).statusCode).to.equal(403);
    expect((await app.call('POST', route, { payload: { missing: 1 } })).statusCode).to.equal(401);
    expect((await app.call('POST', route, { as: 'admin', payload: {} })).statusCode).to.equal(400);
    expect((await app.call('POST', route, { as: 'admin', payload: { missing: 0 } })).statusCode).to.equal(400);
  });
});
