import { expect } from 'chai';
import type { PhotoItem, PhotoList, SomePhotos } from '../../core/http/wire.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

describe('edits of several photos in one request', () => {
  let s: LibraryServer;

  beforeEach(async () => {
    s = await libraryServer();
    for (const [i, uid] of ['a', 'b', 'c', 'd'].entries()) s.rows.add({ uid, takenAt: 1000 - i });
    await s.send('PUT', '/api/photos/a/tags', { tags: ['Sea', 'Sun'] });
  });
  afterEach(() => s.stop());

  const change = async (payload: object): Promise<PhotoItem[]> => {
    const answer = await s.send('PATCH', '/api/photos', payload);
    expect(answer.statusCode, answer.payload).to.equal(200);
    return (JSON.parse(answer.payload) as SomePhotos).photos;
  };
  const uids = async (query: string): Promise<string[]> =>
    (await s.json<PhotoList>(`/api/photos?${query}`, s.writer)).photos.map(({ uid }) => uid);

  it('apply to all photos, and return them with their new values', async () => {
    const changed = await change({ uids: ['b', 'a'], favorited: true, archived: true });
    expect(changed.map(({ uid }) => uid)).to.deep.equal(['b', 'a']);
    for (const photo of changed) expect(photo).to.include({ favorited_by_me: true, archived: true, hidden: false });
    expect(await uids('')).to.deep.equal(['c', 'd']);
    expect(await uids('only_archived=true')).to.deep.equal(['a', 'b']);
  });

  it('add and remove tags, ignoring case, and keep the others', async () => {
    const changed = await change({ uids: ['a', 'b'], add_tags: ['Trip', 'sun'], remove_tags: ['SEA'] });
    expect(changed.map(({ tags }) => tags)).to.deep.equal([
      ['Sun', 'Trip'],
      ['Trip', 'Sun'],
    ]);
    expect(await uids('tag=trip')).to.deep.equal(['a', 'b']);
    expect(await uids('tag=sea')).to.deep.equal([]);
  });

  it('apply to all photos or to none', async () => {
    const many = Array.from({ length: 99 }, (_, i) => `tag ${i}`);
    const { statusCode, payload } = await s.send('PATCH', '/api/photos', {
      uids: ['b', 'a'],
      hidden: true,
      add_tags: many,
    });
    expect(statusCode).to.equal(400);
    expect(payload).to.include('at most 100 tags');
    expect(await uids('only_hidden=true')).to.deep.equal([]);
    expect(await uids('tag=tag 1')).to.deep.equal([]);
  });

  it('skip photos that no longer exist', async () => {
    s.db.exec(`UPDATE photos SET deleted_at = 1 WHERE uid = 'b'`);
    expect((await change({ uids: ['b', 'nothing', 'c'], hidden: true })).map(({ uid }) => uid)).to.deep.equal(['c']);
  });

  it('are refused to readers, for more than 200 photos at once and for repeated uids', async () => {
    const send = async (payload: object, headers = s.writer): Promise<number> =>
      (await s.send('PATCH', '/api/photos', payload, headers)).statusCode;
    expect(await send({ uids: ['a'], hidden: true }, s.reader)).to.equal(403);
    expect(await send({ uids: [] })).to.equal(400);
    expect(await send({ uids: ['a', 'a'] })).to.equal(400);
    expect(await send({ uids: Array.from({ length: 201 }, (_, i) => String(i)) })).to.equal(400);
    expect(await send({ uids: ['a'], tags: ['x'] })).to.equal(400);
  });
});
