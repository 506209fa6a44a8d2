import { expect } from 'chai';
import type { SearchResults } from '../../core/http/wire.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

describe('a search in many scripts', () => {
  let s: LibraryServer;

  before(async () => {
    s = await libraryServer();
  });
  after(() => s.stop());

  const search = (q: string): Promise<SearchResults> =>
    s.json<SearchResults>(`/api/search?limit=500&q=${encodeURIComponent(q)}`);

  it('keeps people apart whose names differ by such marks, and finds others without accents', async () => {
    const people = ['ぱぱ', 'ばば', 'はは', 'กิ่ง', 'กุ้ง', 'राम', 'रमा', 'Zoë', 'Андрей'];
    for (const [at, name] of people.entries()) s.rows.person(name, [s.rows.add({ uid: `of ${at}` })]);
    for (const [at, name] of people.entries()) {
      for (const form of ['NFC', 'NFD']) {
        const { query, results } = await search(name.normalize(form));
        expect([query.person.map((person) => person.name), results.map(({ uid }) => uid)], name).to.deep.equal([
          [name],
          [`of ${at}`],
        ]);
      }
    }
    for (const q of ['zoe', 'Андреи']) expect((await search(q)).query.person, q).to.have.length(1);
  });
});
