import { expect } from 'chai';
import { inject } from '../../core/compose/inject.ts';
import type { PeoplePairs, Suggestions } from '../../core/http/wire.ts';
import { libraryServer } from '../support/library-server.ts';
import { FaceRows } from '../support/face-rows.ts';
import { PeopleServer } from '../support/people-server.ts';

describe('suggestions about people', () => {
  const rig = PeopleServer.inSuite();
  const { photo, post, refused } = rig;

  describe('the people suggested for a face', () => {
    const suggested = async (face: number, query = ''): Promise<[string | null, number][]> =>
      (await rig.s.json<Suggestions>(`/api/faces/${face}/suggest?${query}`)).suggestions.map(
        ({ person, similarity }) => [person.name, Math.round(similarity * 100) / 100],
      );

    it('are those it resembles on average, except people in its photo, in hidden photos or with a cannot-link', async () => {
      const [anna, berta, refusedOne, there, secret] = ['Anna', 'Berta', 'Refused', 'There', 'Secret'].map((name) =>
        rig.faces.person(name),
      );
      const at = photo();
      const face = rig.faces.add({ photo: at, like: { 1: 1 } });
      rig.faces.add({ photo: photo(), person: anna!, like: { 1: 1, 2: 1 } });
      rig.faces.add({ photo: photo(), person: anna!, like: { 1: 1, 2: -1 } });
      rig.faces.add({ photo: photo(), person: berta!, like: { 1: 0.6, 3: 0.8 } });
      rig.faces.add({ photo: photo(), person: refusedOne!, like: { 1: 1 } });
      rig.s.db.prepare('INSERT INTO face_refusals VALUES (?, ?, NULL, 0)').run(face, refusedOne);
      rig.faces.add({ photo: at, person: there!, like: { 1: 1 } });
      const hidden = photo();
      rig.faces.add({ photo: hidden, person: secret!, like: { 1: 1 } });
      rig.s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(hidden);
      expect(await suggested(face)).to.deep.equal([
        ['Anna', 1],
        ['Berta', 0.6],
      ]);
      expect(await suggested(face, 'limit=1')).to.deep.equal([['Anna', 1]]);
      await post(`/api/people/${anna!}/merge`, { target_id: berta! });
      expect(await suggested(face)).to.deep.equal([['Berta', 0.93]]);
    });

    it('are shown for a face in a hidden photo only to users who may see hidden photos', async () => {
      rig.faces.add({ photo: photo(), person: rig.faces.person('Anna'), like: { 1: 1 } });
      const hidden = photo();
      const face = rig.faces.add({ photo: hidden, like: { 1: 1 } });
      rig.s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(hidden);
      const url = `/api/faces/${face}/suggest`;
      expect((await rig.s.json<Suggestions>(url, rig.s.writer)).suggestions).to.have.length(1);
      const refused = await rig.s.get(url);
      expect([refused.statusCode, refused.payload]).to.deep.equal([
        404,
        (await rig.s.get('/api/faces/999/suggest')).payload,
      ]);
    });

    it('are none for a face without an embedding, and an error for an unknown face', async () => {
      rig.faces.add({ photo: photo(), person: rig.faces.person('Anna'), like: { 1: 1 } });
      expect(await suggested(rig.faces.add({ photo: photo() }))).to.deep.equal([]);
      expect((await rig.s.get('/api/faces/999/suggest')).statusCode).to.equal(404);
      expect((await rig.s.get('/api/faces/1/suggest?limit=51')).statusCode).to.equal(400);
    });

    it('are the same without a plugin for vector indexes', async () => {
      await rig.s.stop();
      rig.s = await libraryServer();
      rig.faces = new FaceRows(rig.s.db);
      const face = rig.faces.add({ photo: photo(), like: { 1: 1 } });
      for (const [name, like] of [
        ['Anna', { 1: 1, 2: 0.5 }],
        ['Berta', { 1: 1, 2: 2 }],
      ] as const) {
        rig.faces.add({ photo: photo(), person: rig.faces.person(name), like });
      }
      expect(await suggested(face)).to.deep.equal([
        ['Anna', 0.89],
        ['Berta', 0.45],
      ]);
    });
  });

  it('are not searched any further when the client has disconnected', async () => {
    for (const person of [rig.faces.person('Anna'), rig.faces.person('Ann')]) {
      rig.faces.add({ photo: photo(), person, like: { 1: 1, [person + 10]: 0.5 } });
    }
    rig.faces.add({ photo: photo(), like: { 1: 1 } });
    const viewer = { userId: 1, role: 'read', username: 'read' } as const;
    const { mergeSuggestions, lookAlikes, likelyFaces } = rig.s.container.resolve(inject.people);
    const page = { limit: 10, offset: 0 };
    const searches: ((signal: AbortSignal) => Promise<unknown>)[] = [
      (signal) => mergeSuggestions.list(viewer, { threshold: 0.4 }, 10, signal),
      (signal) => mergeSuggestions.ranking(viewer, 0.4, page, signal),
      (signal) => lookAlikes.people(viewer, 1, 0.4, { ...page, signal }),
      (signal) => lookAlikes.faces(viewer, 1, 10, signal),
      (signal) => likelyFaces.page(viewer, null, 10, signal),
    ];
    for (const [at, search] of searches.entries()) {
      const client = new AbortController();
      const answer = search(client.signal).then(
        () => 'answered',
        () => 'ended',
      );
      client.abort();
      expect(await answer, `search ${at}`).to.equal('ended');
      expect(await search(new AbortController().signal)).not.to.equal(undefined);
    }
  });

  describe('pairs of people who may be the same person', () => {
    const pairs = async (query = ''): Promise<[string | null, string | null, number][]> =>
      (await rig.s.json<PeoplePairs>(`/api/people/duplicates?${query}`)).pairs.map(({ a, b, similarity }) => [
        a.name,
        b.name,
        Math.round(similarity * 100) / 100,
      ]);

    it('are listed most similar first, until a user says that they are not the same', async () => {
      const [anna, ann, berta] = [rig.faces.person('Anna'), rig.faces.person(), rig.faces.person('Berta')];
      for (const person of [anna, ann]) rig.faces.add({ photo: photo(), person, like: { 1: 1, [person + 10]: 0.5 } });
      rig.faces.add({ photo: photo(), person: berta, like: { 1: 0.7, 2: 0.72 } });
      expect(await pairs()).to.deep.equal([
        ['Anna', null, 0.8],
        ['Anna', 'Berta', 0.62],
        ['Berta', null, 0.62],
      ]);
      expect(await pairs('threshold=0.7')).to.deep.equal([['Anna', null, 0.8]]);
      expect(await pairs('limit=1')).to.deep.equal([['Anna', null, 0.8]]);
      expect(await post('/api/people/duplicates/dismiss', { a: ann, b: anna })).to.deep.equal({ ok: true });
      expect(await pairs()).to.deep.equal([
        ['Anna', 'Berta', 0.62],
        ['Berta', null, 0.62],
      ]);
      await post(`/api/people/${ann}/merge`, { target_id: anna });
      expect(await pairs()).to.have.length(1);
    });

    it('exclude people who are often seen together, and people who are only in hidden photos', async () => {
      const [anna, berta, secret] = [rig.faces.person('Anna'), rig.faces.person('Berta'), rig.faces.person('Secret')];
      const together = photo();
      for (const person of [anna, berta]) rig.faces.add({ photo: together, person, like: { 1: 1 } });
      const hidden = photo();
      rig.faces.add({ photo: hidden, person: secret, like: { 1: 1 } });
      rig.s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(hidden);
      expect(await pairs()).to.deep.equal([]);
      for (let i = 0; i < 9; i += 1) {
        for (const person of [anna, berta]) rig.faces.add({ photo: photo(), person, like: { 1: 1 } });
      }
      expect(await pairs()).to.deep.equal([['Anna', 'Berta', 1]]);
    });

    it('include people who are visible again, and follow a change of the model', async () => {
      const [anna, berta] = [rig.faces.person('Anna'), rig.faces.person('Berta')];
      const [a, b] = [photo(), photo()];
      const ids = [
        rig.faces.add({ photo: a, person: anna, like: { 1: 1 } }),
        rig.faces.add({ photo: b, person: berta, like: { 1: 1 } }),
      ];
      const hide = rig.s.db.prepare(
        'INSERT INTO photo_flags (photo_id, hidden) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET hidden = ?2',
      );
      for (const id of [a, b]) hide.run({ 1: id, 2: 1 });
      expect(await pairs()).to.deep.equal([]);
      for (const id of [a, b]) hide.run({ 1: id, 2: 0 });
      expect(await pairs()).to.deep.equal([['Anna', 'Berta', 1]]);

      for (const [at, id] of ids.entries()) rig.faces.embed(id, at === 0 ? { 1: 1 } : { 1: 1, 2: 1 }, 'other@1');
      rig.s.db.exec(`UPDATE current_models SET model = 'other@1' WHERE kind = 'face'`);
      expect(await pairs()).to.deep.equal([['Anna', 'Berta', 0.71]]);
    });

    it('are refused with invalid parameters', async () => {
      const anna = rig.faces.person('Anna');
      expect((await rig.s.get('/api/people/duplicates?threshold=2')).statusCode).to.equal(400);
      expect((await rig.s.get('/api/people/duplicates?limit=1001')).statusCode).to.equal(400);
      expect((await refused('/api/people/duplicates/dismiss', { a: anna, b: anna }))[0]).to.equal(400);
      expect((await refused('/api/people/duplicates/dismiss', { a: anna, b: 999 }))[0]).to.equal(404);
      expect((await refused('/api/people/duplicates/dismiss', { a: anna }))[0]).to.equal(400);
      expect((await refused('/api/people/duplicates/dismiss', { a: anna, b: 1 }, rig.s.reader))[0]).to.equal(403);
    });
  });
});
