import { expect } from 'chai';
import type { Album, NewShare } from '../../core/http/wire.ts';
import { DownloadsServer, namesIn } from '../support/downloads-server.ts';
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

  it('are the originals with numbers as names, without hidden photos', async () => {
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

  it('can also be requested by programs, and are counted', async () => {
    const link = await house.share({ photos, download: true });
    const answer = await house.server.server.inject({ method: 'POST', url: `${link.api}/download`, payload: {} });
    expect(await readZip(answer.rawPayload)).to.have.length(3);
    const { shares } = await house.server.json<{ shares: { downloads: number }[] }>('/api/shares', house.server.writer);
    expect(shares.map(({ downloads }) => downloads)).to.deep.equal([1]);
  });

  it('are refused if downloads are not allowed, the password is missing or the link has ended', async () => {
    const closed = await house.share({ photos });
    expect((await closed.get('/download')).headers['x-error-kind']).to.equal('no_download');
    const locked = await house.share({ photos, download: true, password: 'guests of ours' });
    expect((await locked.get('/download')).headers['x-error-kind']).to.equal('password_needed');
    const ended = await house.share({ photos, download: true });
    await house.sharing(false);
    expect((await ended.get('/download')).statusCode).to.equal(404);
  });

  it('leave out a photo that is hidden during the download', async () => {
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

describe('a ZIP that a guest is downloading', () => {
  const rig = DownloadsServer.inSuite();
  const uids = Array.from({ length: 600 }, (_, at) => `p${at}`);
  const last50 = "SELECT id FROM photos WHERE uid LIKE 'p5__' AND uid >= 'p550'";

  /** Downloads the ZIP of a share, and calls `meanwhile` when its third photo is read. */
  const load = async (content: object, meanwhile: (share: NewShare) => unknown) => {
    const { s, source } = rig;
    await s.send('PUT', '/api/admin/sharing', { enabled: true }, s.admin);
    const made = await s.send('POST', '/api/shares', { expires_at: null, download: true, ...content }, s.writer);
    const share = JSON.parse(made.payload) as NewShare;
    let opened = 0;
    source.faults.set('open', async (next) => {
      if (++opened === 3) await meanwhile(share);
      return next();
    });
    return s.server.inject(`/api/shared/${share.url.slice('/s/'.length)}/download`);
  };
  const changes = {
    archived: `INSERT INTO photo_flags (photo_id, archived) ${last50.replace('id', 'id, 1')}`,
    'taken out of the album': `DELETE FROM own_album_photos WHERE photo_id IN (${last50})`,
  };

  beforeEach(() => {
    for (const [at, uid] of uids.entries()) rig.put(uid, 'photo', { takenAt: 1_600_000_000 - at });
  });

  for (const [what, sql] of Object.entries(changes)) {
    it(`leaves out photos that are ${what} in the meantime`, async () => {
      const { s } = rig;
      const made = await s.send('POST', '/api/albums', { name: 'Summer', photos: uids }, s.writer);
      const { uid: album } = JSON.parse(made.payload) as Album;
      const answer = await load({ album, include_archived: false }, () => s.db.exec(sql));
      const names = await namesIn(answer.rawPayload);
      expect(names.filter((name) => name.startsWith('photo-'))).to.have.length(550);
    });
  }

  it('ends when downloads are no longer allowed', async () => {
    const { s } = rig;
    await load({ photos: uids }, ({ id }) => s.send('PATCH', `/api/shares/${id}`, { download: false }, s.writer)).catch(
      () => undefined,
    );
    expect(rig.source.count('open')).to.equal(250);
  });
});
