import { expect } from 'chai';
import type { People, PeoplePairs, Person, PhotoList, Status, Suggestions } from '../../core/http/wire.ts';
import type { FaceRows } from '../support/face-rows.ts';
import { withFaces } from '../support/faces-server.ts';
import type { LibraryServer } from '../support/library-server.ts';

let s: LibraryServer;
let faces: FaceRows;
let photos = 0;

const photo = (): number => s.rows.add({ uid: `p${(photos += 1)}` });
const send = async <T>(url: string, payload: object = {}, method: 'DELETE' | 'POST' = 'POST'): Promise<T> => {
  const { statusCode, payload: text } = await s.send(method, url, payload);
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${text}`);
  return JSON.parse(text) as T;
};
const refused = async (url: string, payload: object, headers = s.writer): Promise<number> =>
  (await s.send('POST', url, payload, headers)).statusCode;
const named = async (query = '', headers = s.writer): Promise<(string | null)[]> => {
  const { people, total } = await s.json<People>(`/api/people?${query}`, headers);
  expect(total).to.equal(people.length);
  return people.map(({ name }) => name);
};

function setUp(): void {
  withFaces((server, rows) => {
    s = server;
    faces = rows;
  });
}

describe('a hidden person', () => {
  setUp();
  const hide = (id: number, hidden = true): Promise<Person> => send(`/api/people/${id}/hidden`, { hidden });

  it('is left out of lists and counts unless requested, but is available by id with all photos', async () => {
    const [anna, berta] = [faces.person('Anna'), faces.person('Berta')];
    for (const person of [anna, berta]) faces.add({ photo: photo(), person });
    expect(await hide(anna)).to.include({ id: anna, hidden: true, hidden_by_choice: true, photo_count: 1 });
    expect(await named()).to.deep.equal(['Berta']);
    expect(await named('q=ann')).to.deep.equal([]);
    expect(await named('include_hidden=true')).to.deep.equal(['Anna', 'Berta']);
    expect(await named('include_hidden=true&q=ann')).to.deep.equal(['Anna']);
    expect(await s.json<Status>('/api/status')).to.include({ people: 1, faces: 2 });
    expect(await s.json<Person>(`/api/people/${anna}`)).to.include({ name: 'Anna', hidden_by_choice: true });
    expect((await s.json<PhotoList>(`/api/people/${anna}/photos`)).total).to.equal(1);
    expect((await s.json<PhotoList>('/api/photos')).total).to.equal(2);
    expect(await hide(anna, false)).to.include({ hidden: false, hidden_by_choice: false });
    expect(await named()).to.deep.equal(['Anna', 'Berta']);
  });

  it('is distinguished from a person whose photos are all hidden', async () => {
    const person = faces.person('Anna');
    const at = photo();
    faces.add({ photo: at, person });
    s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(at);
    const { people } = await s.json<People>('/api/people?include_hidden=true', s.writer);
    expect(people[0]).to.include({ hidden: true, hidden_by_choice: false });
  });

  it('is not suggested, neither for a face nor as a duplicate', async () => {
    const [anna, berta] = [faces.person('Anna'), faces.person('Berta')];
    for (const person of [anna, berta]) faces.add({ photo: photo(), person, like: { 1: 1, [person + 10]: 0.5 } });
    const face = faces.add({ photo: photo(), like: { 1: 1 } });
    const suggested = async (): Promise<unknown> =>
      (await s.json<Suggestions>(`/api/faces/${face}/suggest`)).suggestions.map(({ person }) => person.name);
    const pairs = async (): Promise<number> => (await s.json<PeoplePairs>('/api/people/duplicates')).pairs.length;
    expect([await suggested(), await pairs()]).to.deep.equal([['Anna', 'Berta'], 1]);
    await hide(anna);
    expect([await suggested(), await pairs()]).to.deep.equal([['Berta'], 0]);
    await hide(anna, false);
    expect([await suggested(), await pairs()]).to.deep.equal([['Anna', 'Berta'], 1]);
  });

  it('is still hidden after a merge only if it is the target', async () => {
    const [from, to, last] = [faces.person('From'), faces.person('To'), faces.person('Last')];
    for (const person of [from, to, last]) faces.add({ photo: photo(), person });
    await hide(from);
    await send(`/api/people/${from}/merge`, { target_id: to });
    expect(await named()).to.deep.equal(['To', 'Last']);
    await hide(to);
    await send(`/api/people/${last}/merge`, { target_id: to });
    expect(await s.json<Person>(`/api/people/${to}`)).to.include({ hidden_by_choice: true, face_count: 3 });
    expect(await named()).to.deep.equal([]);
  });

  it('can be hidden only by editors', async () => {
    const person = faces.person('Anna');
    expect(await refused(`/api/people/${person}/hidden`, { hidden: true }, s.reader)).to.equal(403);
    expect(await refused('/api/people/999/hidden', { hidden: true })).to.equal(404);
    for (const payload of [{}, { hidden: 1 }, { hidden: true, why: 'x' }]) {
      expect(await refused(`/api/people/${person}/hidden`, payload)).to.equal(400);
    }
  });
});

describe('removing the name of a person', () => {
  setUp();

  it('keeps the person and their faces, and frees the name', async () => {
    const person = faces.person('Anna');
    faces.add({ photo: photo(), person });
    expect(await send(`/api/people/${person}/name`, {}, 'DELETE')).to.deep.equal({ ok: true });
    expect(await s.json<Person>(`/api/people/${person}`)).to.include({ name: null, face_count: 1 });
    const texts = s.db.prepare("SELECT count(*) FROM photo_text WHERE photo_text MATCH 'people:anna'").pluck();
    expect(texts.get()).to.equal(0);
    const other = faces.person();
    faces.add({ photo: photo(), person: other });
    expect(await send(`/api/people/${other}/name`, { name: 'Anna' })).to.deep.equal({ ok: true, merged: false });
    expect((await s.send('DELETE', '/api/people/999/name', {})).statusCode).to.equal(404);
    expect((await s.send('DELETE', `/api/people/${other}/name`, {}, s.reader)).statusCode).to.equal(403);
  });
});
