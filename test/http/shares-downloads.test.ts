import { mock } from 'node:test';
import { expect } from 'chai';
import type { OpenShare } from '../../core/services/shares/open-shares.ts';
import { WhileOpen } from '../../core/services/shares/while-open.ts';
import { ShareHouse } from '../support/share-house.ts';
import { readZip } from '../support/zip-reader.ts';

describe('all photos of a share link as a ZIP', () => {
  let house: ShareHouse;

  beforeEach(async () => {
    house = await ShareHouse.open();
    for (const uid of ['a', 'b', 'hidden']) house.photo(uid, { name: `Anna ${uid}.JPG`, size: house.original.length });
  });
  afterEach(() => house.stop());

  const photos = ['b', 'a', 'hidden'];

  it('are its originals under numbers, without hidden ones', async () => {
    const link = await house.share({ photos, download: true, name: 'Summer' });
    house.flag(3, 'hidden');
    const answer = await link.get('/download');
    expect(answer.headers).to.include({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(answer.headers['content-disposition']).to.contain('filename="Summer.zip"');
    const files = await readZip(answer.rawPayload);
    expect(files.map(({ name }) => name)).to.deep.equal(['photo-1.jpg', 'photo-2.jpg']);
    expect(files.every(({ bytes }) => bytes.equals(house.original))).to.equal(true);
    expect(answer.rawPayload.includes('Anna')).to.equal(false);
    const head = await house.server.server.inject({ method: 'HEAD', url: `${link.api}/download` });
    expect([head.statusCode, head.payload]).to.deep.equal([200, '']);
  });

  it('are had by programs, too, and counted', async () => {
    const link = await house.share({ photos, download: true });
    const answer = await house.server.server.inject({ method: 'POST', url: `${link.api}/download`, payload: {} });
    expect(await readZip(answer.rawPayload)).to.have.length(3);
    const { shares } = await house.server.json<{ shares: { downloads: number }[] }>('/api/shares', house.server.writer);
    expect(shares.map(({ downloads }) => downloads)).to.deep.equal([1]);
  });

  it('are refused where downloads are not allowed, the password is missing, or the link has ended', async () => {
    const closed = await house.share({ photos });
    expect((await closed.get('/download')).headers['x-error-kind']).to.equal('no_download');
    const locked = await house.share({ photos, download: true, password: 'guests of ours' });
    expect((await locked.get('/download')).headers['x-error-kind']).to.equal('password_needed');
    const ended = await house.share({ photos, download: true });
    await house.sharing(false);
    expect((await ended.get('/download')).statusCode).to.equal(404);
  });

  it('leave nothing of a photo that is hidden while the archive is on its way', async () => {
    const link = await house.share({ photos, download: true });
    house.beforeOpen = (uid) => {
      if (uid === 'b') house.flag(3, 'hidden');
    };
    const many = Array.from({ length: 260 }, (_, at) => `p${at}`);
    for (const uid of many) house.server.rows.add({ uid, size: house.original.length });
    const large = await house.share({ photos: ['b', ...many, 'hidden'], download: true });
    const files = await readZip((await large.get('/download')).rawPayload);
    expect(files.filter(({ name }) => name.endsWith('.jpg'))).to.have.length(261);
    expect(await link.photos()).to.have.length(2);
  });
});

describe('what a guest still reads', () => {
  afterEach(() => {
    mock.timers.reset();
  });

  it('ends when its link does', () => {
    mock.timers.enable({ apis: ['setInterval'] });
    const openLinks = new Set([7]);
    const share = { row: { id: 7 } } as OpenShare;
    const { signal } = new WhileOpen({ isStillOpen: ({ id }) => openLinks.has(id) }).of(
      share,
      new AbortController().signal,
    );
    mock.timers.tick(60_000);
    expect(signal.aborted).to.equal(false);
    openLinks.clear();
    mock.timers.tick(5000);
    expect(signal.aborted).to.equal(true);
  });
});
