import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type {
  Album,
  AlbumPhotos,
  Albums,
  Anchors,
  Aspects,
  AuditEntries,
  ChangedAlbum,
  ErrorBody,
  Photo,
  PhotoList,
  SearchResults,
} from '../../core/http/wire.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

describe('albums made by users', () => {
  let s: LibraryServer;

  beforeEach(async () => {
    s = await libraryServer();
    for (const [index, uid] of ['a', 'b', 'c', 'd', 'e'].entries()) s.rows.add({ uid, takenAt: 1000 - index });
  });
  afterEach(() => s.stop());

  const make = async (body: object, headers = s.writer): Promise<Album> => {
    const answer = await s.send('POST', '/api/albums', body, headers);
    expect(answer.statusCode, answer.payload).to.equal(201);
    return JSON.parse(answer.payload) as Album;
  };
  const change = async ({ uid }: Pick<Album, 'uid'>, body: object): Promise<Album> => {
    const answer = await s.send('PATCH', `/api/albums/${uid}`, body);
    expect(answer.statusCode, answer.payload).to.equal(200);
    return JSON.parse(answer.payload) as Album;
  };
  const put = async ({ uid }: Pick<Album, 'uid'>, body: object): Promise<ChangedAlbum> => {
    const answer = await s.send('PUT', `/api/albums/${uid}/photos`, body);
    expect(answer.statusCode, answer.payload).to.equal(200);
    return JSON.parse(answer.payload) as ChangedAlbum;
  };
  const inside = async ({ uid }: Pick<Album, 'uid'>, headers = s.reader): Promise<string> =>
    (await s.json<AlbumPhotos>(`/api/albums/${uid}/photos`, headers)).photos.map((photo) => photo.uid).join('');
  const listed = async (headers = s.reader): Promise<Album[]> => (await s.json<Albums>('/api/albums', headers)).albums;
  const timeline = async (query = ''): Promise<string> =>
    (await s.json<PhotoList>(`/api/photos?${query}`)).photos.map(({ uid }) => uid).join('');
  const refused = async (
    method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    body: object,
  ): Promise<[number, string | undefined, string]> => {
    const { statusCode, headers, payload } = await s.send(method, url, body);
    return [statusCode, headers['x-error-kind'] as string | undefined, (JSON.parse(payload) as ErrorBody).detail];
  };
  const hide = (uid: string): Promise<unknown> => s.send('PATCH', `/api/photos/${uid}`, { hidden: true });

  it('are not created at all if their photos cannot be stored', async () => {
    s.db.exec(
      "CREATE TRIGGER no_room BEFORE INSERT ON own_album_photos BEGIN SELECT raise(ABORT, 'disk is full'); END",
    );
    const { statusCode } = await s.send('POST', '/api/albums', { name: 'Best of', photos: ['a'] });
    expect([statusCode, await listed()]).to.deep.equal([500, []]);
  });

  it('are returned without photos to makers who have hidden all of their photos for themselves', async () => {
    await s.send('PUT', '/api/photos/a/tags', { tags: ['sea'] });
    expect((await s.send('PATCH', '/api/photos/a', { hidden_by_me: true })).statusCode).to.equal(200);
    const album = await make({ name: 'Sea', rule: { tag: 'sea' } });
    expect(album.photo_count).to.equal(0);
    expect((await listed()).map(({ name, photo_count: count }) => [name, count])).to.deep.equal([['Sea', 1]]);
    const other = await make({ name: 'All', rule: { kind: 'image' } });
    expect((await change(other, { rule: { tag: 'sea' } })).photo_count).to.equal(0);
  });

  it('accept as many photos in a request as allowed, however long the uids are', async () => {
    const uids = Array.from({ length: 5000 }, (_, at) => `${at}`.padEnd(256, 'x'));
    const album = await make({ name: 'Long', photos: ['a', ...uids.slice(1)] });
    expect((await put(album, { add: ['b', ...uids.slice(1)], remove: uids })).passed_over).to.equal(9999);
  });

  it('are listed correctly after one was deleted while they were counted', async () => {
    const made: Album[] = [];
    for (let at = 0; at < 60; at += 1) made.push(await make({ name: `Album ${at}`, photos: ['a'] }));
    await listed();
    for (let turns = 0; turns < 4; turns += 1) {
      const [first, second] = made.splice(0, 2) as [Album, Album];
      await s.send('DELETE', `/api/albums/${first.uid}`, {});
      const asking = listed();
      for (let turn = 0; turn < turns; turn += 1) await setImmediate();
      await s.send('DELETE', `/api/albums/${second.uid}`, {});
      await asking;
      expect(
        (await listed()).map(({ uid }) => uid),
        `after ${turns} turns`,
      ).to.have.members(made.map(({ uid }) => uid));
    }
  });

  it('are listed even while they change constantly', async () => {
    for (let at = 0; at < 60; at += 1) await make({ name: `Album ${at}`, photos: ['a'] });
    const answered = new AbortController();
    const asking = listed().finally(() => {
      answered.abort();
    });
    while (!answered.signal.aborted) {
      s.db.exec("UPDATE facet_versions SET version = version + 1 WHERE facet = 'albums'");
      await setImmediate();
    }
    expect(await asking).to.have.length(60);
  });

  it('stay unchanged if one change of a request fails', async () => {
    const made = await make({ name: 'Best of', photos: ['a', 'b'] });
    await change(made, { cover: 'a' });
    const url = `/api/albums/${made.uid}/photos`;
    const changes = { remove: ['a'], add: ['c', 'd'], order: ['d', 'c'] };
    expect((await refused('PUT', url, { ...changes, before: 'e' }))[0]).to.equal(404);
    s.db.exec(
      "CREATE TRIGGER no_room BEFORE UPDATE OF position ON own_album_photos BEGIN SELECT raise(ABORT, 'disk is full'); END",
    );
    expect((await s.send('PUT', url, changes)).statusCode).to.equal(500);
    s.db.exec('DROP TRIGGER no_room');
    expect(await inside(made)).to.equal('ab');
    expect((await listed())[0]?.cover_url).to.contain('/a/');
    await put(made, changes);
    expect(await inside(made)).to.equal('dcb');
  });

  it('are listed beside albums of the photo store, with the photos that they were made with', async () => {
    s.rows.album('trip', 'Trip', [1]);
    const made = await make({ name: '  Best of  ', photos: ['c', 'gone', 'a', 'c'] });
    expect(made).to.deep.include({
      ...{ name: 'Best of', source: 'own', notes: '', smart: false, rule: null, order: 'date', off_timeline: false },
      ...{ photo_count: 2, start_ts: 998, end_ts: 1000 },
    });
    expect(made.uid).to.match(/^own-/);
    expect((await listed()).map(({ name, source }) => [name, source])).to.deep.equal([
      ['Best of', 'own'],
      ['Trip', 'store'],
    ]);
    expect(await inside(made)).to.equal('ac');
    expect(await timeline(`album=${made.uid}`)).to.equal('ac');
  });

  it('are listed in their photos, which are found by the current name of the album', async () => {
    const made = await make({ name: 'Grandmother’s garden', photos: ['b'] });
    const albums = async (): Promise<unknown> => (await s.json<Photo>('/api/photos/b')).albums;
    const found = async (q: string): Promise<string[]> =>
      (await s.json<SearchResults>(`/api/search?q=${q}`)).results.map(({ uid }) => uid);
    expect(await albums()).to.deep.equal([{ uid: made.uid, name: 'Grandmother’s garden' }]);
    expect(await found('garden')).to.deep.equal(['b']);
    await change(made, { name: 'Orchard' });
    expect([await found('garden'), await found('orchard')]).to.deep.equal([[], ['b']]);
    expect((await s.send('DELETE', `/api/albums/${made.uid}`, {})).statusCode).to.equal(200);
    expect([await found('orchard'), await albums()]).to.deep.equal([[], []]);
    expect(await timeline()).to.equal('abcde');
  });

  it('add and remove photos idempotently, and count photos that do not exist', async () => {
    const made = await make({ name: 'Best of' });
    expect(await put(made, { add: ['a', 'b', 'nothing'] })).to.include({ added: 2, removed: 0, passed_over: 1 });
    expect(await put(made, { add: ['a', 'b', 'c'], remove: ['b', 'd'] })).to.include({
      added: 2,
      removed: 1,
      passed_over: 0,
    });
    expect(await put(made, { add: ['a'], remove: ['d'] })).to.deep.include({ added: 0, removed: 0, passed_over: 0 });
    expect(await inside(made)).to.equal('abc');
    const { album } = await put(made, { add_filter: { from: '1970-01-01' }, remove: ['a'] });
    expect(album.photo_count).to.equal(5);
  });

  it('keep the order that users give them, also in pages of the list', async () => {
    const made = await make({ name: 'Best of', photos: ['a', 'b', 'c', 'd'] });
    await put(made, { order: ['d', 'b'] });
    expect(await inside(made)).to.equal('dbac');
    await put(made, { order: ['d'], before: 'c' });
    expect(await inside(made)).to.equal('badc');
    await put(made, { order: ['b'], before: null });
    expect(await inside(made)).to.equal('adcb');
    await put(made, { add: ['e'] });
    expect(await inside(made)).to.equal('adcbe');
    expect(await timeline(`album=${made.uid}&limit=2&offset=1`)).to.equal('dc');
    expect(await timeline(`album=${made.uid}&before=999`)).to.equal('dce');
    expect(await s.json<Anchors>(`/api/photos/anchors?album=${made.uid}`)).to.deep.equal({ anchors: [] });
    expect((await s.json<Aspects>(`/api/photos/aspects?album=${made.uid}`)).total).to.equal(5);
    expect((await change(made, { order: 'date' })).order).to.equal('date');
    expect(await inside(made)).to.equal('abcde');
    await change(made, { order: 'hand' });
    expect(await inside(made)).to.equal('adcbe');
  });

  it('start a manual order with the current order of their photos', async () => {
    const made = await make({ name: 'Best of', photos: ['c', 'a', 'b'] });
    await change(made, { order: 'hand' });
    expect(await inside(made)).to.equal('abc');
    await put(made, { add: ['d'], remove: ['a'] });
    expect(await inside(made)).to.equal('bcd');
  });

  it('use the chosen cover while it is in the album and visible, else the newest photo', async () => {
    const made = await make({ name: 'Best of', photos: ['a', 'b', 'c'] });
    const cover = async (): Promise<string | undefined> =>
      /photos\/(\w+)\//.exec((await listed())[0]?.cover_url ?? '')?.[1];
    expect(await cover()).to.equal('a');
    await change(made, { cover: 'c', notes: 'By the sea' });
    expect([await cover(), (await listed())[0]?.notes]).to.deep.equal(['c', 'By the sea']);
    await hide('c');
    expect(await cover()).to.equal('a');
    await s.send('PATCH', '/api/photos/c', { hidden: false });
    await put(made, { remove: ['c'] });
    expect(await cover()).to.equal('a');
    await change(made, { cover: 'b' });
    expect(await cover()).to.equal('b');
    await change(made, { cover: null });
    expect(await cover()).to.equal('a');
    expect(await refused('PATCH', `/api/albums/${made.uid}`, { cover: 'c' })).to.deep.equal([
      ...[404, 'no_such_photo', 'There is no such photo.'],
    ]);
  });

  it('say whether their cover was chosen, even if it is the newest photo', async () => {
    const made = await make({ name: 'Best of', photos: ['a', 'b'] });
    const isChosen = async (): Promise<boolean | undefined> => (await listed())[0]?.cover_chosen;
    expect([made.cover_chosen, await isChosen()]).to.deep.equal([false, false]);
    await change(made, { cover: 'a' });
    expect(await isChosen()).to.equal(true);
    await hide('a');
    expect(await isChosen(), 'the chosen one is hidden').to.equal(false);
    await s.send('PATCH', '/api/photos/a', { hidden: false });
    await change(made, { cover: null });
    expect(await isChosen()).to.equal(false);
  });

  it('do not count hidden photos for readers, who do not see albums with only hidden photos', async () => {
    const some = await make({ name: 'Some', photos: ['a', 'b'] });
    const smart = await make({ name: 'Smart', rule: { from: '1970-01-01', tags: ['secret'] } });
    for (const uid of ['b', 'c']) await s.send('PUT', `/api/photos/${uid}/tags`, { tags: ['secret'] });
    await hide('b');
    const counts = async (headers?: typeof s.reader): Promise<Record<string, number>> =>
      Object.fromEntries((await listed(headers)).map(({ name, photo_count }) => [name, photo_count]));
    expect(await counts()).to.deep.equal({ Some: 1, Smart: 1 });
    expect([await inside(some), await inside(smart)]).to.deep.equal(['a', 'c']);
    await hide('a');
    await hide('c');
    expect(await counts()).to.deep.equal({});
    expect(await counts(s.writer)).to.deep.equal({ Some: 0, Smart: 0 });
    for (const { uid } of [some, smart]) expect((await s.get(`/api/albums/${uid}/photos`)).statusCode).to.equal(404);
  });

  it('can be left out of the timeline, as can albums of the store, while their photos are still found', async () => {
    s.rows.album('scans', 'Scans', [4]);
    const made = await make({ name: 'Receipts', photos: ['a'] });
    const smart = await make({ name: 'Tagged', rule: { tags: ['work'] } });
    await s.send('PUT', '/api/photos/b/tags', { tags: ['work'] });
    for (const one of [made, smart, { uid: 'scans' }]) {
      expect((await change(one, { off_timeline: true })).off_timeline).to.equal(true);
    }
    expect(await timeline()).to.equal('ce');
    expect(await timeline('kind=image')).to.equal('ce');
    expect(await timeline('include_off_timeline=true')).to.equal('abcde');
    expect(await timeline('tag=work')).to.equal('b');
    expect(await timeline(`album=${made.uid}`)).to.equal('a');
    await s.send('PATCH', '/api/photos/a', { favorited: true }, s.writer);
    const favorites = await s.json<PhotoList>('/api/photos?only_favorites=true', s.writer);
    expect(favorites.photos.map(({ uid }) => uid)).to.deep.equal(['a']);
    expect((await s.json<PhotoList>('/api/photos/recent')).photos.map(({ uid }) => uid)).to.deep.equal(['e', 'c']);
    expect((await s.json<PhotoList>('/api/memories?month=1&day=1')).photos).to.have.length(2);
    await put(made, { remove: ['a'], add: ['e'] });
    expect(await timeline()).to.equal('ac');
    await change({ uid: 'scans' }, { off_timeline: false });
    expect(await timeline()).to.equal('acd');
    await s.send('DELETE', `/api/albums/${made.uid}`, {});
    expect(await timeline()).to.equal('acde');
  });

  it('can be changed, and their rules read, only by editors and admins', async () => {
    const smart = await make({ name: 'Smart', rule: { kinds: ['image'] } });
    expect((await s.send('POST', '/api/albums', { name: 'x' }, s.reader)).statusCode).to.equal(403);
    expect((await s.send('PATCH', `/api/albums/${smart.uid}`, { name: 'x' }, s.reader)).statusCode).to.equal(403);
    expect((await listed(s.reader))[0]).to.include({ smart: true, rule: null });
    expect((await listed(s.admin))[0]?.rule).to.deep.equal({ kinds: ['image'] });
  });

  it('cannot be edited or deleted if they are the photo store’s', async () => {
    s.rows.album('trip', 'Trip', [1]);
    for (const body of [{ name: 'Mine' }, { notes: 'x' }, { order: 'hand' }, { off_timeline: true, cover: 'a' }]) {
      expect((await refused('PATCH', '/api/albums/trip', body)).slice(0, 2)).to.deep.equal([409, 'store_album']);
    }
    expect((await refused('PUT', '/api/albums/trip/photos', { add: ['b'] }))[1]).to.equal('store_album');
    expect((await refused('DELETE', '/api/albums/trip', {}))[1]).to.equal('store_album');
    expect((await listed())[0]).to.include({ name: 'Trip', photo_count: 1, off_timeline: false });
  });

  it('reject invalid changes with a message that says what is wrong', async () => {
    const made = await make({ name: 'Chosen' });
    const smart = await make({ name: 'Smart', rule: { kinds: ['image'] } });
    const bad = async (body: object): Promise<string> => (await refused('POST', '/api/albums', body))[2];
    expect(await bad({ name: ' ' })).to.equal('name: the name of an album must have at least one character.');
    expect(await bad({ name: 'x'.repeat(201) })).to.contain('has at most 200 characters, and this one has 201.');
    expect(await bad({ name: 'x', rule: {} })).to.equal('rule: say at least one thing that its photos have in common.');
    expect(await bad({ name: 'x', rule: { people: [], any_person: true } })).to.contain('say at least one thing');
    expect(await bad({ name: 'x', rule: { from: '2024-02-30' } })).to.equal('rule.from must be a day: 2024-05-31.');
    expect(await bad({ name: 'x', rule: { from: '2024-02-02', to: '2024-02-01' } })).to.contain(
      'the last day comes before',
    );
    expect(await bad({ name: 'x', rule: { album: smart.uid } })).to.contain('or it has a rule itself');
    expect(await bad({ name: 'x', rule: { tag: 'a' }, photos: [] })).to.contain('send one of the two');
    expect((await refused('PUT', `/api/albums/${smart.uid}/photos`, { add: ['a'] }))[1]).to.equal('smart_album');
    expect((await refused('PATCH', `/api/albums/${smart.uid}`, { order: 'hand' }))[1]).to.equal('smart_album');
    expect((await refused('PATCH', `/api/albums/${made.uid}`, { rule: { tag: 'a' } }))[1]).to.equal('chosen_album');
    expect((await refused('PATCH', '/api/albums/own-none', { name: 'x' }))[1]).to.equal('no_such_album');
    expect(await refused('PUT', `/api/albums/${made.uid}/photos`, { order: ['a'], before: 'b' })).to.include(
      'no_such_photo',
    );
    expect((await refused('PUT', `/api/albums/${made.uid}/photos`, { before: 'b' }))[0]).to.equal(400);
  });

  it('are recorded in the audit log when they are deleted', async () => {
    const made = await make({ name: 'Short-lived' });
    await s.send('DELETE', `/api/albums/${made.uid}`, {});
    const { entries } = await s.json<AuditEntries>('/api/admin/audit', s.admin);
    expect(entries[0]).to.deep.include({ action: 'album.deleted', subject: 'Short-lived', actor: 'write' });
  });
});
