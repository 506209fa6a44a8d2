import { expect } from 'chai';
import type { PeoplePairs, SimilarFaces, SimilarPeople, SuggestedMerges } from '../../core/http/wire.ts';
import { PeopleServer } from '../support/people-server.ts';

describe('similar people and faces', () => {
  const rig = PeopleServer.inSuite();
  const { photo, post, refused } = rig;

  /** A person with several faces, all with the same embedding. */
  const someone = (name: string | null, like: Readonly<Record<number, number>>, count = 3): number => {
    const person = rig.faces.person(name);
    for (let i = 0; i < count; i += 1) rig.faces.add({ photo: photo(), person, like });
    return person;
  };
  const similar = async (person: number, query = '', headers = rig.s.reader): Promise<unknown> => {
    const answer = await rig.s.json<SimilarPeople>(`/api/people/${person}/similar?${query}`, headers);
    return [answer.similar.map(({ person, likeness }) => [person.id, likeness]), answer.total];
  };
  const hidden = (at: number): void => {
    rig.s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(at);
  };

  it('are listed most similar first, each as “likely” or “maybe”', async () => {
    const anna = someone('Anna', { 1: 1 });
    const [alike, lessAlike, stranger] = [
      someone(null, { 1: 1, 2: 0.3 }),
      // This person’s faces differ from each other; their mean is closer to Anna than each of them.
      rig.faces.person(),
      someone(null, { 3: 1 }),
    ];
    for (const axis of [4, 5, 6]) {
      rig.faces.add({ photo: photo(), person: lessAlike, like: { 1: 0.34, [axis]: 0.94 } });
    }
    expect(await similar(anna)).to.deep.equal([
      [
        [alike, 'likely'],
        [lessAlike, 'maybe'],
      ],
      2,
    ]);
    expect(await similar(anna, 'limit=1&offset=1')).to.deep.equal([[[lessAlike, 'maybe']], 2]);
    expect(await similar(anna, 'threshold=0.9')).to.deep.equal([[[alike, 'likely']], 1]);
    expect(await similar(stranger)).to.deep.equal([[], 0]);
    const { pairs } = await rig.s.json<PeoplePairs>('/api/people/duplicates?likely=true');
    expect(pairs.map(({ a, b, likeness }) => [a.id, b.id, likeness])).to.deep.equal([[anna, alike, 'likely']]);
  });

  it('exclude people who are hidden, kept apart, in the same photo, or only in hidden photos', async () => {
    const anna = someone('Anna', { 1: 1 });
    const [secret, apart, beside, unseen] = [1, 2, 3, 4].map(() => rig.faces.person());
    for (const person of [secret, apart, beside]) rig.faces.add({ photo: photo(), person: person!, like: { 1: 1 } });
    const together = photo();
    for (const person of [anna, beside!]) rig.faces.add({ photo: together, person, like: { 1: 1 } });
    const dark = photo();
    rig.faces.add({ photo: dark, person: unseen!, like: { 1: 1 } });
    hidden(dark);
    expect(await similar(anna)).to.deep.equal([
      [
        [secret, 'likely'],
        [apart, 'likely'],
      ],
      2,
    ]);
    await post(`/api/people/${secret}/hidden`, { hidden: true });
    await post('/api/people/duplicates/dismiss', { a: anna, b: apart });
    expect(await similar(anna)).to.deep.equal([[], 0]);
  });

  it('of a person who is only in hidden photos are not found by readers', async () => {
    const dark = photo();
    const secret = rig.faces.person();
    rig.faces.add({ photo: dark, person: secret, like: { 1: 1 } });
    hidden(dark);
    const anna = someone('Anna', { 1: 1 });
    for (const what of ['similar', 'similar-faces']) {
      const url = `/api/people/${secret}/${what}`;
      const answer = await rig.s.get(url);
      expect([answer.statusCode, answer.payload]).to.deep.equal([
        404,
        (await rig.s.get(`/api/people/999/${what}`)).payload,
      ]);
      expect((await rig.s.get(url, rig.s.writer)).statusCode).to.equal(200);
    }
    expect(await similar(secret, '', rig.s.writer)).to.deep.equal([[[anna, 'likely']], 1]);
  });

  it('include unassigned faces, which can be assigned to the person and taken back', async () => {
    const anna = someone('Anna', { 1: 1 });
    const at = photo();
    rig.faces.add({ photo: at, person: anna, like: { 1: 1 } });
    const near = rig.faces.add({ photo: photo(), like: { 1: 1, 2: 0.2 } });
    const far = rig.faces.add({ photo: photo(), like: { 1: 0.4, 2: 0.91 } });
    rig.faces.add({ photo: photo(), like: { 2: 1 } });
    rig.faces.add({ photo: at, like: { 1: 1 } });
    const refusedOne = rig.faces.add({ photo: photo(), like: { 1: 1 } });
    rig.s.db.prepare('INSERT INTO face_refusals VALUES (?, ?, NULL, 0)').run(refusedOne, anna);
    const dark = photo();
    rig.faces.add({ photo: dark, like: { 1: 1 } });
    hidden(dark);
    const loose = async (): Promise<unknown> =>
      (await rig.s.json<SimilarFaces>(`/api/people/${anna}/similar-faces`)).similar.map(({ face, likeness }) => [
        face.id,
        likeness,
      ]);
    const before = [
      [near, 'likely'],
      [far, 'maybe'],
    ];
    expect(await loose()).to.deep.equal(before);
    await post(`/api/people/${anna}/faces`, { face_ids: [near, far] });
    expect(rig.faces.assignment(far)).to.deep.include({ person: anna, by: 'user', decided: anna });
    expect(await loose()).to.deep.equal([]);
    await post(`/api/people/${anna}/faces`, { face_ids: [near, far], theirs: false });
    expect(rig.faces.assignment(far)).to.deep.equal({ person: null, by: 'auto', decided: null, refused: [] });
    expect(await loose()).to.deep.equal(before);
    expect((await refused(`/api/people/${anna}/faces`, { face_ids: [near, 999] }))[0]).to.equal(404);
    await post(`/api/people/${anna}/faces`, { face_ids: [near] });
    expect((await refused(`/api/people/${anna}/faces`, { face_ids: [far, near] }))[0]).to.equal(409);
    expect(rig.faces.assignment(far).person).to.equal(null);
    expect((await refused(`/api/people/${anna}/faces`, { face_ids: [far] }, rig.s.reader))[0]).to.equal(403);
  });

  it('suggest merges, first for the people who resemble the most others', async () => {
    const anna = someone('Anna', { 1: 1, 2: 1, 3: 1 });
    const [one, two] = [someone(null, { 1: 1, 2: 1 }, 4), someone(null, { 3: 1, 4: 0.3 }, 4)];
    const { people, total } = await rig.s.json<SuggestedMerges>('/api/people/suggested-merges');
    const round = (score: number): number => Math.round(score * 100) / 100;
    expect(
      people.map(({ person, candidate_count, top_scores }) => [person.id, candidate_count, top_scores.map(round)]),
    ).to.deep.equal([
      [anna, 2, [0.82, 0.55]],
      [one, 1, [0.82]],
      [two, 1, [0.55]],
    ]);
    expect(total).to.equal(3);
    const page = await rig.s.json<SuggestedMerges>('/api/people/suggested-merges?limit=1&offset=2');
    expect(page.people.map(({ person }) => person.id)).to.deep.equal([two]);
    await post(`/api/people/${two}/hidden`, { hidden: true });
    expect((await rig.s.json<SuggestedMerges>('/api/people/suggested-merges')).total).to.equal(2);
  });
});
