import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import type {
  AssignedFace,
  Face,
  FaceList,
  MergedPerson,
  People,
  PeoplePairs,
  Person,
  Photo,
  RenamedPerson,
  SearchResults,
  Status,
  Suggestions,
} from '../../core/http/wire.ts';
import manifest from '../../plugins/demo-source/manifest.json' with { type: 'json' };
import { LibraryClient } from '../support/library-client.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

/** The person of a face, by the manifest, which knows where each head was rendered. */
function whoIs({ photo_uid: uid, box }: Face): string {
  const photo = manifest.photos.find(({ file }) => uid === `demo-${file}`);
  const inside = photo?.people.filter(({ x, y }) => x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h);
  if (inside?.length !== 1) throw new Error(`${inside?.length ?? 0} people are rendered where a face of ${uid} is`);
  return inside[0]!.who;
}

/** The number of photos of each person in the manifest. */
function appearances(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { who } of manifest.photos.flatMap(({ people }) => people)) counts.set(who, (counts.get(who) ?? 0) + 1);
  return counts;
}

const nameOf = (who: string): string => manifest.people.find((person) => person.who === who)!.name;

describe('the demo without models, in a real process', function () {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  let server: ServerProcess;
  let library: LibraryClient;
  /** The ids of people, by their keys in the manifest. */
  const ids = new Map<string, number>();

  before(() => start());
  after(async () => {
    await (server as ServerProcess | undefined)?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Faces are clustered every second, so that this happens between any actions of users. */
  async function start(): Promise<void> {
    server = await startServerProcess(
      {
        DATA_DIR: join(folder, 'data'),
        MODELS_DIR: join(folder, 'no-models'),
        SYNC_INTERVAL: '1',
        CLUSTER_INTERVAL: '1',
        VALIDATE_ANSWERS: '1',
      },
      { command: 'demo' },
    );
    library = await LibraryClient.signIn(server.url, { username: 'admin', password: 'admin-demo' });
  }

  const people = async (): Promise<Person[]> => (await library.json<People>('/api/people')).people;
  const facesOf = async (id: number): Promise<Face[]> =>
    (await library.json<FaceList>(`/api/people/${id}/faces`)).faces;
  const person = async (who: string): Promise<Person> => (await people()).find(({ id }) => id === ids.get(who))!;
  /** A person’s face in a photo without anyone else. */
  const portraitOf = async (who: string): Promise<Face> => {
    const alone = manifest.photos.filter(({ people: shown }) => shown.length === 1 && shown[0]!.who === who);
    const faces = await facesOf(ids.get(who)!);
    return faces.find(({ photo_uid: uid }) => alone.some(({ file }) => uid === `demo-${file}`))!;
  };

  it('has eight people soon after its first start', async () => {
    await until(async () => {
      const found = await people();
      return found.length === 8 && found.reduce((sum, { face_count: faces }) => sum + faces, 0) === 59;
    });
    const { ml_ready: ready, demo } = await library.json<Status>('/api/status');
    expect({ ready, demo }).to.deep.equal({ ready: false, demo: true });
  });

  it('finds photos by recognised things and texts, and gives the reason, although there are no models', async () => {
    const search = (q: string): Promise<SearchResults> => library.json(`/api/search?q=${q}`);
    await until(async () => (await search('boat')).total > 0);
    const { results, semantic } = await search('boat');
    expect(semantic).to.equal(true);
    expect(results.map(({ uid }) => uid)).to.deep.equal(['demo-sunset-sea.jpg']);
    expect(results[0]!.why).to.deep.equal([{ kind: 'thing', text: 'boat' }]);
    const vases = (await search('vases')).results.filter(({ why }) => why[0]?.kind === 'thing');
    expect(vases.map(({ uid }) => uid)).to.include('demo-breakfast-flowers.jpg');

    const { results: pancakes } = await search('pancakes');
    expect(pancakes.length).to.be.at.least(6);
    for (const { why } of pancakes) expect(why.map(({ text }) => text).join()).to.match(/pancakes/i);

    const { results: written } = await search('0001');
    expect(written.map(({ uid, why }) => ({ uid, why }))).to.deep.equal([
      { uid: 'demo-table-friends.jpg', why: [{ kind: 'written', text: '0001' }] },
    ]);
    const { things } = await library.json<Photo>('/api/photos/demo-breakfast.jpg');
    expect(things.map(({ names }) => names.de)).to.include.members(['cup', 'orange']);
  });

  it('confuses no people, and misses no face', async () => {
    const found = await people();
    for (const { id, face_count: count, name } of found) {
      const faces = await facesOf(id);
      const whose = new Set(faces.map(whoIs));
      expect([...whose], `faces of person ${id}`).to.have.length(1);
      const [who = ''] = whose;
      expect(ids.has(who), `${who} twice`).to.equal(false);
      ids.set(who, id);
      expect({ count, listed: faces.length, name }).to.deep.equal({
        count: appearances().get(who),
        listed: appearances().get(who),
        name: null,
      });
    }
    expect([...ids.keys()]).to.have.members([...appearances().keys()]);
    expect(await library.json<FaceList>('/api/faces/unassigned')).to.deep.equal({ faces: [], total: 0 });
  });

  it('shows a JPEG for each person and each face', async () => {
    const found = await people();
    const faces = (await Promise.all(found.map(({ id }) => facesOf(id)))).flat();
    const urls = [...found.map(({ cover_url: url }) => url), ...faces.map(({ crop_url: url }) => url)];
    expect(urls).to.have.length(8 + 59);
    for (const url of urls) {
      const answer = await fetch(new URL(url ?? '', server.url));
      expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'image/jpeg']);
      const { format, width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect(format).to.equal('jpeg');
      expect(width).to.be.greaterThan(60);
    }
  });

  it('finds the photos of a person by the given name', async () => {
    for (const [who, id] of ids) {
      const renamed = await library.json<RenamedPerson>(`/api/people/${id}/name`, 'POST', { name: nameOf(who) });
      expect(renamed).to.deep.equal({ ok: true, merged: false });
    }
    const { results } = await library.json<SearchResults>('/api/search?q=Kenji&limit=100');
    expect(results).to.have.length(appearances().get('kenji')!);
  });

  it('suggests who a face is, and that two people are the same, until they are merged', async () => {
    const portrait = await portraitOf('ravi');
    const { person: stranger } = await library.json<AssignedFace>(`/api/faces/${portrait.id}/person`, 'POST', {
      name: 'Somebody',
    });
    expect(await person('ravi')).to.include({ face_count: 8 });

    const { suggestions } = await library.json<Suggestions>(`/api/faces/${portrait.id}/suggest`);
    expect(suggestions[0]!.person.id).to.equal(ids.get('ravi'));
    expect(suggestions[0]!.similarity).to.be.greaterThan(suggestions[1]!.similarity + 0.1);

    const { pairs } = await library.json<PeoplePairs>('/api/people/duplicates?threshold=0.55');
    expect(pairs.map(({ a, b }) => [a.id, b.id].sort())).to.deep.equal([[ids.get('ravi')!, stranger.id].sort()]);

    const target = ids.get('ravi');
    const merged = await library.json<MergedPerson>(`/api/people/${stranger.id}/merge`, 'POST', { target_id: target });
    expect(merged).to.deep.include({ ok: true, target_id: target, face_count: 9 });
    expect(await people()).to.have.length(8);
    expect((await library.json<PeoplePairs>('/api/people/duplicates?threshold=0.55')).pairs).to.deep.equal([]);
  });

  it('does not suggest the person that a face was removed from', async () => {
    const portrait = await portraitOf('amara');
    await library.json<Face>(`/api/faces/${portrait.id}/unassign`, 'POST');
    const { suggestions } = await library.json<Suggestions>(`/api/faces/${portrait.id}/suggest`);
    expect(suggestions.map(({ person: { id } }) => id)).not.to.include(ids.get('amara'));
  });

  it('keeps names, merges and cannot-link decisions after a kill and through later clustering', async () => {
    const before = await people();
    await server.kill();
    await start();
    await library.untilAtRest({ runs: 3 });
    const counts = (list: readonly Person[]): unknown[] =>
      list.map(({ id, name, face_count: faces, photo_count: photos }) => ({ id, name, faces, photos }));
    expect(counts(await people())).to.deep.equal(counts(before));
    for (const [who, count] of appearances()) {
      expect(await person(who)).to.include({ name: nameOf(who), face_count: who === 'amara' ? count - 1 : count });
    }
    const { faces } = await library.json<FaceList>('/api/faces/unassigned');
    expect(faces.map(whoIs)).to.deep.equal(['amara']);
    expect(faces[0]).to.include({ person_id: null, person_name: null });
  });
});
