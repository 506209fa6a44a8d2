import { expect } from 'chai';
import type { ErrorBody, Faces, Photo, PhotoList, PhotoMeta, PhotoTags, Tags } from '../../core/http/wire.ts';
import type { PhotoSource, SourceNode } from '../../core/plugin-api/index.ts';
import { SourceError } from '../../core/plugin-api/index.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

const node = (uid: string): SourceNode => ({
  uid,
  rev: 'r1',
  kind: 'image',
  name: `${uid}.jpg`,
  mediaType: 'image/jpeg',
  size: 1000,
  sha1: null,
  captureTime: 5,
  captureTimeSource: 'upstream',
  utcOffset: null,
  modifiedTime: 6,
  location: null,
  camera: null,
  media: null,
  errors: [],
});

describe('one photo', () => {
  let s: LibraryServer;
  let nodes: PhotoSource['nodes'];

  beforeEach(async () => {
    nodes = (uids) => Promise.resolve({ nodes: uids.map(node), missing: [] });
    s = await libraryServer({ nodes: (uids, options) => nodes(uids, options) });
    const id = s.rows.add({
      uid: 'a',
      place: 'Lisbon, Portugal',
      lat: 38.7,
      lng: -9.1,
      sha1: 'c'.repeat(40),
      takenAt: 50,
    });
    s.rows.add({ uid: 'b', takenAt: 40 });
    s.rows.add({ uid: 'waiting', indexed: false });
    s.rows.album('trip', 'Trip', [id]);
    s.rows.person('Anna', [id]);
    s.db.prepare('INSERT INTO photo_exif (photo_id, exif) VALUES (?, ?)').run(id, '{"Make":"Finch"}');
  });
  afterEach(() => s.stop());

  const shown = async (query = '', headers = s.reader): Promise<string[]> =>
    (await s.json<PhotoList>(`/api/photos?${query}`, headers)).photos.map(({ uid }) => uid);

  it('is returned with everything that the index knows about it', async () => {
    const photo = await s.json<Photo>('/api/photos/a');
    expect(photo).to.deep.include({
      uid: 'a',
      name: 'a.jpg',
      taken_at: 50,
      taken_at_local: '1970-01-01T00:00:50',
      place: 'Lisbon, Portugal',
      city: 'Lisbon',
      country: 'Portugal',
      sha1: 'c'.repeat(40),
      albums: [{ uid: 'trip', name: 'Trip' }],
      state: 'indexed',
    });
    expect(photo.people.map(({ name }) => name)).to.deep.equal(['Anna']);
  });

  it('is returned while it waits to be indexed, but cannot be edited yet', async () => {
    expect(await s.json<Photo>('/api/photos/waiting')).to.include({ state: 'pending' });
    expect((await s.send('PATCH', '/api/photos/waiting', { hidden: true })).statusCode).to.equal(404);
  });

  it('is not found if it does not exist or was deleted in the photo store', async () => {
    s.db.exec(`UPDATE photos SET deleted_at = 1 WHERE uid = 'b'`);
    for (const uid of ['nothing', 'b']) {
      for (const path of ['', '/meta', '/faces', '/tags', '/thumb', '/full']) {
        expect((await s.get(`/api/photos/${uid}${path}`)).statusCode, uid + path).to.equal(404);
      }
      expect((await s.send('PATCH', `/api/photos/${uid}`, { hidden: true })).statusCode).to.equal(404);
      expect((await s.send('PUT', `/api/photos/${uid}/tags`, { tags: [] })).statusCode).to.equal(404);
    }
  });

  it('has only the sent flags changed, and is returned in the response', async () => {
    const archive = await s.send('PATCH', '/api/photos/a', { archived: true });
    expect(JSON.parse(archive.payload)).to.include({ uid: 'a', archived: true, hidden: false, favorited_by_me: false });
    const favor = await s.send('PATCH', '/api/photos/a', { favorited: true });
    expect(JSON.parse(favor.payload)).to.include({ archived: true, favorited_by_me: true });
    const restore = await s.send('PATCH', '/api/photos/a', { archived: false, favorited: false });
    expect(JSON.parse(restore.payload)).to.include({ archived: false, hidden: false, favorited_by_me: false });
    expect(s.db.prepare('SELECT count(*) FROM photo_flags').pluck().get()).to.equal(0);
  });

  it('disappears from lists when it is hidden or archived, and reappears when it no longer is', async () => {
    for (const flag of ['hidden', 'archived']) {
      expect(await shown()).to.deep.equal(['a', 'b']);
      await s.send('PATCH', '/api/photos/a', { [flag]: true });
      expect(await shown()).to.deep.equal(['b']);
      await s.send('PATCH', '/api/photos/a', { [flag]: false });
    }
  });

  it('is in the lists of a tag and of favourites exactly while it has the tag or is a favourite', async () => {
    expect(await shown('tag=sea')).to.deep.equal([]);
    expect(await shown('only_favorites=1', s.writer)).to.deep.equal([]);
    await s.send('PUT', '/api/photos/a/tags', { tags: ['Sea'] });
    await s.send('PATCH', '/api/photos/a', { favorited: true });
    expect(await shown('tag=sea')).to.deep.equal(['a']);
    expect(await shown('only_favorites=1', s.writer)).to.deep.equal(['a']);
    await s.send('PUT', '/api/photos/b/tags', { tags: ['SEA'] });
    await s.send('PATCH', '/api/photos/b', { favorited: true });
    expect(await shown('tag=sea')).to.deep.equal(['a', 'b']);
    expect(await shown('only_favorites=1', s.writer)).to.deep.equal(['a', 'b']);
    await s.send('PUT', '/api/photos/a/tags', { tags: [] });
    await s.send('PATCH', '/api/photos/a', { favorited: false });
    expect(await shown('tag=sea')).to.deep.equal(['b']);
    expect(await shown('only_favorites=1', s.writer)).to.deep.equal(['b']);
  });

  it('keeps its tags in the given order, without duplicates, each in its first spelling', async () => {
    await s.send('PUT', '/api/photos/b/tags', { tags: ['Sea'] });
    const put = await s.send('PUT', '/api/photos/a/tags', { tags: [' zebra ', 'SEA', 'Zebra'] });
    expect(JSON.parse(put.payload)).to.deep.equal({ tags: ['zebra', 'Sea'] });
    expect(await s.json<PhotoTags>('/api/photos/a/tags')).to.deep.equal({ tags: ['zebra', 'Sea'] });
    expect((await s.json<Photo>('/api/photos/a')).tags).to.deep.equal(['zebra', 'Sea']);
    await s.send('PUT', '/api/photos/a/tags', { tags: [] });
    expect((await s.json<Tags>('/api/tags')).tags).to.deep.equal([{ name: 'Sea', count: 1 }]);
  });

  it('can be found by its tags in the full-text index', async () => {
    await s.send('PUT', '/api/photos/a/tags', { tags: ['Lighthouse'] });
    const found = s.db.prepare(`SELECT rowid FROM photo_text WHERE photo_text MATCH 'lighthouse'`).all();
    expect(found).to.have.length(1);
  });

  it('cannot have invalid flags or tags: the response is 400 and names the field', async () => {
    const bad: [method: 'PATCH' | 'PUT', path: string, payload: object, field: string][] = [
      ['PATCH', '', { archived: 'yes' }, 'archived'],
      ['PATCH', '', { favourite: true }, 'favourite'],
      ['PUT', '/tags', { tags: [''] }, 'tags'],
      ['PUT', '/tags', { tags: ['sea', 5] }, 'tags[1] must be a string.'],
      ['PUT', '/tags', { tags: ['x'.repeat(65)] }, 'tags'],
      ['PUT', '/tags', { tags: 'sea' }, 'tags'],
      ['PUT', '/tags', {}, 'tags'],
    ];
    for (const [method, path, payload, field] of bad) {
      const answer = await s.send(method, `/api/photos/a${path}`, payload);
      expect(answer.statusCode, JSON.stringify(payload)).to.equal(400);
      expect((JSON.parse(answer.payload) as ErrorBody).detail.indexOf(field), field).to.equal(0);
    }
    expect(await s.json<PhotoTags>('/api/photos/a/tags')).to.deep.equal({ tags: [] });
  });

  it('cannot be edited by readers', async () => {
    expect((await s.send('PATCH', '/api/photos/a', { hidden: true }, s.reader)).statusCode).to.equal(403);
    expect((await s.send('PUT', '/api/photos/a/tags', { tags: [] }, s.reader)).statusCode).to.equal(403);
  });

  it('has a list of its faces from left to right, with signed crop URLs', async () => {
    // Neither in the order of their ids nor in the reverse one.
    for (const x of [0.5, 0, 0.125]) {
      s.db
        .prepare(
          `INSERT INTO faces (photo_id, x, y, w, h, points, score, crop)
           SELECT photo_id, ?, y, w, h, points, score, crop FROM faces LIMIT 1`,
        )
        .run(x);
    }
    const { faces } = await s.json<Faces>('/api/photos/a/faces');
    expect(faces.map(({ box }) => box.x)).to.deep.equal([0, 0.125, 0.25, 0.5]);
    expect(faces[2]).to.deep.include({
      photo_uid: 'a',
      person_name: 'Anna',
      box: { x: 0.25, y: 0.5, w: 0.125, h: 0.25 },
      assigned_by: 'user',
    });
    expect(faces[2]!.crop_url).to.match(/^\/api\/faces\/\d+\/crop\?sig=/);
    expect(await s.json<Faces>('/api/photos/b/faces')).to.deep.equal({ faces: [] });
  });

  describe('metadata', () => {
    it('contains EXIF, albums, tags, people and the current data from the photo store', async () => {
      await s.send('PUT', '/api/photos/a/tags', { tags: ['Sea'] });
      const meta = await s.json<PhotoMeta>('/api/photos/a/meta');
      expect(meta.tags).to.deep.equal(['Sea']);
      expect(meta.exif).to.deep.equal({ Make: 'Finch' });
      expect(meta.albums).to.deep.equal(['Trip']);
      expect(meta.people.map(({ name }) => name)).to.deep.equal(['Anna']);
      expect(meta.upstream).to.deep.include({ available: true });
      expect(meta.upstream.node).to.include({ uid: 'a', taken_at: 5, mime: 'image/jpeg' });
    });

    it('says that the photo store no longer has the photo', async () => {
      nodes = (uids) => Promise.resolve({ nodes: [], missing: uids });
      expect((await s.json<PhotoMeta>('/api/photos/a/meta')).upstream).to.deep.equal({ available: true, node: null });
    });

    const failures: [name: string, nodes: PhotoSource['nodes']][] = [
      ['is down', () => Promise.reject(new SourceError('unreachable', 'host 10.0.0.7 refused'))],
      ['throws', () => Promise.reject(new TypeError('x is not a function'))],
      ['returns invalid data', () => Promise.resolve(null as never)],
    ];
    for (const [name, failing] of failures) {
      it(`lacks the photo store’s data while the source ${name}, and its error reveals no internals`, async () => {
        nodes = failing;
        const { upstream, photo } = await s.json<PhotoMeta>('/api/photos/a/meta');
        expect(photo.uid).to.equal('a');
        expect(upstream).to.include({ available: false, node: null });
        expect(upstream.error)
          .to.match(/^The photo store /)
          .and.not.match(/10\.0|function/);
      });
    }

    it('does not wait for a source that hangs and ignores the abort signal', async () => {
      let heard!: () => void;
      const isAsked = new Promise<void>((resolve) => (heard = resolve));
      nodes = () => {
        heard();
        return new Promise(() => undefined);
      };
      const asked = s.json<PhotoMeta>('/api/photos/a/meta');
      await isAsked;
      // Garbage collection must not remove the timeout meanwhile.
      collectGarbage();
      expect((await asked).upstream.available).to.equal(false);
    });
  });
});
