import { expect } from 'chai';
import type { DuplicateGroups, Folders, FolderSettings, Photo, PhotoList, PhotoMeta } from '../../core/http/wire.ts';
import { PhotoFolders } from '../../core/store/photos/photo-folders.ts';
import type { PhotoFacts } from '../support/photo-rows.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

describe('folders of the photo store', () => {
  let s: LibraryServer;
  let folders: PhotoFolders;

  beforeEach(async () => {
    s = await libraryServer({
      nodes: (uids) => Promise.resolve({ nodes: [], missing: [...uids] }),
    });
    folders = new PhotoFolders(s.db);
    put('a', '2019/Lisbon', { takenAt: 500 });
    put('b', '2019/Lisbon', { takenAt: 400 });
    put('c', '2019/Lisbon/Belém', { takenAt: 300 });
    put('d', '2019', { takenAt: 200 });
    put('e', '', { takenAt: 100 });
    put('f', null, { takenAt: 50 });
    put('g', '2019b', { takenAt: 40 });
  });
  afterEach(() => s.stop());

  const put = (uid: string, path: string | null, facts: Partial<PhotoFacts> = {}): number => {
    const id = s.rows.add({ uid, ...facts });
    folders.put(id, path);
    return id;
  };
  const list = (parent?: string, headers = s.writer): Promise<Folders> =>
    s.json(`/api/folders${parent === undefined ? '' : `?parent=${encodeURIComponent(parent)}`}`, headers);
  const uids = async (query: string, headers = s.writer): Promise<string[]> =>
    (await s.json<PhotoList>(`/api/photos?${query}`, headers)).photos.map(({ uid }) => uid);
  const hide = (id: number): void => {
    s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(id);
  };

  it('are listed level by level, with the number of photos in and below each; unknown ones are 404', async () => {
    const top = await list();
    expect(top).to.deep.include({ path: '', photo_count: 6, photos_here: 1, total: 2 });
    expect(top.folders.map(({ path, name, photo_count }) => [path, name, photo_count])).to.deep.equal([
      ['2019', '2019', 4],
      ['2019b', '2019b', 1],
    ]);
    expect(top.folders[0]?.cover_url).to.match(/^\/api\/photos\/a\/thumb\?sig=/);
    const below = await list('/2019/');
    expect(below).to.deep.include({ path: '2019', photo_count: 4, photos_here: 1, total: 1 });
    expect(below.folders.map(({ path, name, photo_count }) => [path, name, photo_count])).to.deep.equal([
      ['2019/Lisbon', 'Lisbon', 3],
    ]);
    expect((await list('2019/Lisbon/Belém')).folders).to.deep.equal([]);
    for (const none of ['20', '2019/Paris', '../2019', 'a\u0000b']) {
      const { statusCode, headers } = await s.get(`/api/folders?parent=${encodeURIComponent(none)}`, s.writer);
      expect([statusCode, headers['x-error-kind']], none).to.deep.equal([404, 'no_such_folder']);
    }
  });

  it('are empty if the photo store has no folders', async () => {
    expect(await s.json('/api/folders/seen', s.writer)).to.deep.equal({ seen: true });
    s.db.exec('UPDATE photos SET folder_id = NULL; DELETE FROM folders');
    expect(await s.json('/api/folders/seen', s.writer)).to.deep.equal({ seen: false });
    expect(await list()).to.deep.equal({ path: '', photo_count: 0, photos_here: 0, folders: [], total: 0 });
  });

  it('are sorted naturally, with numbers by their value', async () => {
    for (const name of ['10', '9', 'ä', 'z']) put(`n-${name}`, `sorted/${name}`);
    expect((await list('sorted')).folders.map(({ name }) => name)).to.deep.equal(['9', '10', 'ä', 'z']);
  });

  it('filter a list of photos, with or without subfolders', async () => {
    expect(await uids('folder=2019')).to.deep.equal(['a', 'b', 'c', 'd']);
    expect(await uids('folder=2019&subfolders=false')).to.deep.equal(['d']);
    expect(await uids('folder=/')).to.deep.equal(['a', 'b', 'c', 'd', 'e', 'g']);
    expect(await uids('folder=/&subfolders=false')).to.deep.equal(['e']);
    expect(await uids('folder=2019/Lisbon&after=300')).to.deep.equal(['a', 'b']);
    for (const none of ['folder=Paris', 'folder=../2019', 'folder=%00'])
      expect(await uids(none), none).to.deep.equal([]);
    expect((await s.get('/api/photos?subfolders=false', s.writer)).statusCode).to.equal(400);
  });

  it('follow photos that move or are hidden, and count archived photos', async () => {
    const id = put('moving', 'from', { takenAt: 600 });
    expect((await list('from')).photo_count).to.equal(1);
    folders.put(id, 'to');
    expect([await uids('folder=from'), await uids('folder=to')]).to.deep.equal([[], ['moving']]);
    s.db.prepare('INSERT INTO photo_flags (photo_id, archived) VALUES (?, 1)').run(id);
    expect([(await list('to')).photo_count, await uids('folder=to')]).to.deep.equal([1, ['moving']]);
    s.db.prepare('UPDATE photo_flags SET hidden = 1 WHERE photo_id = ?').run(id);
    expect((await s.get('/api/folders?parent=to', s.writer)).statusCode).to.equal(404);
    expect((await list()).folders.map(({ path }) => path)).to.not.include('to');
  });

  it('have a cover that everyone may see', async () => {
    hide(put('secret', '2019', { takenAt: 900 }));
    expect((await list()).folders[0]?.cover_url).to.match(/^\/api\/photos\/a\/thumb/);
  });

  describe('for readers', () => {
    const closed = ['/api/folders', '/api/photos?folder=2019', '/api/photos/anchors?folder=2019'];

    it('are shown only while an admin allows it', async () => {
      for (const url of [...closed, '/api/photos/aspects?folder=2019']) {
        const { statusCode, headers } = await s.get(url);
        expect([statusCode, headers['x-error-kind']], url).to.deep.equal([403, 'role_too_low']);
      }
      const download = await s.send('POST', '/api/download', { filter: { folder: '2019' } }, s.reader);
      expect(download.statusCode).to.equal(403);
      expect(await s.json<Photo>('/api/photos/a')).to.not.have.property('folder');
      expect(await s.json('/api/folders/seen')).to.deep.equal({ seen: false });
      expect(JSON.stringify(await s.json<PhotoMeta>('/api/photos/a/meta'))).to.not.include('Lisbon');

      expect(await s.json<FolderSettings>('/api/admin/folders', s.admin)).to.deep.equal({ readers: false });
      expect((await s.send('PUT', '/api/admin/folders', { readers: true }, s.writer)).statusCode).to.equal(403);
      expect((await s.send('PUT', '/api/admin/folders', { readers: true }, s.admin)).statusCode).to.equal(200);
      for (const url of closed) expect((await s.get(url)).statusCode, url).to.equal(200);
      expect(await s.json('/api/folders/seen')).to.deep.equal({ seen: true });
      expect(await s.json<Photo>('/api/photos/a')).to.include({ folder: '2019/Lisbon' });

      await s.send('PUT', '/api/admin/folders', { readers: false }, s.admin);
      for (const url of closed) expect((await s.get(url)).statusCode, url).to.equal(403);
    });

    it('reveal nothing about hidden photos', async () => {
      await s.send('PUT', '/api/admin/folders', { readers: true }, s.admin);
      hide(put('secret', 'secret'));
      expect((await s.get('/api/folders?parent=secret')).statusCode).to.equal(404);
      expect((await s.json<Folders>('/api/folders')).photo_count).to.equal(6);
    });
  });

  it('are returned with photos and duplicates for users who may see folders', async () => {
    expect((await s.json<Photo>('/api/photos/e', s.writer)).folder).to.equal('');
    expect(await s.json<Photo>('/api/photos/f', s.writer)).to.not.have.property('folder');
    const sha1 = 'ab'.repeat(20);
    put('copy1', '2019', { sha1, size: 5 });
    put('copy2', 'Backup/2019', { sha1, size: 5 });
    const folderOf = async (headers: Record<string, string>): Promise<unknown[]> => {
      const { groups } = await s.json<DuplicateGroups>('/api/duplicates', headers);
      return groups.flatMap(({ photos }) => photos.map(({ uid, folder }) => [uid, folder]));
    };
    expect(await folderOf(s.writer)).to.have.deep.members([
      ['copy1', '2019'],
      ['copy2', 'Backup/2019'],
    ]);
    expect(await folderOf(s.reader)).to.have.deep.members([
      ['copy1', undefined],
      ['copy2', undefined],
    ]);
  });
});
