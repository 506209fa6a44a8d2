import { expect } from 'chai';
import type { PhotoList } from '../../core/http/wire.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

const many = 2300;
const uidOf = (index: number): string => `p${String(index).padStart(5, '0')}`;

describe('GET /api/photos/archived', () => {
  let s: LibraryServer;

  before(async () => {
    s = await libraryServer();
    const archive = s.db.prepare('INSERT INTO photo_flags (photo_id, archived, hidden) VALUES (?, 1, ?)');
    s.db.transaction(() => {
      s.rows.add({ uid: 'kept' });
      // Newest first. The last photo is also hidden.
      for (let index = 0; index <= many; index++) {
        const id = s.rows.add({ uid: uidOf(index), takenAt: 1_600_000_000 - index });
        archive.run(id, index === many ? 1 : 0);
      }
    })();
  });
  after(() => s.stop());

  const list = (query = '', headers = s.reader) => s.json<PhotoList>(`/api/photos/archived${query}`, headers);

  it('returns all archived photos, newest first, if no limit is given', async () => {
    const { photos, total } = await list();
    expect(total).to.equal(many);
    expect(photos.map(({ uid }) => uid)).to.deep.equal(Array.from({ length: many }, (_, index) => uidOf(index)));
  });

  it('returns the same entries in a page as in the whole list', async () => {
    const { photos } = await list();
    const part = await list('?limit=1000&offset=1200');
    expect(part.total).to.equal(many);
    expect(part.photos).to.deep.equal(photos.slice(1200, 2200));
  });

  it('returns all photos from an offset on if no limit is given', async () => {
    const long = await list('?offset=1');
    expect([long.total, long.photos.length, long.photos[0]?.uid]).to.deep.equal([many, many - 1, uidOf(1)]);
    const short = await list(`?offset=${many - 2}`);
    expect(short.photos.map(({ uid }) => uid)).to.deep.equal([uidOf(many - 2), uidOf(many - 1)]);
    expect(await list(`?offset=${many + 5}`)).to.deep.equal({ photos: [], total: many });
  });

  it('includes hidden photos for editors on request, and is 403 for readers', async () => {
    const { photos, total } = await list('?include_hidden=true', s.writer);
    expect([total, photos.length, photos.at(-1)?.uid]).to.deep.equal([many + 1, many + 1, uidOf(many)]);
    expect((await s.get('/api/photos/archived?include_hidden=true')).statusCode).to.equal(403);
  });

  it('refuses a limit of 0 or above 1000', async () => {
    expect((await s.get('/api/photos/archived?limit=1001')).statusCode).to.equal(400);
    expect((await s.get('/api/photos/archived?limit=0')).statusCode).to.equal(400);
  });

  it('is JSON that is not cached, is compressed if the client accepts it, and has no body for HEAD', async () => {
    const headers = { ...s.reader, 'accept-encoding': 'gzip' };
    const answer = await s.get('/api/photos/archived', headers);
    expect(answer.headers).to.include({ 'cache-control': 'no-store', 'content-encoding': 'gzip' });
    expect(answer.headers['content-type']).to.match(/^application\/json/);
    const head = await s.server.inject({ method: 'HEAD', url: '/api/photos/archived', headers: s.reader });
    expect([head.statusCode, head.payload]).to.deep.equal([200, '']);
  });

  it('does not block other requests, and leaves out photos that are deleted meanwhile', async () => {
    const gone = uidOf(many - 1);
    let answered = false;
    const whole = list().finally(() => (answered = true));
    // At this point the photos of the list are fixed, but its last pages have not been read yet.
    await new Promise(setImmediate);
    await s.json('/api/photos?limit=1');
    expect(answered).to.equal(false);
    s.db.prepare('UPDATE photos SET deleted_at = 1 WHERE uid = ?').run(gone);
    s.db.prepare('DELETE FROM photos WHERE uid = ?').run(gone);
    const { photos } = await whole;
    expect(photos.map(({ uid }) => uid)).not.to.include(gone);
    expect(photos).to.have.length(many - 1);
  });
});
