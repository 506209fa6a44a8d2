import { expect } from 'chai';
import { SourcePeople } from '../../core/store/photos/source-people.ts';
import { Tags } from '../../core/store/photos/tags.ts';
import { PhotoText } from '../../core/store/photos/photo-text.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

type Answer = Record<string, unknown>;

const day = Date.UTC(2024, 5, 15, 12) / 1000;

/** Requests of programs that were written against the contract: the URL, and the expected parts of the response. */
const asked: readonly (readonly [url: string, has: (answer: Answer) => unknown, expected: unknown])[] = [
  ['/api/search?q=beach&limit=1&offset=0', ({ results, total }) => [uids(results), total], [['a'], 3]],
  ['/api/search?q=beach&limit=1&offset=2', ({ results }) => uids(results), ['b']],
  ['/api/memories?month=6&day=15&limit=1', ({ photos }) => uids(photos), ['c']],
  ['/api/albums?q=HOLI', ({ albums, total }) => [names(albums), total], [['Holidays'], 1]],
  ['/api/albums?q=none', ({ albums, total }) => [names(albums), total], [[], 0]],
  ['/api/places?q=lis&limit=5000', ({ places, total }) => [labels(places), total], [['Lisbon, Portugal'], 1]],
  ['/api/places?limit=1', ({ places, total }) => [labels(places), total], [['Lisbon, Portugal'], 2]],
  ['/api/map?q=porto', ({ markers }) => labels(markers), ['Porto, Portugal']],
  ['/api/people?include_small=true', ({ people, total }) => [people, total], [[], 0]],
  ['/api/photos?place=lisbon', ({ photos }) => uids(photos), ['b', 'a']],
  ['/api/photos?place=PORTUGAL', ({ photos }) => uids(photos), ['c', 'b', 'a']],
  ['/api/photos?place=ort', ({ photos }) => uids(photos), ['c', 'b', 'a']],
  [
    '/api/photos/a',
    ({ duration, place, face_count: faces }) => [duration, place, faces],
    [null, 'Lisbon, Portugal', 0],
  ],
  ['/api/photos/a', ({ tags, source_tags: there }) => [tags, there], [['Mine', 'Beach'], ['Beach']]],
  ['/api/photos/a', ({ people, source_people: there }) => [people, there], [[], ['Anna']]],
  [
    '/api/status',
    ({ stats, indexer }) => Object.keys({ ...(stats as object), ...(indexer as object) }),
    ['photos', 'faces', 'people', 'last_sync', 'pending_db'],
  ],
];

const each = (list: unknown): Answer[] => list as Answer[];
const uids = (list: unknown): unknown => each(list).map(({ uid }) => uid);
const names = (list: unknown): unknown => each(list).map(({ name }) => name);
const labels = (list: unknown): unknown => each(list).map(({ place }) => place);

describe('requests of other clients', () => {
  let s: LibraryServer;

  before(async () => {
    s = await libraryServer();
    const [a, b, c] = ['a', 'b', 'c'].map((uid, index) =>
      s.rows.add({
        uid,
        name: `beach-${uid}.jpg`,
        takenAt: day + index * 60,
        place: index < 2 ? 'Lisbon, Portugal' : 'Porto, Portugal',
        lat: 38 + index,
        lng: -9,
      }),
    ) as [number, number, number];
    const text = new PhotoText(s.db);
    s.db.exec(`INSERT INTO albums (id, uid, name) VALUES (1, 'al', 'Holidays');
      INSERT INTO album_photos (album_id, photo_id) VALUES (1, ${b});`);
    const tags = new Tags({ db: s.db, text });
    tags.replace(a, ['Mine']);
    tags.takeIn(a, ['Beach']);
    new SourcePeople(s.db).replace(a, [{ name: 'Anna', box: null }]);
    text.refresh([a, b, c]);
  });
  after(() => s.stop());

  for (const [url, has, expected] of asked) {
    it(`for GET ${url} return ${JSON.stringify(expected)}`, async () => {
      expect(has(await s.json<Answer>(url))).to.deep.equal(expected);
    });
  }

  it('can get several signatures in one call, valid for no longer than requested', async () => {
    const paths = ['/api/photos/a/thumb', '/api/photos/b/full'];
    const answer = JSON.parse((await s.send('POST', '/api/sign', { paths, ttl: 60 }, s.reader)).payload) as {
      urls: { path: string; sig: string }[];
      ttl: number;
    };
    expect(answer.urls.map(({ path }) => path)).to.deep.equal(paths);
    expect(answer.ttl).to.be.within(1, 60);
  });

  it('can create a user with an empty display name and without a role, who gets the role read', async () => {
    const user = { username: 'berta', password: 'long enough!', display_name: '' };
    const added = await s.send('POST', '/api/admin/users', user, s.admin);
    expect([added.statusCode, (JSON.parse(added.payload) as Answer)['role']]).to.deep.equal([201, 'read']);
  });

  it('reach the second step of signing in under its other URL', async () => {
    const step = await s.send('POST', '/api/auth/2fa/verify', { pending_token: 'none', code: '123456' }, {});
    expect(step.statusCode).to.equal(401);
  });
});
