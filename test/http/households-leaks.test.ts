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

type Asker = User | 'anybody';

interface User {
  readonly id: number;
  readonly isReader: boolean;
}

/**
 * The similarity of people is computed from all of their faces. Once faces have been reassigned, it differs from that in a
 * library with fewer photos.
 */
const ofLikeness = /^\/api\/(people\/(duplicates|suggested-merges|\d+\/similar)|faces\/(likely|\d+\/suggest))/;
/** Similar photos are compared once for all users: the visible ones may be fewer than the indexer would find anew. */
const ofLooks = /^\/api\/(duplicates\?kind=near|photos\/\w+\/similar)/;
/** The status is the same for all users. */
const isOwn = (url: string): boolean => url !== '/api/status';

const rounds = isLongRun ? 20 : 2;
const stepsEach = 4;

describe('a library with withheld albums and people', function () {
  let vectorIndexes: VectorIndexes;
  let vectorsWithout: VectorIndexes;
  let s: LibraryServer;
  let family: Family;
  /** Whether faces have been reassigned. */
  let hasOtherFaces = false;
  const random = seededRandom();
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!;

  before(() => {
    vectorIndexes = createVectorIndexProvider();
    vectorsWithout = createVectorIndexProvider();
  });
  beforeEach(async () => {
    s = await libraryServer({}, vectorIndexes);
    family = await fillWithFamily(s, random);
  });
  afterEach(() => s.stop());
  after(() => Promise.all([vectorIndexes.close(), vectorsWithout.close()]));

  const keep = async (what: string, body: object): Promise<void> => {
    const { statusCode, payload } = await s.send('PUT', `/api/${what}/audience`, body, s.admin);
    expect(statusCode, payload).to.equal(200);
  };
  const faces = (): number[] => s.db.prepare<[], number>('SELECT id FROM faces').pluck().all();

  /** Compares all responses to a user with those of a library that does not contain what is withheld. */
  const compare = async (user: Asker, headers: Headers, isAsked: (url: string) => boolean): Promise<void> => {
    const secrets = secretsOf(s.db, user);
    const urls = await readableRequests(s.server, family, faces());
    const other = await libraryWithout(s, secrets, vectorsWithout);
    try {
      // The status can tell which photos are withheld only once the timeline is loaded.
      for (const server of [s.server, other.server]) await server.inject({ url: '/api/photos', headers: s.reader });
      for (const url of urls.filter(isAsked)) {
        const theirs = await s.get(url, headers);
        expect(secretsIn(theirs.payload, secrets), url).to.deep.equal([]);
        if (ofLooks.test(url) || (hasOtherFaces && ofLikeness.test(url))) continue;
        const without = await other.server.inject({ url, headers });
        expect(told(theirs, url), url).to.deep.equal(told(without, url));
      }
    } finally {
      await other.stop();
    }
  };

  const audience = (): object => ({ kept_from_readers: random() < 0.8, kept_from: random() < 0.5 ? [2] : [] });
  const people = (): number[] => s.db.prepare<[], number>('SELECT id FROM people').pluck().all();
  const keepings: (() => Promise<void>)[] = [
    () => keep(`people/${pick(people())}`, audience()),
    () => keep(`albums/${pick(family.albums)}`, audience()),
  ];
  const steps: (() => Promise<unknown>)[] = [
    ...keepings,
    () => s.send('PATCH', `/api/photos/u${Math.floor(random() * 40)}`, { hidden: random() < 0.5 }, s.admin),
    () => s.send('PUT', `/api/photos/u${Math.floor(random() * 40)}/tags`, { tags: ['beach', 'party'] }, s.admin),
    () => s.send('POST', `/api/faces/${pick(faces())}/person`, { person_id: pick(family.people) }, s.admin),
    () => s.send('POST', `/api/people/${pick(family.people)}/merge`, { target_id: pick(family.people) }, s.admin),
    async () => {
      const { payload } = await s.get('/api/people/merges', s.admin);
      const [last] = (JSON.parse(payload) as { merges: { merge_id: number }[] }).merges;
      return last && s.send('POST', `/api/people/merges/${last.merge_id}/undo`, {}, s.admin);
    },
    // The same changes as by a sync.
    async () => {
      const album = pick(s.db.prepare<[], number>('SELECT id FROM albums ORDER BY id').pluck().all());
      s.db
        .prepare('INSERT OR IGNORE INTO album_photos (album_id, photo_id) VALUES (?, ?)')
        .run(album, pick(family.photos));
      s.db.prepare('UPDATE photos SET deleted_at = 1 WHERE id = ?').run(pick(family.photos));
      await Promise.resolve();
    },
  ];

  it('answers as if it did not contain what is withheld from the user', async function () {
    await compare({ id: 1, isReader: true }, s.reader, isOwn);
    for (let round = 0; round < rounds; round++) {
      for (const step of keepings) await step();
      await compare({ id: 1, isReader: true }, s.reader, isOwn);
      await compare({ id: 2, isReader: false }, s.writer, isOwn);
    }
  });

  it('counts in the public status only what is withheld from nobody', async () => {
    for (const step of keepings) await step();
    await compare('anybody', {}, (url) => url === '/api/status');
    await keep(`people/${pick(people())}`, { kept_from: [2] });
    await compare('anybody', s.reader, (url) => url === '/api/status');
  });

  it('still answers without what is withheld after random merges, undone merges, syncs and edits', async function () {
    hasOtherFaces = true;
    for (let round = 0; round < rounds; round++) {
      for (const step of keepings) await step();
      for (let step = 0; step < stepsEach; step++) await pick(steps)();
      await compare({ id: 1, isReader: true }, s.reader, isOwn);
      await compare({ id: 2, isReader: false }, s.writer, isOwn);
    }
  });
});
