import { expect } from 'chai';
import type { Anchors, Aspects, Photo, PhotoList, SomePhotos, Stack, StackStep } from '../../core/http/wire.ts';
import { inject } from '../../core/compose/inject.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

describe('stacks', () => {
  let s: LibraryServer;
  /** The ids of photos by their uid. */
  let ids: Map<string, number>;

  beforeEach(async () => {
    s = await libraryServer();
    ids = new Map();
    add('before', { takenAt: 1000 });
    for (const [at, uid] of ['a', 'b', 'c'].entries()) add(uid, { takenAt: 2000 + at, name: `x_burst0${at}.jpg` });
    add('jpeg', { takenAt: 3000, name: 'IMG_1.jpg' });
    add('raw', { takenAt: 3000, name: 'IMG_1.dng', kind: 'raw' });
    add('after', { takenAt: 4000 });
    await settle();
  });
  afterEach(() => s.stop());

  const add = (uid: string, facts: object): void => {
    ids.set(uid, s.rows.add({ uid, camera: 'Pixel', ...facts }));
  };
  const settle = async (): Promise<void> => {
    const task = s.container.resolve(inject.tasks).find(({ name }) => name === 'stacks');
    await task?.run(new AbortController().signal, () => false);
  };
  const list = async (query = '?stacked=true', headers = s.reader): Promise<string[]> =>
    (await s.json<PhotoList>(`/api/photos${query}`, headers)).photos.map(({ uid }) => uid);
  const stackOf = async (uid: string, headers = s.reader): Promise<Photo['stack']> =>
    (await s.json<Photo>(`/api/photos/${uid}`, headers)).stack;
  const idOf = async (uid: string): Promise<number> => (await stackOf(uid, s.writer))?.id ?? 0;
  const photosOf = async (id: number, headers = s.reader): Promise<string[]> =>
    (await s.json<Stack>(`/api/stacks/${id}`, headers)).photos.map(({ uid }) => uid);
  const edit = async (method: 'DELETE' | 'PATCH' | 'POST', path: string, body: object = {}): Promise<StackStep> => {
    const { statusCode, payload } = await s.send(method, path, body, s.writer);
    expect(statusCode, payload).to.equal(200);
    return JSON.parse(payload) as StackStep;
  };
  const undo = async (step: number): Promise<number> =>
    (await s.send('POST', `/api/stacks/steps/${step}/undo`, {}, s.writer)).statusCode;
  const flag = async (uid: string, flags: object): Promise<void> => {
    expect((await s.send('PATCH', `/api/photos/${uid}`, flags, s.writer)).statusCode).to.equal(200);
  };
  const all = ['after', 'jpeg', 'raw', 'c', 'b', 'a', 'before'];

  it('are listed as all of their photos, or on request as one photo each', async () => {
    expect(await list('')).to.deep.equal(all);
    expect(await list()).to.deep.equal(['after', 'jpeg', 'a', 'before']);
  });

  it('count as one photo in the totals, months and aspect ratios of such lists', async () => {
    const { photos, total } = await s.json<PhotoList>('/api/photos?stacked=true&limit=2&offset=1');
    expect([photos.map(({ uid }) => uid), total]).to.deep.equal([['jpeg', 'a'], 4]);
    const { anchors } = await s.json<Anchors>('/api/photos/anchors?stacked=true');
    expect(anchors.map(({ count }) => count)).to.deep.equal([4]);
    expect((await s.json<Aspects>('/api/photos/aspects?stacked=true')).total).to.equal(4);
  });

  it('report in each photo how many there are, and list their photos oldest first', async () => {
    const id = await idOf('b');
    const { photos } = await s.json<PhotoList>('/api/photos');
    expect(photos.map(({ uid, stack }) => [uid, stack?.count ?? null])).to.deep.equal([
      ['after', null],
      ['jpeg', 2],
      ['raw', 2],
      ['c', 3],
      ['b', 3],
      ['a', 3],
      ['before', null],
    ]);
    const stack = await s.json<Stack>(`/api/stacks/${id}`);
    expect([stack.cover, stack.chosen, stack.photos.map(({ uid }) => uid)]).to.deep.equal([
      'a',
      false,
      ['a', 'b', 'c'],
    ]);
    const asked = await s.send('POST', '/api/stacks/photos', { stacks: [id, await idOf('raw'), 999] }, s.reader);
    const several = JSON.parse(asked.payload) as SomePhotos;
    expect(several.photos.map(({ uid }) => uid)).to.deep.equal(['a', 'b', 'c', 'jpeg', 'raw']);
  });

  it('show a favourite of the current user, but rather a photo that users chose', async () => {
    await flag('b', { favorited: true });
    expect([await list('?stacked=true', s.writer), await list()]).to.deep.equal([
      ['after', 'jpeg', 'b', 'before'],
      ['after', 'jpeg', 'a', 'before'],
    ]);
    const { stack, step } = await edit('PATCH', `/api/stacks/${await idOf('a')}`, { cover: 'c' });
    expect([stack?.cover, stack?.chosen]).to.deep.equal(['c', true]);
    for (const headers of [s.reader, s.writer]) {
      expect(await list('?stacked=true', headers)).to.deep.equal(['after', 'jpeg', 'c', 'before']);
    }
    expect(await undo(step)).to.equal(200);
    expect(await list()).to.deep.equal(['after', 'jpeg', 'a', 'before']);
    expect(await undo(step)).to.equal(404);
  });

  it('show in a list the best of their photos that are in it', async () => {
    s.rows.album('some', 'Some', [ids.get('b')!, ids.get('c')!, ids.get('raw')!]);
    expect(await list('?album=some&stacked=true')).to.deep.equal(['raw', 'b']);
  });

  it('exclude archived and hidden photos, and do not exist with a single photo', async () => {
    await flag('a', { archived: true });
    expect([await list(), (await stackOf('b'))?.count, await stackOf('a')]).to.deep.equal([
      ['after', 'jpeg', 'b', 'before'],
      2,
      null,
    ]);
    const id = await idOf('b');
    await flag('b', { hidden: true });
    expect([await list(), await stackOf('c'), await stackOf('b', s.writer)]).to.deep.equal([
      ['after', 'jpeg', 'c', 'before'],
      null,
      null,
    ]);
    for (const headers of [s.reader, s.writer, s.admin])
      expect((await s.get(`/api/stacks/${id}`, headers)).statusCode).to.equal(404);
    await flag('a', { archived: false });
    await flag('b', { hidden: false });
    expect(await photosOf(id)).to.deep.equal(['a', 'b', 'c']);
  });

  it('exclude photos that are kept from the current user', async () => {
    s.rows.album('surprise', 'Surprise', [ids.get('a')!, ids.get('jpeg')!]);
    const kept = await s.send('PUT', '/api/albums/surprise/audience', { kept_from_readers: true }, s.writer);
    expect(kept.statusCode, kept.payload).to.equal(200);
    const id = await idOf('b');
    expect([await list(), (await stackOf('b'))?.count, await stackOf('raw')]).to.deep.equal([
      ['after', 'raw', 'b', 'before'],
      2,
      null,
    ]);
    expect([await photosOf(id), await photosOf(id, s.writer)]).to.deep.equal([
      ['b', 'c'],
      ['a', 'b', 'c'],
    ]);
    await edit('PATCH', `/api/stacks/${id}`, { cover: 'a' });
    const { cover, chosen } = await s.json<Stack>(`/api/stacks/${id}`);
    expect([cover, chosen]).to.deep.equal(['b', false]);
  });

  it('have no undo for users from whom a photo is kept, unless they made the change and see another photo', async () => {
    const { step } = await edit('POST', '/api/stacks', { photos: ['before', 'after'] });
    const writer = s.db.prepare<[], number>("SELECT id FROM users WHERE role = 'write'").pluck().get();
    s.rows.album('surprise', 'Surprise', [ids.get('after')!]);
    const keepFrom = async (audience: object): Promise<void> => {
      expect((await s.send('PUT', '/api/albums/surprise/audience', audience, s.admin)).statusCode).to.equal(200);
    };
    const other = await s.send('POST', '/api/stacks', { photos: ['jpeg', 'after'] }, s.admin);
    const { step: ofAdmin } = JSON.parse(other.payload) as StackStep;
    await keepFrom({ kept_from: [writer] });
    expect(await undo(ofAdmin), 'of the admin').to.equal(404);
    expect((await s.send('POST', `/api/stacks/steps/${ofAdmin}/undo`, {}, s.admin)).statusCode).to.equal(200);
    expect(await undo(step), 'their own').to.equal(200);
    add('x', { takenAt: 5000 });
    add('y', { takenAt: 6000 });
    const again = await edit('POST', '/api/stacks', { photos: ['x', 'y'] });
    s.rows.album('other', 'Other', [ids.get('x')!, ids.get('y')!]);
    expect((await s.send('PUT', '/api/albums/other/audience', { kept_from: [writer] }, s.admin)).statusCode).to.equal(
      200,
    );
    expect(await undo(again.step), 'of which they see nothing any more').to.equal(404);
  });

  it('can be made manually, also of photos of other stacks, which keep the rest', async () => {
    const { stack, step } = await edit('POST', '/api/stacks', { photos: ['before', 'a', 'after'], cover: 'after' });
    expect([stack?.cover, stack?.photos.map(({ uid }) => uid)]).to.deep.equal(['after', ['before', 'a', 'after']]);
    expect(await list()).to.deep.equal(['after', 'jpeg', 'b']);
    s.db.exec(`DELETE FROM stack_photos;
      INSERT OR IGNORE INTO stack_times_due (taken_at) SELECT taken_at FROM photos`);
    await settle();
    expect(await list(), 'found anew').to.deep.equal(['after', 'jpeg', 'b']);
    expect(await undo(step)).to.equal(200);
    expect(await list()).to.deep.equal(['after', 'jpeg', 'a', 'before']);
  });

  it('lose a photo for good that is removed, and take in new ones', async () => {
    const id = await idOf('a');
    const { stack } = await edit('DELETE', `/api/stacks/${id}/photos/a`);
    expect(stack?.photos.map(({ uid }) => uid)).to.deep.equal(['b', 'c']);
    add('d', { takenAt: 2003, name: 'x_burst04.jpg' });
    await settle();
    expect([await photosOf(id), await stackOf('a')]).to.deep.equal([['b', 'c', 'd'], null]);
    const pair = await edit('DELETE', `/api/stacks/${await idOf('raw')}/photos/raw`);
    expect([pair.stack, await stackOf('jpeg')]).to.deep.equal([null, null]);
  });

  it('can be dissolved, which can be undone once, but not after another change', async () => {
    const id = await idOf('a');
    const { stack, step } = await edit('DELETE', `/api/stacks/${id}`);
    expect([stack, await list()]).to.deep.equal([null, ['after', 'jpeg', 'c', 'b', 'a', 'before']]);
    const later = await edit('POST', '/api/stacks', { photos: ['a', 'before'] });
    expect(await undo(step)).to.equal(409);
    expect([await undo(later.step), await undo(step), await undo(step)]).to.deep.equal([200, 200, 404]);
    expect(await list()).to.deep.equal(['after', 'jpeg', 'a', 'before']);
  });

  it('can be changed only by editors, and only with photos that exist', async () => {
    const id = await idOf('a');
    const status = async (...[method, path, body, headers]: Parameters<LibraryServer['send']>): Promise<number> =>
      (await s.send(method, path, body, headers)).statusCode;
    expect(await status('POST', '/api/stacks', { photos: ['a', 'before'] }, s.reader)).to.equal(403);
    expect(await status('DELETE', `/api/stacks/${id}`, {}, s.reader)).to.equal(403);
    expect(await status('POST', '/api/stacks', { photos: ['a', 'none'] }, s.writer)).to.equal(404);
    expect(await status('POST', '/api/stacks', { photos: ['a'] }, s.writer)).to.equal(400);
    expect(await status('POST', '/api/stacks', { photos: ['a', 'b'], cover: 'c' }, s.writer)).to.equal(400);
    expect(await status('PATCH', `/api/stacks/${id}`, { cover: 'raw' }, s.writer)).to.equal(404);
    expect(await status('PATCH', '/api/stacks/999', { cover: null }, s.writer)).to.equal(404);
    expect(await status('DELETE', `/api/stacks/${id}/photos/raw`, {}, s.writer)).to.equal(404);
    expect(await status('DELETE', '/api/stacks/999', {}, s.writer)).to.equal(404);
  });
});
