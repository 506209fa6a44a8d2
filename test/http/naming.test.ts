import { expect } from 'chai';
import type { FaceList, LikelyFaces, People, Person, Suggestions } from '../../core/http/wire.ts';
import { PeopleServer } from '../support/people-server.ts';

describe('faces and groups that wait for a name', () => {
  const rig = PeopleServer.inSuite();
  const { photo, post, refused } = rig;

  const someone = (name: string | null, like: Readonly<Record<number, number>>, count = 3): number => {
    const person = rig.faces.person(name);
    for (let i = 0; i < count; i += 1) rig.faces.add({ photo: photo(), person, like });
    return person;
  };
  const ids = async (url: string, headers = rig.s.writer): Promise<number[]> => {
    const { people, total } = await rig.s.json<People>(url, headers);
    expect(total).to.equal(people.length);
    return people.map(({ id }) => id);
  };
  const waiting = async (url = '/api/faces/unassigned'): Promise<number[]> => {
    const { faces, total } = await rig.s.json<FaceList>(url, rig.s.writer);
    expect(total).to.equal(faces.length);
    return faces.map(({ id }) => id);
  };
  const likely = (query = ''): Promise<LikelyFaces> => rig.s.json<LikelyFaces>(`/api/faces/likely?${query}`);

  it('include groups without a name, largest first', async () => {
    const [few, many] = [someone(null, { 1: 1 }, 3), someone(null, { 2: 1 }, 5)];
    const anna = someone('Anna', { 3: 1 }, 9);
    expect(await ids('/api/people?named=false')).to.deep.equal([many, few]);
    expect(await ids('/api/people?named=true')).to.deep.equal([anna]);
  });

  it('exclude ignored groups, until they are named or no longer ignored', async () => {
    const [stranger, other] = [someone(null, { 1: 1 }, 5), someone(null, { 2: 1 })];
    const face = rig.faces.add({ photo: photo(), like: { 1: 1 } });
    await post('/api/people/hidden', { person_ids: [stranger, other], hidden: true });
    expect(await ids('/api/people?named=false')).to.deep.equal([]);
    expect(await ids('/api/people/ignored')).to.deep.equal([stranger, other]);
    expect((await rig.s.json<Suggestions>(`/api/faces/${face}/suggest`)).suggestions).to.deep.equal([]);
    await post('/api/people/hidden', { person_ids: [other], hidden: false });
    expect(await ids('/api/people/ignored')).to.deep.equal([stranger]);
    await post(`/api/people/${stranger}/name`, { name: 'Anna' });
    expect(await ids('/api/people/ignored')).to.deep.equal([]);
    expect((await rig.s.json<Person>(`/api/people/${stranger}`)).hidden).to.equal(false);
    expect((await refused('/api/people/hidden', { person_ids: [other, 999], hidden: true }))[0]).to.equal(404);
    expect(await ids('/api/people?named=false')).to.deep.equal([other]);
    const rightless = await refused('/api/people/hidden', { person_ids: [other], hidden: true }, rig.s.reader);
    expect(rightless[0]).to.equal(403);
    expect((await rig.s.get('/api/people/ignored')).statusCode).to.equal(403);
  });

  it('exclude ignored faces, until that is undone', async () => {
    const [one, other] = [1, 2].map((axis) => rig.faces.add({ photo: photo(), like: { [axis]: 1 } }));
    await post('/api/faces/ignore', { face_ids: [one] });
    expect(await waiting()).to.deep.equal([other]);
    expect(await waiting('/api/faces/ignored')).to.deep.equal([one]);
    expect((await rig.s.get('/api/faces/ignored')).statusCode).to.equal(403);
    await post('/api/faces/ignore', { face_ids: [one], ignored: false });
    expect(await waiting()).to.deep.equal([one, other]);
    await post('/api/faces/ignore', { face_ids: [one] });
    await post(`/api/faces/${one!}/person`, { name: 'Anna' });
    expect(await waiting('/api/faces/ignored')).to.deep.equal([]);
    expect((await refused('/api/faces/ignore', { face_ids: [other, one] }))[0]).to.equal(409);
    expect((await refused('/api/faces/ignore', { face_ids: [other, 999] }))[0]).to.equal(404);
    expect(await waiting()).to.deep.equal([other]);
    expect((await refused('/api/faces/ignore', { face_ids: [other] }, rig.s.reader))[0]).to.equal(403);
  });

  it('are not named along with a similar face once they are ignored', async () => {
    const [one, alike] = [1, 2].map(() => rig.faces.add({ photo: photo(), like: { 1: 1 } }));
    await post('/api/faces/ignore', { face_ids: [alike] });
    await post(`/api/faces/${one!}/person`, { name: 'Anna' });
    expect(rig.faces.assignment(alike!).person).to.equal(null);
  });

  it('in hidden photos are listed as ignored only with include_hidden', async () => {
    const dark = photo();
    const face = rig.faces.add({ photo: dark, like: { 1: 1 } });
    rig.s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(dark);
    await post('/api/faces/ignore', { face_ids: [face] });
    expect(await waiting('/api/faces/ignored')).to.deep.equal([]);
    expect(await waiting('/api/faces/ignored?include_hidden=true')).to.deep.equal([face]);
    expect(await waiting()).to.deep.equal([]);
  });

  it('come with likely people, but none below the similarity that the model requires', async () => {
    someone('Anna', { 1: 1 });
    someone(null, { 7: 1 });
    const [sure, unsure] = [{ 1: 1 }, { 1: 0.4, 2: 0.92 }].map((like) => rig.faces.add({ photo: photo(), like }));
    const stranger = rig.faces.add({ photo: photo(), like: { 1: 0.3, 2: 0.95 } });
    const likeUnnamed = rig.faces.add({ photo: photo(), like: { 7: 1 } });
    const { faces, next, total } = await likely();
    const told = faces.map(({ face, suggestions: [first] }) => [face.id, first?.person.name, first?.likeness]);
    expect(told).to.deep.equal([
      [sure, 'Anna', 'likely'],
      [unsure, 'Anna', 'maybe'],
    ]);
    expect([next, total]).to.deep.equal([null, 4]);
    expect((await rig.s.json<Suggestions>(`/api/faces/${stranger}/suggest`)).suggestions).to.deep.equal([]);
    await post('/api/faces/ignore', { face_ids: [sure] });
    expect((await likely()).faces.map(({ face }) => face.id)).to.deep.equal([unsure]);
    expect(likeUnnamed).to.be.greaterThan(0);
  });

  it('come in pages that together contain each face once', async () => {
    someone('Anna', { 1: 1 });
    const expected = Array.from({ length: 150 }, (_, at) =>
      rig.faces.add({ photo: photo(), like: { 1: 1, [at + 10]: 0.5 }, score: 0.5 + (at % 7) / 20 }),
    );
    const found: number[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page: LikelyFaces = await likely(`limit=20&after=${after}`);
      found.push(...page.faces.map(({ face }) => face.id));
      after = page.next;
    }
    expect(found.sort((a, b) => a - b)).to.deep.equal(expected);
    expect((await rig.s.get('/api/faces/likely?after=nowhere')).statusCode).to.equal(400);
  });
});
