import { expect } from 'chai';
import { createVectorIndexProvider, type VectorIndexes } from '../../plugins/vectors-local/vector-indexes.ts';
import { fillWithFamily, type Family } from '../support/family-library.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';
import { isLongRun } from '../support/long-run.ts';
import { libraryWithout, secretsOf } from '../support/parted-library.ts';
import { readableRequests } from '../support/readable-requests.ts';
import { seededRandom } from '../support/seed.ts';
import { secretsIn, told } from '../support/told-answers.ts';

type Headers = Record<string, string>;

const rounds = isLongRun ? 10 : 1;

/** The URLs at which users still get what they hid: a single photo, face or cover, and the lists of hidden things. */
const isForOneself =
  /^\/api\/(photos\/u\d+|faces\/\d+\/(crop|suggest)|people\/\d+\/cover|hidden_by_me)|only_hidden_by_me/;
/** Near duplicates are compared once for all users: fewer may be left than the indexer would find anew. */
const isOfLooks = (url: string): boolean => url.startsWith('/api/duplicates?kind=near');
/** The status is excluded: it is the same for everybody. */
const isOwn = (url: string): boolean => url !== '/api/status' && !isForOneself.test(url);

describe('a library in which users hide something for themselves', function () {
  let vectorIndexes: VectorIndexes;
  let vectorsWithout: VectorIndexes;
  let s: LibraryServer;
  let family: Family;
  let urls: string[];
  const random = seededRandom();
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!;

  before(() => {
    vectorIndexes = createVectorIndexProvider();
    vectorsWithout = createVectorIndexProvider();
  });
  beforeEach(async () => {
    s = await libraryServer({}, vectorIndexes);
    family = await fillWithFamily(s, random);
    const faces = s.db.prepare<[], number>('SELECT id FROM faces').pluck().all();
    urls = await readableRequests(s.server, family, faces);
  });
  afterEach(() => s.stop());
  after(() => Promise.all([vectorIndexes.close(), vectorsWithout.close()]));

  const users = (): Record<string, { id: number; isReader: boolean; isAdmin: boolean; headers: Headers }> => ({
    read: { id: 1, isReader: true, isAdmin: false, headers: s.reader },
    write: { id: 2, isReader: false, isAdmin: false, headers: s.writer },
    admin: { id: 3, isReader: false, isAdmin: true, headers: s.admin },
  });

  const send = async (method: 'PUT' | 'PATCH', url: string, body: object, headers: Headers): Promise<number> =>
    (await s.send(method, url, body, headers)).statusCode;

  /** Hides some of each kind. What the user cannot see is answered with 404. */
  const hideSome = async (headers: Headers): Promise<void> => {
    const statuses = [
      await send('PUT', `/api/people/${pick(family.people)}/hidden_by_me`, { hidden_by_me: true }, headers),
      await send('PUT', `/api/albums/${pick(family.albums)}/hidden_by_me`, { hidden_by_me: true }, headers),
    ];
    for (let photos = 0; photos < 4; photos++) {
      const uid = `u${Math.floor(random() * family.photos.length)}`;
      statuses.push(await send('PATCH', `/api/photos/${uid}`, { hidden_by_me: true }, headers));
    }
    expect(statuses).to.include(200);
    for (const status of statuses) expect(status).to.be.oneOf([200, 404]);
  };

  /** The responses to all URLs for a user. */
  const answers = async (headers: Headers): Promise<Map<string, object>> => {
    const found = new Map<string, object>();
    for (const url of urls) found.set(url, told(await s.get(url, headers), url));
    return found;
  };

  for (const role of ['read', 'write', 'admin']) {
    it(`answers a user with the role ${role} as if what they hid did not exist`, async () => {
      const { headers, ...user } = users()[role]!;
      for (let round = 0; round < rounds; round++) {
        await hideSome(headers);
        if (!user.isAdmin)
          await send('PUT', `/api/people/${pick(family.people)}/audience`, { kept_from: [user.id] }, s.admin);
        const secrets = secretsOf(s.db, user);
        const other = await libraryWithout(s, secrets, vectorsWithout);
        try {
          for (const url of urls.filter(isOwn)) {
            const theirs = await s.get(url, headers);
            expect(secretsIn(theirs.payload, secrets), url).to.deep.equal([]);
            if (isOfLooks(url)) continue;
            const without = await other.server.inject({ url, headers });
            expect(told(theirs, url), url).to.deep.equal(told(without, url));
          }
        } finally {
          await other.stop();
        }
      }
    });

    it(`answers everybody else as before when a user with the role ${role} hides something`, async () => {
      const all = Object.entries(users());
      const others = all.filter(([one]) => one !== role).map(([, user]) => user.headers);
      // The status is available once the timeline is loaded.
      await s.get('/api/photos', s.reader);
      const before = await Promise.all(others.map(answers));
      const status = (await s.get('/api/status', {})).payload;
      await hideSome(users()[role]!.headers);
      const after = await Promise.all(others.map(answers));
      for (const [at, told] of after.entries()) {
        for (const [url, answer] of told) expect(answer, url).to.deep.equal(before[at]!.get(url));
      }
      expect((await s.get('/api/status', {})).payload).to.equal(status);
    });
  }
});
