import { request } from 'node:http';
import { expect } from 'chai';
import type { AuditEntries, Photo, PhotoItem, PhotoList, SomePhotos, UndonePhotos } from '../../core/http/wire.ts';
import type { LibraryServer } from '../support/library-server.ts';
import { until } from '../support/until.ts';
import { berlin, EditedPhotos, lisbon, noon } from '../support/edited-photos.ts';

describe('edits of many photos in one change', () => {
  const rig = EditedPhotos.inSuite();
  const { photo, patch } = rig;
  let s: LibraryServer;

  before(() => {
    ({ s } = rig);
  });

  const change = async (body: object): Promise<PhotoItem[]> => {
    const answer = await s.send('PATCH', '/api/photos', body);
    expect(answer.statusCode, answer.payload).to.equal(200);
    return (JSON.parse(answer.payload) as SomePhotos).photos;
  };
  const undo = async (name: string, as = s.writer): Promise<number> =>
    (JSON.parse((await s.send('POST', '/api/photos/undo', { change: name }, as)).payload) as UndonePhotos).photos;

  it('are made in several requests and undone in one', async () => {
    const uids = Array.from({ length: 450 }, (_, i) => `p${i}`);
    for (const [i, uid] of uids.entries()) s.rows.add({ uid, takenAt: noon - 1000 - i });
    await patch({ caption: 'Mine' }, 'p7');
    const before = await s.json<PhotoList>('/api/photos?limit=1000', s.writer);
    for (let at = 0; at < uids.length; at += 200) {
      const part = { uids: uids.slice(at, at + 200), change: 'one-change' };
      await change({ ...part, shift_by: 3600, caption: 'Ours', rotate_by: 90 });
    }
    expect(await photo('p7')).to.include({ caption: 'Ours', taken_at: noon - 1007 + 3600, rotation: 90 });
    expect(await undo('one-change', s.admin)).to.equal(0);
    expect(await undo('one-change')).to.equal(450);
    expect(await undo('one-change')).to.equal(0);
    expect(await photo('p7')).to.deep.include({ caption: 'Mine', edited: ['caption'] });
    const after = await s.json<PhotoList>('/api/photos?limit=1000', s.writer);
    const facts = ({ photos }: PhotoList): unknown => photos.map((item) => ({ ...item, thumb_url: null }));
    expect(facts(after)).to.deep.equal(facts(before));
  });

  it('are not undone for photos that were edited again since', async () => {
    s.rows.add({ uid: 'b', takenAt: noon });
    await change({ uids: ['a', 'b'], caption: 'Both', change: 'both-changed' });
    await patch({ caption: 'Mine alone' });
    expect(await undo('both-changed')).to.equal(1);
    expect((await photo('a')).caption).to.equal('Mine alone');
    expect((await photo('b')).caption).to.equal(null);
  });

  it('are recorded with the number of photos that were undone before the client disconnected', async () => {
    const uids = Array.from({ length: 1200 }, (_, i) => `cut${i}`);
    for (const uid of uids) s.rows.add({ uid, takenAt: noon });
    for (let at = 0; at < uids.length; at += 200) {
      await change({ uids: uids.slice(at, at + 200), caption: 'Ours', change: 'cut-change' });
    }
    await s.server.start();
    const { port } = s.server.info;
    const headers = { ...s.writer, 'content-type': 'application/json' };
    const asked = request({ port, method: 'POST', path: '/api/photos/undo', headers });
    asked.on('error', () => undefined);
    s.db.function('went_away', () => {
      asked.destroy();
      return null;
    });
    s.db.exec('CREATE TEMP TRIGGER goes_away AFTER DELETE ON photo_edit_changes BEGIN SELECT went_away(); END');
    asked.end(JSON.stringify({ change: 'cut-change' }));
    const latest = async () => (await s.json<AuditEntries>('/api/admin/audit?limit=1', s.admin)).entries[0];
    await until(async () => (await latest())?.action === 'photos.edits_undone');
    s.db.exec('DROP TRIGGER goes_away');
    const left = s.db.prepare<[], number>("SELECT count(*) FROM photo_edit_changes WHERE change LIKE '% cut-change'");
    const undone = uids.length - left.pluck().get()!;
    expect(undone).to.be.within(1, uids.length - 1);
    expect((await latest())?.detail).to.equal(`${undone} photos`);
  });

  it('can be undone later for a photo that was edited again, once that edit is undone', async () => {
    s.rows.add({ uid: 'c', takenAt: noon });
    await change({ uids: ['a', 'c'], caption: 'First', change: 'first-change' });
    await change({ uids: ['a'], caption: 'Second', change: 'second-change' });
    const undone = [await undo('first-change'), await undo('second-change')];
    expect(undone).to.deep.equal([1, 1]);
    expect((await photo('a')).caption).to.equal('First');
    expect(await undo('first-change')).to.equal(1);
    expect((await photo('a')).caption).to.equal('By the camera');
    expect(await undo('first-change')).to.equal(0);
  });

  it('are undone only if the place was not edited again since', async () => {
    const steps = [lisbon, { lat: null, lng: null }, { no_place: true }, berlin];
    for (const [at, step] of steps.entries()) await patch({ ...step, change: `place-step-${at}` });
    for (const [at, undone] of [0, 0, 0, 1].entries()) expect(await undo(`place-step-${at}`)).to.equal(undone);
    expect(await photo()).to.deep.include({ lat: null, edited: ['place'] });
  });

  it('are neither undone nor counted for photos that are kept from the user by then', async () => {
    const uids = Array.from({ length: 90 }, (_, i) => `kept${i}`);
    const kept = uids.filter((_, i) => i % 2 === 0);
    const rows = new Map(uids.map((uid, i) => [uid, s.rows.add({ uid, takenAt: noon - i })]));
    s.rows.album(
      'surprise',
      'Surprise',
      kept.map((uid) => rows.get(uid) ?? 0),
    );
    const keep = (users: number[]) =>
      s.send('PUT', '/api/albums/surprise/audience', { kept_from: users }, s.admin).then(({ statusCode }) => {
        expect(statusCode).to.equal(200);
      });
    const captions = async (): Promise<(string | null)[]> => {
      const photos = await Promise.all(kept.map((uid) => s.json<Photo>(`/api/photos/${uid}`, s.admin)));
      return [...new Set(photos.map(({ caption }) => caption))];
    };
    await change({ uids, caption: 'Ours', change: 'kept-since' });
    const { id } = await s.json<{ id: number }>('/api/auth/me', s.writer);
    await keep([id]);
    expect(await undo('kept-since')).to.equal(45);
    expect(await undo('kept-since')).to.equal(0);
    expect(await captions()).to.deep.equal(['Ours']);
    // Within a day, they can be undone like the others once they are visible again.
    await keep([]);
    expect(await undo('kept-since')).to.equal(45);
    expect(await captions()).to.deep.equal([null]);
  });

  it('are made for all photos of a request or for none', async () => {
    s.rows.add({ uid: 'old', takenAt: -4_500_000_000, takenAtLocal: '1827-05-26T16:00:00' });
    const answer = await s.send('PATCH', '/api/photos', { uids: ['a', 'old'], shift_by: -2 * 366 * 86_400 });
    expect(answer.statusCode).to.equal(400);
    expect((await photo('a')).original).to.equal(null);
  });
});
