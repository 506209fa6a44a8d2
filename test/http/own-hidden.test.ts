import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { thumbPath } from '../../core/domain/thumb-path.ts';
import type {
  AllHiddenByMe,
  Albums,
  AuditEntries,
  MergedPerson,
  People,
  Photo,
  PhotoList,
  Shares,
  SomePhotos,
  Withholdings,
} from '../../core/http/wire.ts';
import { writeCrop, type FaceRows } from '../support/face-rows.ts';
import { withFaces } from '../support/faces-server.ts';
import type { LibraryServer } from '../support/library-server.ts';

type Headers = Record<string, string>;

let s: LibraryServer;
let faces: FaceRows;

const photo = (uid: string, body: object, headers: Headers) => s.send('PATCH', `/api/photos/${uid}`, body, headers);
const hide = async (what: string, headers: Headers, hidden = true): Promise<number> =>
  (await s.send('PUT', `/api/${what}/hidden_by_me`, { hidden_by_me: hidden }, headers)).statusCode;
const status = async (url: string, headers: Headers): Promise<number> => (await s.get(url, headers)).statusCode;
const uids = async (headers: Headers, query = ''): Promise<string[]> =>
  (await s.json<PhotoList>(`/api/photos${query}`, headers)).photos.map(({ uid }) => uid).sort();
const allHidden = (headers: Headers) => s.json<AllHiddenByMe>('/api/hidden_by_me', headers);

describe('what users hide for themselves', () => {
  withFaces((server, rows) => {
    s = server;
    faces = rows;
  });

  describe('a photo', () => {
    beforeEach(() => {
      s.rows.add({ uid: 'a' });
      s.rows.add({ uid: 'b' });
    });

    for (const role of ['reader', 'writer', 'admin'] as const) {
      it(`disappears for the ${role} who hid it, and for nobody else, until they show it again`, async () => {
        const others = (['reader', 'writer', 'admin'] as const).filter((one) => one !== role);
        const { statusCode, payload } = await photo('a', { hidden_by_me: true }, s[role]);
        expect([statusCode, (JSON.parse(payload) as Photo).hidden_by_me]).to.deep.equal([200, true]);
        expect(await uids(s[role])).to.deep.equal(['b']);
        expect((await s.json<SomePhotos>('/api/photos/recent', s[role])).photos.map(({ uid }) => uid)).to.deep.equal([
          'b',
        ]);
        for (const other of others) {
          expect(await uids(s[other])).to.deep.equal(['a', 'b']);
          expect(await s.json<Photo>('/api/photos/a', s[other])).to.have.property('hidden_by_me', false);
          expect(await uids(s[other], '?only_hidden_by_me=true')).to.deep.equal([]);
          expect(await allHidden(s[other])).to.deep.equal({ photos: 0, people: [], albums: [] });
        }
        expect((await photo('a', { hidden_by_me: false }, s[role])).statusCode).to.equal(200);
        expect(await uids(s[role])).to.deep.equal(['a', 'b']);
      });
    }

    it('is listed for and can be opened by the user who hid it, marked as hidden by them', async () => {
      const id = s.rows.add({ uid: 'c', thumbRevision: 1 });
      const file = thumbPath(join(s.dataDir, 'thumbs'), id);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, 'webp');
      await photo('c', { hidden_by_me: true }, s.reader);
      const listed = await s.json<PhotoList>('/api/photos?only_hidden_by_me=true', s.reader);
      expect(listed.photos.map(({ uid, hidden_by_me }) => [uid, hidden_by_me])).to.deep.equal([['c', true]]);
      expect(listed.total).to.equal(1);
      expect(await s.json<Photo>('/api/photos/c', s.reader)).to.have.property('hidden_by_me', true);
      expect(await status('/api/photos/c/meta', s.reader)).to.equal(200);
      expect(await status('/api/photos/c/faces', s.reader)).to.equal(200);
      expect(await status('/api/photos/c/thumb', s.reader)).to.equal(200);
      expect(await status(listed.photos[0]!.thumb_url!, {})).to.equal(200);
      expect(await allHidden(s.reader)).to.have.property('photos', 1);
    });

    it('is not found by the user who hid it once someone hides it for all', async () => {
      await photo('a', { hidden_by_me: true }, s.reader);
      await photo('a', { hidden: true }, s.writer);
      expect(await status('/api/photos/a', s.reader)).to.equal(404);
      expect(await uids(s.reader, '?only_hidden_by_me=true')).to.deep.equal([]);
      expect((await photo('a', { hidden_by_me: false }, s.reader)).statusCode).to.equal(404);
    });

    it('can be hidden together with others in one request, and shown again', async () => {
      const send = (hidden: boolean) =>
        s.send('PATCH', '/api/photos', { uids: ['a', 'b'], hidden_by_me: hidden }, s.reader);
      const hidden = JSON.parse((await send(true)).payload) as SomePhotos;
      expect(hidden.photos.map(({ uid, hidden_by_me }) => [uid, hidden_by_me])).to.deep.equal([
        ['a', true],
        ['b', true],
      ]);
      expect(await uids(s.reader)).to.deep.equal([]);
      await send(false);
      expect(await uids(s.reader)).to.deep.equal(['a', 'b']);
    });

    it('can be hidden by readers, but only in requests that change nothing else', async () => {
      for (const body of [
        { favorited: true },
        { hidden_by_me: true, archived: true },
        {},
        { hidden_by_me: true, no: 1 },
      ]) {
        expect((await photo('a', body, s.reader)).statusCode, JSON.stringify(body)).to.equal(403);
      }
      const tagged = { uids: ['a'], hidden_by_me: true, add_tags: ['x'] };
      expect((await s.send('PATCH', '/api/photos', tagged, s.reader)).statusCode).to.equal(403);
      expect((await photo('a', { hidden_by_me: 1 }, s.reader)).statusCode).to.equal(400);
      expect((await photo('a', { hidden_by_me: true, favorited: true }, s.writer)).statusCode).to.equal(200);
      expect(await uids(s.reader)).to.deep.equal(['a', 'b']);
    });

    it('can be downloaded by the user who hid it: by its uid or the filter for hidden photos, but no other filter', async () => {
      await photo('a', { hidden_by_me: true }, s.reader);
      const sum = async (body: object) => (await s.send('POST', '/api/download/tickets', body, s.reader)).payload;
      expect(await sum({ uids: ['a', 'b'] })).to.include('"count":2');
      expect(await sum({ filter: {} })).to.include('"count":1');
      expect(await sum({ filter: { only_hidden_by_me: true } })).to.include('"count":1');
    });
  });

  describe('a person', () => {
    let anna: number;
    let ben: number;
    beforeEach(() => {
      anna = faces.person('Anna');
      ben = faces.person('Ben');
      faces.add({ photo: s.rows.add({ uid: 'a' }), person: anna });
      const both = s.rows.add({ uid: 'both' });
      faces.add({ photo: both, person: anna });
      faces.add({ photo: both, person: ben });
      faces.add({ photo: s.rows.add({ uid: 'b' }), person: ben });
    });
    const people = async (headers: Headers) =>
      (await s.json<People>('/api/people', headers)).people.map(({ name, photo_count }) => [name, photo_count]).sort();

    it('disappears with all of their photos, only for the user who hid them', async () => {
      expect(await hide(`people/${anna}`, s.reader)).to.equal(200);
      expect(await people(s.reader)).to.deep.equal([['Ben', 1]]);
      expect(await uids(s.reader)).to.deep.equal(['b']);
      expect(await status(`/api/people/${anna}/photos`, s.reader)).to.equal(404);
      expect(await people(s.admin)).to.deep.equal([
        ['Anna', 2],
        ['Ben', 2],
      ]);
      expect(await hide(`people/${anna}`, s.reader, false)).to.equal(200);
      expect(await uids(s.reader)).to.deep.equal(['a', 'b', 'both']);
    });

    it('is listed with their picture for the user who hid them, unless others keep them from that user', async () => {
      const face = faces.add({ photo: s.rows.add({ uid: 'd' }), person: anna });
      await writeCrop(s.dataDir, face, 'red');
      await s.send('POST', `/api/people/${anna}/cover`, { face_id: face }, s.writer);
      await hide(`people/${anna}`, s.reader);
      const { people: hidden } = await allHidden(s.reader);
      expect(hidden.map(({ id, name, photo_count }) => [id, name, photo_count])).to.deep.equal([[anna, 'Anna', 3]]);
      expect(await status(hidden[0]!.cover_url!, {})).to.equal(200);
      await s.send('PUT', `/api/people/${anna}/audience`, { kept_from_readers: true }, s.admin);
      expect(await allHidden(s.reader)).to.deep.equal({ photos: 0, people: [], albums: [] });
      expect(await status(hidden[0]!.cover_url!, {})).to.equal(404);
      expect(await hide(`people/${anna}`, s.reader, false)).to.equal(404);
    });

    it('stays hidden when renamed or merged, and only they are hidden after the merge is undone', async () => {
      await hide(`people/${anna}`, s.reader);
      await s.send('POST', `/api/people/${anna}/name`, { name: 'Annabel' }, s.writer);
      expect((await allHidden(s.reader)).people.map(({ name }) => name)).to.deep.equal(['Annabel']);
      const { payload } = await s.send('POST', `/api/people/${anna}/merge`, { target_id: ben }, s.writer);
      expect(await uids(s.reader)).to.deep.equal([]);
      expect((await allHidden(s.reader)).people.map(({ name }) => name)).to.deep.equal(['Ben']);
      expect(await uids(s.writer)).to.deep.equal(['a', 'b', 'both']);
      await s.send('POST', `/api/people/merges/${(JSON.parse(payload) as MergedPerson).merge_id}/undo`, {}, s.writer);
      expect(await uids(s.reader)).to.deep.equal(['b']);
      expect((await allHidden(s.reader)).people.map(({ name }) => name)).to.deep.equal(['Annabel']);
    });

    it('is assigned a face to which the user who hid them gives their name', async () => {
      await hide(`people/${anna}`, s.writer);
      const face = faces.add({ photo: s.rows.add({ uid: 'new' }) });
      const named = await s.send('POST', `/api/faces/${face}/person`, { name: 'Anna' }, s.writer);
      expect(JSON.parse(named.payload)).to.have.nested.property('person.id', anna);
      expect(await people(s.admin)).to.deep.equal([
        ['Anna', 3],
        ['Ben', 2],
      ]);
    });
  });

  describe('an album', () => {
    beforeEach(() => {
      s.rows.album('x', 'Xmas', [s.rows.add({ uid: 'a' })]);
      s.rows.add({ uid: 'b' });
    });

    it('disappears with its photos only for the user who hid it, is listed for them, and can be shown again', async () => {
      expect(await hide('albums/x', s.admin)).to.equal(200);
      expect(await hide('albums/x', s.admin)).to.equal(200);
      expect((await s.json<Albums>('/api/albums', s.admin)).albums).to.deep.equal([]);
      expect(await uids(s.admin)).to.deep.equal(['b']);
      expect((await s.json<Albums>('/api/albums', s.writer)).albums.map(({ uid }) => uid)).to.deep.equal(['x']);
      expect((await allHidden(s.admin)).albums).to.deep.equal([{ uid: 'x', name: 'Xmas' }]);
      expect(await hide('albums/x', s.admin, false)).to.equal(200);
      expect(await uids(s.admin)).to.deep.equal(['a', 'b']);
    });

    it('with a rule hides all photos that the rule finds, also later ones', async () => {
      await s.send('PUT', '/api/photos/b/tags', { tags: ['work'] }, s.writer);
      const made = await s.send('POST', '/api/albums', { name: 'Work', rule: { tag: 'work' } }, s.writer);
      const { uid } = JSON.parse(made.payload) as { uid: string };
      expect(await hide(`albums/${uid}`, s.reader)).to.equal(200);
      expect(await uids(s.reader)).to.deep.equal(['a']);
      await s.send('PUT', '/api/photos/a/tags', { tags: ['work'] }, s.writer);
      expect(await uids(s.reader)).to.deep.equal([]);
    });

    it('can be hidden by a user and also kept from them by others, and each is undone separately', async () => {
      await hide('albums/x', s.reader);
      const keep = (from: number[]) => s.send('PUT', '/api/albums/x/audience', { kept_from: from }, s.admin);
      await keep([1]);
      expect(await allHidden(s.reader))
        .to.have.property('albums')
        .that.deep.equals([]);
      expect((await s.json<Withholdings>('/api/withholdings', s.admin)).withholdings).to.have.length(1);
      await keep([]);
      expect(await uids(s.reader)).to.deep.equal(['b']);
      expect(await hide('albums/x', s.reader, false)).to.equal(200);
      expect(await uids(s.reader)).to.deep.equal(['a', 'b']);
    });
  });

  it('is not revealed to anyone else, neither by lists for admins nor by the audit log', async () => {
    const anna = faces.person('Anna');
    faces.add({ photo: s.rows.add({ uid: 'a' }), person: anna });
    s.rows.album('x', 'Xmas', [s.rows.add({ uid: 'b' })]);
    await photo('a', { hidden_by_me: true }, s.reader);
    await hide('albums/x', s.reader);
    await hide(`people/${anna}`, s.reader);
    expect((await s.json<Withholdings>('/api/withholdings', s.admin)).withholdings).to.deep.equal([]);
    expect(await s.json('/api/albums/x/audience', s.admin)).to.deep.equal({ kept_from_readers: false, kept_from: [] });
    expect((await s.json<AuditEntries>('/api/admin/audit', s.admin)).entries).to.deep.equal([]);
    // Changing from whom others keep the album does not change what the user hid.
    await s.send('PUT', '/api/albums/x/audience', { kept_from: [] }, s.admin);
    expect(await allHidden(s.reader))
      .to.have.property('albums')
      .with.length(1);
  });

  it('cannot be something that does not exist or that the user cannot see', async () => {
    s.rows.album('x', 'Xmas', [s.rows.add({ uid: 'a' })]);
    await s.send('PUT', '/api/albums/x/audience', { kept_from_readers: true }, s.admin);
    expect(await hide('albums/x', s.reader)).to.equal(404);
    expect(await hide('albums/none', s.reader)).to.equal(404);
    expect(await hide('people/99', s.reader)).to.equal(404);
    expect((await photo('a', { hidden_by_me: true }, s.reader)).statusCode).to.equal(404);
    expect((await s.send('PUT', '/api/albums/x/hidden_by_me', {}, s.writer)).statusCode).to.equal(400);
  });

  it('is deleted with the account', async () => {
    s.rows.album('x', 'Xmas', []);
    s.rows.add({ uid: 'a' });
    await photo('a', { hidden_by_me: true }, s.reader);
    await hide('albums/x', s.reader);
    s.db.prepare('DELETE FROM users WHERE id = 1').run();
    const left = s.db.prepare('SELECT count(*) FROM own_hidden_photos UNION ALL SELECT count(*) FROM withholdings');
    expect(left.pluck().all()).to.deep.equal([0, 0]);
  });

  it('is left out of the links that they share, whether of an album or of photos', async () => {
    s.rows.album('x', 'Xmas', [s.rows.add({ uid: 'a' }), s.rows.add({ uid: 'b' })]);
    await s.send('PUT', '/api/admin/sharing', { enabled: true }, s.admin);
    const share = async (what: object) =>
      JSON.parse((await s.send('POST', '/api/shares', { expires_at: null, ...what }, s.writer)).payload) as {
        url: string;
      };
    const links = [await share({ album: 'x' }), await share({ photos: ['a', 'b'] })];
    await photo('a', { hidden_by_me: true }, s.writer);
    const told = await s.json<Shares>('/api/shares', s.admin);
    // Users who manage links do not learn of it from the counts.
    expect(told.shares.map(({ count }) => count)).to.deep.equal([2, 2]);
    for (const { url } of links) {
      const token = url.split('/').at(-1);
      expect(await s.json<PhotoList>(`/api/shared/${token}/photos`, {})).to.have.property('total', 1);
    }
  });
});
