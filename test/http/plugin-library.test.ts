import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { inject } from '../../core/compose/inject.ts';
import type { Library, LibraryPhoto, PluginHost } from '../../core/plugin-api/index.ts';
import { Users } from '../../core/store/accounts/users.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PhotoRows } from '../support/photo-rows.ts';

describe('the library as a plugin reads it', () => {
  let app: TestApp;
  let host: PluginHost;
  let uids: string[];
  const signal = new AbortController().signal;

  before(async () => {
    const plugins = ['folder-source', 'listener'].map((name) => `test/fixtures/plugins/${name}`).join(',');
    app = await startTestApp({ photos: 4, environment: { PLUGINS: plugins } });
    await app.untilIndexed();
    host = (globalThis as unknown as { listening: PluginHost }).listening;
    uids = (await host.library.as('server').photos()).photos.map(({ uid }) => uid);
    await patch(0, { hidden: true });
    await patch(1, { archived: true });
    await patch(2, { favorited: true });
    const db = app.container.resolve(inject.db);
    const id = db.prepare<[string], number>('SELECT id FROM photos WHERE uid = ?').pluck().get(uids[3]!)!;
    new PhotoRows(db).person('Ann', [id]);
  });
  after(() => app.stop());

  async function patch(at: number, payload: object): Promise<void> {
    const answer = await app.call('PATCH', `/api/photos/${uids[at]}`, { as: 'write', payload });
    expect(answer.statusCode, answer.payload).to.equal(200);
  }
  const userId = (name: string): number => app.container.resolve(Users).byName(name)!.id;
  const as = (name: string): Library => host.library.as({ userId: userId(name) });
  const named = (photos: readonly LibraryPhoto[]): number[] => photos.map(({ uid }) => uids.indexOf(uid)).sort();
  const refusal = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'nothing was wrong',
      (error: unknown) => (error as { status: number }).status,
    );

  it('shows lists as the web UI does, with the rights of the user', async () => {
    expect(named((await as('read').photos()).photos)).to.deep.equal([2, 3]);
    expect(named((await as('write').photos({ hidden: 'with' })).photos)).to.deep.equal([0, 2, 3]);
    expect(named((await as('read').photos({ archived: 'only' })).photos)).to.deep.equal([1]);
    expect(named((await as('write').photos({ favorites: true })).photos)).to.deep.equal([2]);
    expect(named((await as('read').photos({ favorites: true })).photos)).to.deep.equal([]);
    const everything = await host.library.as('server').photos({ hidden: 'with', archived: 'with' });
    expect(named(everything.photos)).to.deep.equal([0, 1, 2, 3]);
  });

  it('finds photos by person, and refuses what does not exist or the user may not see', async () => {
    const { people, total } = await as('read').people();
    expect([people.length, total, people[0]?.name]).to.deep.equal([1, 1, 'Ann']);
    expect(named((await as('read').photos({ person: people[0]!.id })).photos)).to.deep.equal([3]);
    expect(await refusal(as('read').photos({ hidden: 'with' }))).to.equal(403);
    expect(await refusal(as('read').photo(uids[0]!))).to.equal(404);
    expect(await refusal(as('read').open(uids[0]!, { signal }))).to.equal(404);
    expect(await refusal(as('read').photos({}, { limit: 0 }))).to.equal(400);
    expect(await refusal(as('read').photos({}, { cursor: 'next, please' }))).to.equal(400);
  });

  it('rejects misspelt and invalid filters instead of showing photos without them', async () => {
    const library = host.library.as('server');
    const wrong = [
      ...[{ persn: 1 }, { person: '1' }, { person: null }, { album: '' }, { tag: 5 }, { place: '' }, { kind: 'x' }],
      ...[{ after: NaN }, { before: '2024' }, { favorites: false }, { archived: true }, { hidden: 'x' }],
    ];
    for (const filter of wrong)
      expect(await refusal(library.photos(filter as object)), JSON.stringify(filter)).to.equal(400);
    expect(named((await library.photos({ person: undefined, kind: 'image' } as object)).photos)).to.deep.equal([2, 3]);
  });

  it('shows a caller with a limited token only what the token may see', async () => {
    const { library } = host;
    const lesser = library.as({ userId: userId('write'), role: 'read' });
    expect(await refusal(lesser.photos({ hidden: 'with' }))).to.equal(403);
    expect(await refusal(lesser.photo(uids[0]!))).to.equal(404);
    const more = library.as({ userId: userId('read'), role: 'admin' });
    expect(await refusal(more.photo(uids[0]!)), 'a role that the account does not have').to.equal(404);
  });

  it('shows as “everybody” only what is neither hidden nor kept from anyone', async () => {
    const everybody = host.library.as('everybody');
    expect(named((await everybody.photos()).photos)).to.deep.equal([2, 3]);
    expect(await refusal(everybody.photo(uids[0]!)), 'a hidden photo').to.equal(404);
    expect(await refusal(everybody.signedUrl(uids[3]!, 'thumb'))).to.equal(403);
    const { people } = await everybody.people();
    const keep = (kept: boolean) =>
      app.call('PUT', `/api/people/${people[0]!.id}/audience`, { as: 'admin', payload: { kept_from_readers: kept } });
    expect((await keep(true)).statusCode).to.equal(200);
    expect(named((await everybody.photos()).photos)).to.deep.equal([2]);
    expect((await everybody.people()).people).to.deep.equal([]);
    expect(await refusal(everybody.photo(uids[3]!))).to.equal(404);
    expect(await refusal(everybody.open(uids[3]!, { signal }))).to.equal(404);
    expect(await refusal(as('read').photo(uids[3]!))).to.equal(404);
    expect((await as('write').photo(uids[3]!)).uid).to.equal(uids[3]);
    expect((await keep(false)).statusCode).to.equal(200);
  });

  it('shows as “everybody” nobody who is hidden, kept from anyone or only in hidden photos', async () => {
    const everybody = host.library.as('everybody');
    const [ann] = (await everybody.people()).people;
    const id = ann!.id;
    expect(await everybody.person(id)).to.deep.equal(ann);
    const write = (method: string, path: string, payload: object) => async () => {
      const answer = await app.call(method, path, { as: 'admin', payload });
      expect(answer.statusCode, answer.payload).to.equal(200);
    };
    const ways: [hide: () => Promise<unknown>, show: () => Promise<unknown>][] = [
      [
        write('PUT', `/api/people/${id}/audience`, { kept_from_readers: true }),
        write('PUT', `/api/people/${id}/audience`, { kept_from_readers: false }),
      ],
      [
        write('POST', `/api/people/${id}/hidden`, { hidden: true }),
        write('POST', `/api/people/${id}/hidden`, { hidden: false }),
      ],
      [() => patch(3, { hidden: true }), () => patch(3, { hidden: false })],
    ];
    for (const [hide, show] of ways) {
      await hide();
      expect(await refusal(everybody.person(id))).to.equal(404);
      expect((await host.library.as('server').person(id)).name).to.equal('Ann');
      const shown = await everybody.photo(uids[3]!).catch(() => null);
      expect(shown?.people ?? []).to.deep.equal([]);
      await show();
    }
    expect(await everybody.person(id)).to.deep.equal(ann);
    expect((await everybody.photo(uids[3]!)).people).to.deep.equal([{ id, name: 'Ann' }]);
    expect(await refusal(everybody.person(9999))).to.equal(404);
  });

  it('can be read page by page, without losing or repeating a photo', async () => {
    const library = as('write');
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { photos, next } = await library.photos({ hidden: 'with', archived: 'with' }, { limit: 3, cursor });
      seen.push(...photos.map(({ uid }) => uid));
      cursor = next;
    } while (cursor !== null);
    expect(seen.sort()).to.deep.equal([...uids].sort());
  });

  it('returns the details of one photo, and who is in it', async () => {
    const photo = await as('read').photo(uids[3]!);
    expect(photo).to.include({ uid: uids[3], kind: 'image', mediaType: 'image/jpeg', width: 320, height: 240 });
    expect(photo.people.map(({ name }) => name)).to.deep.equal(['Ann']);
    expect(photo.sha1).to.match(/^[0-9a-f]{40}$/);
  });

  it('opens originals, whole and in ranges, and thumbnails of a given size', async () => {
    const library = as('read');
    const whole = await library.open(uids[3]!, { signal });
    const bytes = await buffer(whole.body);
    expect(bytes).to.have.length(whole.length).and.to.have.length(whole.totalLength);
    const part = await library.open(uids[3]!, { range: { start: 2, end: 5 }, signal });
    expect(part.range).to.deep.equal({ start: 2, end: 5 });
    expect(await buffer(part.body)).to.deep.equal(bytes.subarray(2, 6));
    const tail = await library.open(uids[3]!, { range: { start: -4 }, signal });
    expect(await buffer(tail.body)).to.deep.equal(bytes.subarray(-4));
    expect(await refusal(library.open(uids[3]!, { range: { start: 10_000_000 }, signal }))).to.equal(400);
    expect(await library.thumbnail(uids[3]!, 512, { signal })).to.include({ mediaType: 'image/webp' });
    expect(await library.thumbnail(uids[3]!, 800, { signal })).to.include({ mediaType: 'image/jpeg' });
    expect(await refusal(library.thumbnail(uids[3]!, 100_000, { signal }))).to.equal(400);
  });

  it('signs URLs that work without a token, only for users', async () => {
    for (const what of ['thumb', 'original'] as const) {
      const url = await as('read').signedUrl(uids[3]!, what);
      expect((await app.call('GET', url)).statusCode, url).to.equal(200);
    }
    expect(await refusal(as('read').signedUrl(uids[0]!, 'original'))).to.equal(404);
    const lower = await host.library.as({ userId: userId('write'), role: 'read' }).signedUrl(uids[3]!, 'original');
    await patch(3, { hidden: true });
    expect((await app.server.inject(lower)).statusCode, 'with the lower role').to.equal(404);
    await patch(3, { hidden: false });
    expect(await refusal(host.library.as('server').signedUrl(uids[3]!, 'thumb'))).to.equal(403);
  });

  it('lists albums', async () => {
    await app.call('POST', '/api/albums', { as: 'write', payload: { name: 'Sea' } });
    expect((await as('read').albums()).map(({ name, photos, source }) => ({ name, photos, source }))).to.deep.equal([
      { name: 'Sea', photos: 0, source: 'own' },
    ]);
  });

  it('is closed to accounts that do not exist or were disabled since', async () => {
    const library = as('read');
    await app.call('PATCH', `/api/admin/users/${userId('read')}`, { as: 'admin', payload: { disabled: true } });
    expect(await refusal(library.photos())).to.equal(403);
    expect(await refusal(host.library.as({ userId: 9999 }).photos())).to.equal(403);
  });
});
