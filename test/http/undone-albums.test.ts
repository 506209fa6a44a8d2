import { expect } from 'chai';
import type { Album, AlbumPhotos, Albums, AuditEntries, PhotoList, UnmadeAlbum } from '../../core/http/wire.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

describe('undoing the creation of an album', () => {
  let s: LibraryServer;

  beforeEach(async () => {
    s = await libraryServer();
    for (const [index, uid] of ['a', 'b', 'c', 'd'].entries()) s.rows.add({ uid, takenAt: 1000 - index });
  });
  afterEach(() => s.stop());

  const made = async (body: object): Promise<Album> =>
    JSON.parse((await s.send('POST', '/api/albums', { name: 'Gift', ...body })).payload) as Album;
  /** Undoes it as a user with the role write. @returns the body, or the kind of the error */
  const undone = async ({ uid }: Pick<Album, 'uid'>, photos: string[], headers = s.writer): Promise<unknown> => {
    const answer = await s.send('POST', `/api/albums/${uid}/undo`, { photos }, headers);
    return answer.headers['x-error-kind'] ?? (JSON.parse(answer.payload) as UnmadeAlbum);
  };
  const inside = async ({ uid }: Album): Promise<string> =>
    (await s.json<AlbumPhotos>(`/api/albums/${uid}/photos?include_hidden=true`, s.writer)).photos
      .map((photo) => photo.uid)
      .join('');
  const names = async (): Promise<string[]> =>
    (await s.json<Albums>('/api/albums', s.writer)).albums.map(({ name }) => name);
  const seenByReader = async (): Promise<string> =>
    (await s.json<PhotoList>('/api/photos', s.reader)).photos.map(({ uid }) => uid).join('');

  it('deletes the album with the photos in it, and records that in the audit log', async () => {
    const album = await made({ photos: ['a', 'b'] });
    expect(await undone(album, ['a', 'b'])).to.deep.equal({ deleted: true });
    expect([await names(), await seenByReader()]).to.deep.equal([[], 'abcd']);
    const { entries } = await s.json<AuditEntries>('/api/admin/audit', s.admin);
    expect(entries[0]).to.deep.include({ action: 'album.deleted', subject: 'Gift', actor: 'write' });
    expect(await undone(album, ['a', 'b'])).to.equal('no_such_album');
  });

  it('keeps the album with photos that were added since, even if they are hidden, but not a cover that was taken out', async () => {
    const album = await made({ photos: ['a', 'b'] });
    await s.send('PUT', `/api/albums/${album.uid}/photos`, { add: ['d'] });
    await s.send('PATCH', `/api/albums/${album.uid}`, { cover: 'a' });
    await s.send('PATCH', '/api/photos/d', { hidden: true });
    expect(await undone(album, ['a', 'b'])).to.deep.equal({ deleted: false });
    expect(await inside(album)).to.equal('d');
    await s.send('PATCH', '/api/photos/d', { hidden: false });
    const [left] = (await s.json<Albums>('/api/albums', s.writer)).albums;
    expect(left?.cover_url).to.match(/^\/api\/photos\/d\/thumb/);
    expect((await s.json<AuditEntries>('/api/admin/audit', s.admin)).entries[0]?.action).not.to.equal('album.deleted');
  });

  it('deletes the album in several requests if it has more photos than one request may name', async () => {
    const album = await made({ photos: ['a', 'b', 'c'] });
    expect(await undone(album, ['a', 'b'])).to.deep.equal({ deleted: false });
    expect(await inside(album)).to.equal('c');
    expect(await undone(album, ['c'])).to.deep.equal({ deleted: true });
  });

  it('deletes the album even after its photos were hidden or deleted in the photo store', async () => {
    const album = await made({ photos: ['a', 'b'] });
    await s.send('PATCH', '/api/photos/a', { hidden: true });
    s.db.exec("UPDATE photos SET deleted_at = 1 WHERE uid = 'b'");
    expect(await undone(album, ['a', 'b'])).to.deep.equal({ deleted: true });
  });

  it('changes nothing if the album is kept from someone in the meantime, whoever undoes it', async () => {
    const album = await made({ photos: ['a', 'b'] });
    const users = await s.json<{ users: { id: number; username: string }[] }>('/api/admin/users', s.admin);
    const reader = users.users.find(({ username }) => username === 'read')?.id;
    for (const [change, kind] of [
      [{ kept_from_readers: true }, 'kept_from_readers'],
      [{ kept_from_readers: false, kept_from: [reader] }, 'kept_album'],
    ] as const) {
      expect((await s.send('PUT', `/api/albums/${album.uid}/audience`, change, s.admin)).statusCode).to.equal(200);
      expect(await undone(album, ['a', 'b'])).to.equal(kind);
      expect(await undone(album, ['a', 'b'], s.admin)).to.equal(kind);
      expect([await inside(album), await seenByReader()]).to.deep.equal(['ab', 'cd']);
    }
  });

  it('is refused for albums of the photo store, for smart albums, and to readers', async () => {
    s.rows.album('trip', 'Trip', []);
    expect(await undone({ uid: 'trip' }, ['a'])).to.equal('store_album');
    expect(await undone(await made({ rule: { tag: 'sea' } }), [])).to.equal('smart_album');
    expect(await undone(await made({ photos: ['a'] }), ['a'], s.reader)).to.equal('role_too_low');
  });
});
