import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { thumbPath } from '../../core/domain/thumb-path.ts';
import type {
  Album,
  Audience,
  AuditEntries,
  MergedPerson,
  People,
  Signatures,
  Withholdings,
} from '../../core/http/wire.ts';
import { writeCrop, type FaceRows } from '../support/face-rows.ts';
import { withFaces } from '../support/faces-server.ts';
import type { LibraryServer } from '../support/library-server.ts';

type Headers = Record<string, string>;

let s: LibraryServer;
let faces: FaceRows;

const ids = { reader: 1, writer: 2, admin: 3 };

const keep = async (what: string, body: object, headers: Headers = s.admin): Promise<Audience> => {
  const { statusCode, payload } = await s.send('PUT', `/api/${what}/audience`, body, headers);
  expect(statusCode, payload).to.equal(200);
  return JSON.parse(payload) as Audience;
};
const status = async (url: string, headers = s.reader): Promise<number> => (await s.get(url, headers)).statusCode;
const uids = async (headers = s.reader, query = ''): Promise<string[]> =>
  (await s.json<{ photos: { uid: string }[] }>(`/api/photos${query}`, headers)).photos.map(({ uid }) => uid).sort();

describe('withholding', () => {
  withFaces((server, rows) => {
    s = server;
    faces = rows;
  });

  describe('an album from readers', () => {
    beforeEach(async () => {
      const [a, b] = ['a', 'b'].map((uid) => s.rows.add({ uid, place: 'Lisbon, Portugal' }));
      s.rows.album('surprise', 'Surprise party', [a!]);
      s.rows.album('summer', 'Summer', [a!, b!], 'a');
      await keep('albums/surprise', { kept_from_readers: true }, s.writer);
    });

    it('makes it and its photos invisible to readers, but not to other users', async () => {
      expect([await uids(), await uids(s.writer), await uids(s.admin)]).to.deep.equal([['b'], ['a', 'b'], ['a', 'b']]);
      expect(await status('/api/albums/surprise/photos')).to.equal(404);
      const albums = async (headers: Headers) =>
        (
          await s.json<{ albums: { uid: string; photo_count: number; cover_url: string }[] }>('/api/albums', headers)
        ).albums
          .map((album) => [album.uid, album.photo_count, album.cover_url.split('/')[3]])
          .sort();
      expect(await albums(s.reader)).to.deep.equal([['summer', 1, 'b']]);
      expect(await albums(s.writer)).to.deep.equal([
        ['summer', 2, 'a'],
        ['surprise', 1, 'a'],
      ]);
    });

    it('applies immediately to photos that are added to it, and no longer to those that are removed', async () => {
      const photo = s.db.prepare<[], number>("SELECT id FROM photos WHERE uid = 'b'").pluck().get();
      s.db
        .prepare("INSERT INTO album_photos (album_id, photo_id) SELECT id, ? FROM albums WHERE uid = 'surprise'")
        .run(photo);
      expect(await uids()).to.deep.equal([]);
      s.db.prepare("DELETE FROM album_photos WHERE album_id = (SELECT id FROM albums WHERE uid = 'surprise')").run();
      expect(await uids()).to.deep.equal(['a', 'b']);
    });

    it('ends when it is set to false', async () => {
      await keep('albums/surprise', { kept_from_readers: false }, s.writer);
      expect([await uids(), await status('/api/albums/surprise/photos')]).to.deep.equal([['a', 'b'], 200]);
    });

    it('applies again when the album returns after a sync without it', async () => {
      const photo = s.db.prepare<[], number>("SELECT id FROM photos WHERE uid = 'a'").pluck().get();
      s.db.prepare("DELETE FROM albums WHERE uid = 'surprise'").run();
      expect(await uids()).to.deep.equal(['a', 'b']);
      s.rows.album('surprise', 'Surprise party', [photo!]);
      expect(await uids()).to.deep.equal(['b']);
    });
  });

  it('a smart album also withholds all photos that match its rule, including later ones', async () => {
    s.rows.add({ uid: 'film', kind: 'video' });
    s.rows.add({ uid: 'picture' });
    s.db
      .prepare("INSERT INTO own_albums (id, uid, name, rule, made_at) VALUES (-1, 'own-films', 'Films', ?, 0)")
      .run(JSON.stringify({ kind: 'video' }));
    await keep('albums/own-films', { kept_from: [ids.writer] });
    expect([await uids(s.writer), await uids()]).to.deep.equal([['picture'], ['film', 'picture']]);
    s.rows.add({ uid: 'another', kind: 'video' });
    expect([await uids(s.writer), await status('/api/photos/another', s.writer)]).to.deep.equal([['picture'], 404]);
    s.db.prepare(`UPDATE own_albums SET rule = '{"kind":"image"}'`).run();
    expect(await uids(s.writer)).to.deep.equal(['another', 'film']);
  });

  describe('a person from one user', () => {
    let anna: number;
    let photo: number;

    beforeEach(async () => {
      photo = s.rows.add({ uid: 'both' });
      s.rows.add({ uid: 'none' });
      anna = faces.person('Anna');
      faces.add({ photo, person: anna });
      faces.add({ photo, person: faces.person('Ben') });
      await keep(`people/${anna}`, { kept_from: [ids.writer] });
    });

    it('keeps the person out of lists, even after a refused request to hide the person', async () => {
      expect(await uids(s.writer)).to.deep.equal(['none']);
      const change = { person_ids: [anna], hidden: true };
      expect((await s.send('POST', '/api/people/hidden', change)).statusCode).to.equal(404);
      expect(await s.json<People>('/api/people', s.writer)).to.deep.equal({ people: [], total: 0 });
    });

    it('also withholds photos with other people, and people who are in no other photo', async () => {
      expect([await uids(s.writer), await uids()]).to.deep.equal([['none'], ['both', 'none']]);
      const names = async (headers: Headers) =>
        (await s.json<People>('/api/people', headers)).people.map(({ name }) => name);
      expect([await names(s.writer), await names(s.reader)]).to.deep.equal([[], ['Anna', 'Ben']]);
    });

    it('also withholds a photo as soon as a face in it is assigned to the person', async () => {
      const other = s.db.prepare<[], number>("SELECT id FROM photos WHERE uid = 'none'").pluck().get()!;
      const face = faces.add({ photo: other });
      expect(await uids(s.writer)).to.deep.equal(['none']);
      await s.send('POST', `/api/faces/${face}/person`, { person_id: anna }, s.admin);
      expect(await uids(s.writer)).to.deep.equal([]);
    });

    it('also withholds a person who is merged into the withheld one, until an admin undoes the merge', async () => {
      const other = s.db.prepare<[], number>("SELECT id FROM photos WHERE uid = 'none'").pluck().get()!;
      const carla = faces.person('Carla');
      faces.add({ photo: other, person: carla });
      const merged = await s.send('POST', `/api/people/${carla}/merge`, { target_id: anna }, s.admin);
      expect(await uids(s.writer)).to.deep.equal([]);
      const { merge_id: merge } = JSON.parse(merged.payload) as MergedPerson;
      expect((await s.send('POST', `/api/people/merges/${merge}/undo`, {}, s.writer)).statusCode).to.equal(404);
      await s.send('POST', `/api/people/merges/${merge}/undo`, {}, s.admin);
      expect(await uids(s.writer)).to.deep.equal(['none']);
    });

    it('applies to the target once the person is merged into another one, until the merge is undone', async () => {
      const other = s.db.prepare<[], number>("SELECT id FROM photos WHERE uid = 'none'").pluck().get()!;
      const carla = faces.person('Carla');
      faces.add({ photo: other, person: carla });
      const merged = await s.send('POST', `/api/people/${anna}/merge`, { target_id: carla }, s.admin);
      expect(await uids(s.writer)).to.deep.equal([]);
      const { merge_id: merge } = JSON.parse(merged.payload) as MergedPerson;
      await s.send('POST', `/api/people/merges/${merge}/undo`, {}, s.admin);
      expect(await uids(s.writer)).to.deep.equal(['none']);
      const kept = await s.json<Withholdings>('/api/withholdings', s.admin);
      expect(kept.withholdings.map(({ person }) => person?.id)).to.deep.equal([anna]);
    });

    it('lets the user give the same name to another person, and does not reveal the withheld one', async () => {
      const other = s.db.prepare<[], number>("SELECT id FROM photos WHERE uid = 'none'").pluck().get()!;
      const stranger = faces.person();
      faces.add({ photo: other, person: stranger });
      const named = await s.send('POST', `/api/people/${stranger}/name`, { name: 'anna' }, s.writer);
      expect(JSON.parse(named.payload)).to.deep.equal({ ok: true, merged: false });
      const back = { name: 'anna', undoes: 'Berta' };
      await s.send('POST', `/api/people/${stranger}/name`, { name: 'Berta' }, s.writer);
      expect((await s.send('POST', `/api/people/${stranger}/name`, back, s.writer)).statusCode).to.equal(200);
      const face = faces.add({ photo: other });
      const given = await s.send('POST', `/api/faces/${face}/person`, { name: 'Anna' }, s.writer);
      expect((JSON.parse(given.payload) as { person: { id: number } }).person.id).to.equal(stranger);
      expect(await uids(s.writer)).to.deep.equal(['none']);
      // An admin sees and finds both.
      const found = await s.json<People>('/api/people?q=anna', s.admin);
      expect(found.people.map(({ id }) => id)).to.have.members([anna, stranger]);
    });

    it('makes all edits of the person by the user fail with 404', async () => {
      const tries: [method: 'POST' | 'DELETE' | 'PUT', url: string, body: object][] = [
        ['POST', `/api/people/${anna}/name`, { name: 'Zoe' }],
        ['DELETE', `/api/people/${anna}/name`, {}],
        ['POST', `/api/people/${anna}/name`, { name: 'Zoe', undoes: 'Anna' }],
        ['DELETE', `/api/people/${anna}/name?undoes=Anna`, {}],
        ['POST', `/api/people/${anna}/hidden`, { hidden: true }],
        ['POST', '/api/people/hidden', { person_ids: [anna], hidden: true }],
        ['POST', `/api/people/${anna}/merge`, { target_id: anna + 1 }],
        ['POST', `/api/people/${anna}/merge_all`, { source_ids: [anna + 1] }],
        ['POST', '/api/people/duplicates/dismiss', { a: anna, b: anna + 1 }],
        ['POST', `/api/people/${anna}/cover`, { face_id: 1 }],
        ['POST', `/api/people/${anna}/faces`, { face_ids: [1] }],
        ['POST', '/api/faces/1/person', { name: 'Zoe' }],
        ['POST', '/api/faces/1/unassign', {}],
        ['PUT', `/api/people/${anna}/audience`, { kept_from_readers: true }],
        ['PUT', '/api/photos/both/tags', { tags: ['x'] }],
      ];
      for (const [method, url, body] of tries) {
        expect((await s.send(method, url, body, s.writer)).statusCode, `${method} ${url}`).to.equal(404);
      }
    });

    it('does not apply while the user is an admin, and ends when the user is deleted', async () => {
      s.db.prepare("UPDATE users SET role = 'admin' WHERE id = ?").run(ids.writer);
      expect(await uids(s.writer)).to.deep.equal(['both', 'none']);
      s.db.prepare('DELETE FROM users WHERE id = ?').run(ids.writer);
      expect((await s.json<Withholdings>('/api/withholdings', s.admin)).withholdings).to.deep.equal([]);
    });
  });

  it('makes signed URLs of pictures 404, even for a cached copy, until it ends', async () => {
    const photo = s.rows.add({ uid: 'p' });
    const person = faces.person('Anna');
    const face = faces.add({ photo, person });
    const crop = await writeCrop(s.dataDir, face, 'red');
    const file = thumbPath(join(s.dataDir, 'thumbs'), photo);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'webp');
    const paths = ['/api/photos/p/thumb', `/api/people/${person}/cover`, `/api/faces/${face}/crop`];
    const { payload } = await s.send('POST', '/api/sign', { paths }, s.reader);
    const signed = (JSON.parse(payload) as Signatures).urls.map(
      ({ path, sig, exp }) => `${path}?sig=${sig}&exp=${exp}`,
    );
    const opened = async (headers = {}) =>
      Promise.all(signed.map(async (url) => (await s.server.inject({ url, headers })).statusCode));
    expect(await opened()).to.deep.equal([200, 200, 200]);
    const { headers } = await s.server.inject(signed[2]!);
    await keep(`people/${person}`, { kept_from_readers: true });
    expect(await opened()).to.deep.equal([404, 404, 404]);
    // A browser's cached copy is not confirmed.
    expect(await opened({ 'if-none-match': String(headers.etag) })).to.deep.equal([404, 404, 404]);
    const again = await s.send('POST', '/api/sign', { paths }, s.reader);
    expect((JSON.parse(again.payload) as Signatures).urls).to.deep.equal([]);
    await keep(`people/${person}`, { kept_from_readers: false });
    expect((await s.server.inject(signed[2]!)).rawPayload).to.deep.equal(crop);
  });

  it('from readers needs an editor, from single users an admin; only admins see the latter', async () => {
    s.rows.album('x', 'Xmas', [s.rows.add({ uid: 'p' })]);
    expect(await keep('albums/x', { kept_from_readers: true }, s.writer)).to.deep.equal({
      kept_from_readers: true,
      kept_from: null,
    });
    expect((await s.send('PUT', '/api/albums/x/audience', { kept_from: [1] }, s.writer)).statusCode).to.equal(403);
    expect((await s.send('PUT', '/api/albums/x/audience', { kept_from_readers: false }, s.reader)).statusCode).to.equal(
      403,
    );
    expect(await keep('albums/x', { kept_from: [ids.reader] })).to.deep.equal({
      kept_from_readers: true,
      kept_from: [ids.reader],
    });
    expect(await keep('albums/x', { kept_from_readers: false }, s.writer)).to.have.property('kept_from', null);
    expect((await s.json<Withholdings>('/api/withholdings', s.writer)).withholdings).to.deep.equal([]);
    expect((await s.json<Withholdings>('/api/withholdings', s.admin)).withholdings).to.deep.equal([
      { album: { uid: 'x', name: 'Xmas' }, person: null, kept_from_readers: false, kept_from: [ids.reader] },
    ]);
  });

  it('is refused for admins, for unknown users, without a choice, and for unknown albums and people', async () => {
    s.rows.album('x', 'Xmas', []);
    const refused = async (url: string, body: object) => (await s.send('PUT', url, body, s.admin)).statusCode;
    expect(await refused('/api/albums/x/audience', { kept_from: [ids.admin] })).to.equal(400);
    expect(await refused('/api/albums/x/audience', { kept_from: [99] })).to.equal(400);
    expect(await refused('/api/albums/x/audience', {})).to.equal(400);
    expect(await refused('/api/albums/y/audience', { kept_from_readers: true })).to.equal(404);
    expect(await refused('/api/people/9/audience', { kept_from_readers: true })).to.equal(404);
  });

  it('can be changed after a chosen user has become an admin, and applies again after a demotion', async () => {
    s.rows.album('x', 'Xmas', [s.rows.add({ uid: 'p' })]);
    await keep('albums/x', { kept_from: [ids.writer] });
    const change = async (role: string) =>
      expect((await s.send('PATCH', `/api/admin/users/${ids.writer}`, { role }, s.admin)).statusCode).to.equal(200);
    await change('admin');
    const { kept_from } = await s.json<Audience>('/api/albums/x/audience', s.admin);
    await keep('albums/x', { kept_from_readers: true, kept_from: [...kept_from!, ids.reader] });
    expect(await uids(s.writer)).to.deep.equal(['p']);
    await change('write');
    expect(await uids(s.writer)).to.deep.equal([]);
  });

  describe('an album created in Photofinch', () => {
    const make = async (): Promise<Album> => {
      s.rows.add({ uid: 'p' });
      return JSON.parse((await s.send('POST', '/api/albums', { name: 'Gift', photos: ['p'] })).payload) as Album;
    };
    const remove = ({ uid }: Album, headers: Headers) => s.send('DELETE', `/api/albums/${uid}`, {}, headers);

    for (const [what, body, problem, remedy] of [
      ['single accounts', { kept_from: [ids.reader] }, 'kept_album', 'ask an administrator'],
      ['readers', { kept_from_readers: true }, 'kept_from_readers', 'show it to them first, or ask an administrator'],
    ] as const) {
      it(`from ${what} prevents an editor from deleting it, with an error that says what to do`, async () => {
        const album = await make();
        await keep(`albums/${album.uid}`, body);
        const { statusCode, headers, payload } = await remove(album, s.writer);
        expect([statusCode, headers['x-error-kind']]).to.deep.equal([409, problem]);
        const { detail } = JSON.parse(payload) as { detail: string };
        expect(detail).to.match(new RegExp(`would see its photos from then on: ${remedy}\\.$`));
        expect([await uids(), await uids(s.writer)]).to.deep.equal([[], ['p']]);
        await keep(`albums/${album.uid}`, { kept_from: [], kept_from_readers: false });
        expect((await remove(album, s.writer)).statusCode).to.equal(200);
      });
    }

    it('ends when an admin deletes it; the audit trail says from whom it was withheld', async () => {
      const album = await make();
      await keep(`albums/${album.uid}`, { kept_from_readers: true, kept_from: [ids.reader] });
      expect((await remove(album, s.admin)).statusCode).to.equal(200);
      expect(await uids()).to.deep.equal(['p']);
      const { entries } = await s.json<AuditEntries>('/api/admin/audit', s.admin);
      expect(entries[0]).to.deep.include({ action: 'album.deleted', subject: 'Gift', detail: 'role read, read' });
      expect(s.db.prepare('SELECT * FROM withholdings').all()).to.deep.equal([]);
    });
  });

  it('is recorded in the audit trail with each change', async () => {
    s.rows.album('x', 'Xmas', []);
    await keep('albums/x', { kept_from_readers: true, kept_from: [ids.writer] });
    await keep('albums/x', { kept_from_readers: false, kept_from: [] });
    const { entries } = await s.json<AuditEntries>('/api/admin/audit', s.admin);
    expect(entries.map(({ action, actor, subject, detail }) => [action, actor, subject, detail])).to.deep.equal([
      ['album.audience', 'admin', 'Xmas', 'off'],
      ['album.audience', 'admin', 'Xmas', 'role read, write'],
    ]);
  });
});
