import { expect } from 'chai';
import type { People, PhotoList } from '../../core/http/wire.ts';
import { PeopleServer } from '../support/people-server.ts';
import { until } from '../support/until.ts';

describe('users’ decisions about people', () => {
  const rig = PeopleServer.inSuite();
  const { photo, post, refused, people, texts } = rig;

  describe('a name', () => {
    it('can be given and changed, keeps its spelling, and is found in the texts of photos', async () => {
      const person = rig.faces.person();
      rig.faces.add({ photo: photo(), person });
      expect(await post(`/api/people/${person}/name`, { name: '  Zoe\u0308 ' })).to.deep.equal({
        ok: true,
        merged: false,
      });
      expect(await people()).to.deep.equal({ 'Zo\u00eb': 1 });
      expect(texts('zoë')).to.equal(1);
      await post(`/api/people/${person}/name`, { name: 'ZOË' });
      expect(await people()).to.deep.equal({ ZOË: 1 });
      await post(`/api/people/${person}/name`, { name: 'Berta' });
      expect([texts('zoë'), texts('berta')]).to.deep.equal([0, 1]);
    });

    it('that another person already has merges the two people', async () => {
      const [anna, other] = [rig.faces.person('Anna'), rig.faces.person()];
      const [a, b] = [photo(), photo()];
      rig.faces.add({ photo: a, person: anna });
      const moved = rig.faces.add({ photo: b, person: other });
      expect(await post(`/api/people/${other}/name`, { name: 'ANNA' })).to.deep.equal({
        ok: true,
        merged: true,
        merge_id: 1,
        target_id: anna,
        photo_count: 2,
        face_count: 2,
      });
      expect(await people()).to.deep.equal({ Anna: 2 });
      expect(rig.faces.assignment(moved).person).to.equal(anna);
      expect((await rig.s.get(`/api/people/${other}/faces`)).statusCode).to.equal(404);
      expect(texts('anna')).to.equal(2);
      expect((await rig.s.json<PhotoList>(`/api/people/${anna}/photos`)).total).to.equal(2);
    });

    it('that is given to two people at once makes them one person', async () => {
      const [one, two] = [rig.faces.person(), rig.faces.person()];
      for (const person of [one, two]) rig.faces.add({ photo: photo(), person });
      await Promise.all([one, two].map((person) => post(`/api/people/${person}/name`, { name: 'Anna' })));
      expect(await people()).to.deep.equal({ Anna: 2 });
    });

    it('merges nobody if it became free while other people were being merged', async () => {
      const [from, to, anna, other] = [
        rig.faces.person(),
        rig.faces.person(),
        rig.faces.person('Anna'),
        rig.faces.person(),
      ];
      for (const person of [to, anna, other]) rig.faces.add({ photo: photo(), person });
      rig.s.db.transaction(() => {
        for (let count = 0; count < 2000; count += 1) rig.faces.add({ photo: photo(), person: from });
      })();
      const [, named] = await Promise.all([
        post(`/api/people/${from}/merge`, { target_id: to }),
        post(`/api/people/${other}/name`, { name: 'Anna' }),
        post(`/api/people/${anna}/name`, { name: 'Berta' }),
      ]);
      expect(named).to.deep.equal({ ok: true, merged: false });
      expect(await people()).to.deep.equal({ Anna: 1, Berta: 1, [`#${to}`]: 2001 });
    });

    it('is taken back unless it has changed since, and merges nobody', async () => {
      const [person, other] = [rig.faces.person('Ana'), rig.faces.person()];
      for (const id of [person, other]) rig.faces.add({ photo: photo(), person: id });
      const url = `/api/people/${person}/name`;
      const removal = (name: string) => rig.s.send('DELETE', `${url}?undoes=${name}`, {}, rig.s.writer);
      await post(url, { name: 'Anna' });
      await post(url, { name: 'Ana', undoes: ' Anna ' });
      await post(url, { name: 'Ana', undoes: 'Anna' });
      expect(await people()).to.deep.equal({ Ana: 1, [`#${other}`]: 1 });

      await post(url, { name: 'Hannah' });
      const changed = [409, 'The name of the person was changed since.'];
      expect(await refused(url, { name: 'Ana', undoes: 'Anna' })).to.deep.equal(changed);
      expect((await removal('Anna')).headers['x-error-kind']).to.equal('name_changed');

      await post(`/api/people/${other}/name`, { name: 'ana' });
      const held = [409, 'Another person has the earlier name.'];
      expect(await refused(url, { name: 'Ana', undoes: 'Hannah' })).to.deep.equal(held);
      expect(await people()).to.deep.equal({ Hannah: 1, ana: 1 });

      for (let attempt = 0; attempt < 2; attempt++) expect((await removal('Hannah')).statusCode).to.equal(200);
      expect(await people()).to.deep.equal({ ana: 1, [`#${person}`]: 1 });
    });

    it('is refused if it is empty, too long or has control characters', async () => {
      const person = rig.faces.person();
      rig.faces.add({ photo: photo(), person });
      for (const name of ['', '   ', 'a'.repeat(101), 'a\u0000b']) {
        expect((await refused(`/api/people/${person}/name`, { name }))[0], JSON.stringify(name)).to.equal(400);
      }
      await post(`/api/people/${person}/name`, { name: '\u{1F426}'.repeat(100) });
      expect((await refused(`/api/people/${person}/name`, { name: 5 }))[0]).to.equal(400);
      expect((await refused(`/api/people/${person}/name`, { name: 'A', nick: 'B' }))[0]).to.equal(400);
      expect((await refused(`/api/people/${person}/name`, { name: 'A' }, rig.s.reader))[0]).to.equal(403);
      expect(await refused('/api/people/999/name', { name: 'A' })).to.deep.equal([404, 'There is no such person.']);
    });

    it('is updated in the texts of more photos than are written in one batch', async () => {
      const person = rig.faces.person('Anna');
      for (let i = 0; i < 180; i += 1) rig.faces.add({ photo: photo(), person });
      await post(`/api/people/${person}/name`, { name: 'Berta' });
      await until(() => texts('berta') === 180);
      expect([texts('berta'), texts('anna')]).to.deep.equal([180, 0]);
    });
  });

  describe('a merge', () => {
    it('keeps users’ decisions about both people', async () => {
      const [from, to, third] = [rig.faces.person(), rig.faces.person('Anna'), rig.faces.person('Berta')];
      const decided = rig.faces.add({ photo: photo(), person: from, assignedBy: 'user' });
      const decidedBoth = rig.faces.add({ photo: photo(), person: to, assignedBy: 'user' });
      const taken = rig.faces.add({ photo: photo(), person: from });
      await post(`/api/faces/${taken}/unassign`, {});
      rig.s.db.prepare('INSERT INTO face_refusals VALUES (?, ?, NULL, 0)').run(decidedBoth, from);
      await post('/api/people/duplicates/dismiss', { a: from, b: third });
      await post('/api/people/duplicates/dismiss', { a: from, b: to });
      expect(await post(`/api/people/${from}/merge`, { target_id: to })).to.deep.equal({
        ok: true,
        merged: true,
        merge_id: 1,
        target_id: to,
        photo_count: 2,
        face_count: 2,
      });
      expect(rig.faces.assignment(decided)).to.deep.equal({ person: to, by: 'user', decided: to, refused: [] });
      expect(rig.faces.assignment(decidedBoth)).to.deep.equal({ person: to, by: 'user', decided: to, refused: [] });
      expect(rig.faces.assignment(taken)).to.deep.equal({ person: null, by: 'auto', decided: null, refused: [to] });
      expect(rig.s.db.prepare('SELECT low_id, high_id FROM people_kept_apart').raw().all()).to.deep.equal([
        [to, third],
      ]);
    });

    it('unassigns a face that has a cannot-link to the target', async () => {
      const [from, to] = [rig.faces.person(), rig.faces.person()];
      const face = rig.faces.add({ photo: photo(), person: from });
      rig.faces.add({ photo: photo(), person: from });
      rig.s.db.prepare('INSERT INTO face_refusals VALUES (?, ?, NULL, 0)').run(face, to);
      await post(`/api/people/${from}/merge`, { target_id: to });
      expect(rig.faces.assignment(face).person).to.equal(null);
      expect(await people()).to.deep.equal({ [`#${to}`]: 1 });
    });

    it('keeps the cover of the target, and a name that only the source has', async () => {
      const [from, to] = [rig.faces.person('Anna'), rig.faces.person()];
      const cover = rig.faces.add({ photo: photo(), person: to, quality: 0.1 });
      rig.faces.add({ photo: photo(), person: from, quality: 0.9 });
      await post(`/api/people/${from}/merge`, { target_id: to });
      const [person] = (await rig.s.json<People>('/api/people')).people;
      expect(person).to.include({ id: to, name: 'Anna', cover_face_id: cover, face_count: 2 });
      expect(texts('anna')).to.equal(2);
    });

    it('works if both people are in the same photo', async () => {
      const [from, to, at] = [rig.faces.person(), rig.faces.person(), photo()];
      for (const person of [from, to]) rig.faces.add({ photo: at, person });
      expect(await post(`/api/people/${from}/merge`, { target_id: to })).to.include({ photo_count: 1, face_count: 2 });
    });

    it('requires two different people who exist', async () => {
      const person = rig.faces.person('Anna');
      expect(await refused(`/api/people/${person}/merge`, { target_id: person })).to.deep.equal([
        409,
        'A person cannot be merged into themselves.',
      ]);
      expect((await refused(`/api/people/${person}/merge`, { target_id: 999 }))[0]).to.equal(404);
      expect((await refused(`/api/people/999/merge`, { target_id: person }))[0]).to.equal(404);
      expect((await refused(`/api/people/999/merge`, { target_id: 999 }))[0]).to.equal(404);
      expect((await refused(`/api/people/${person}/merge`, {}))[0]).to.equal(400);
      expect((await refused(`/api/people/${person}/merge`, { target_id: 1 }, rig.s.reader))[0]).to.equal(403);
    });
  });
});
