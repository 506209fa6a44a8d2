import { expect } from 'chai';
import type { SearchSuggestions } from '../../core/http/wire.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

const at = (text: string): number => Date.parse(`${text}Z`) / 1000;

describe('GET /api/search/suggestions', () => {
  let s: LibraryServer;
  const ids: Record<string, number> = {};

  before(async () => {
    s = await libraryServer();
    const [lisbon, york] = ['Lisbon, Portugal', 'New York City, United States'];
    for (const photo of [
      { uid: 'a', takenAt: at('2023-06-10T20:00:00'), place: lisbon, camera: 'NIKON D750' },
      { uid: 'b', takenAt: at('2023-07-01T12:00:00'), place: lisbon, camera: 'NIKON D750' },
      // It was still December where the photo was taken.
      { uid: 'c', takenAt: at('2022-01-01T04:00:00'), takenAtLocal: '2021-12-31T23:00:00', place: york },
      { uid: 'd', takenAt: at('2019-05-01T12:00:00'), camera: 'Apple iPhone 12' },
      { uid: 'secret', takenAt: at('2024-03-01T12:00:00'), place: 'Oslo, Norway', camera: 'Leica M6' },
    ]) {
      ids[photo.uid] = s.rows.add(photo);
    }
    s.rows.person('Anna', [ids['a']!, ids['b']!]);
    s.rows.person('Mary Ann Smith', [ids['c']!]);
    s.rows.person('Anselm', [ids['secret']!]);
    s.rows.person('Andrew', [ids['d']!]);
    s.db.exec(`UPDATE people SET hidden = 1 WHERE name = 'Andrew'`);
    await s.send('PATCH', '/api/photos/secret', { hidden: true });
    await s.send('PUT', '/api/photos/a/tags', { tags: ['annual report', 'sea'] });
    await s.send('PUT', '/api/photos/secret/tags', { tags: ['ankle'] });
    const label = s.db.prepare('INSERT INTO labels (id, name) VALUES (?, ?)');
    const seen = s.db.prepare('INSERT INTO photo_labels (photo_id, label_id, score, shown) VALUES (?, ?, 0.9, 1)');
    for (const [id, name] of [
      [1, 'dog'],
      [2, 'ant'],
      [3, 'anchor'],
    ] as const)
      label.run(id, name);
    for (const [photo, id] of [
      ['a', 1],
      ['b', 1],
      ['c', 2],
      ['secret', 3],
    ] as const)
      seen.run(ids[photo]!, id);
  });
  after(() => s.stop());

  const ask = (prefix: string, headers = s.reader): Promise<SearchSuggestions> =>
    s.json<SearchSuggestions>(`/api/search/suggestions?prefix=${encodeURIComponent(prefix)}`, headers);
  const names = ({ people, places, things, tags, cameras, times }: SearchSuggestions): string[] => [
    ...[...people, ...places].map(({ name }) => name),
    ...things.map(({ names: { en } }) => en),
    ...[...tags, ...cameras].map(({ name }) => name),
    ...times.map(({ year, month }) => (month === null ? String(year) : `${year}-${month}`)),
  ];

  it('suggests what is most frequent in the library before a letter is typed', async () => {
    const all = await ask('');
    expect(names(all)).to.deep.equal([
      ...['Anna', 'Mary Ann Smith', 'Lisbon', 'Portugal', 'New York City', 'United States'],
      ...['dog', 'ant', 'annual report', 'sea', 'NIKON D750', 'Apple iPhone 12'],
      ...['2023', '2021', '2019', '2023-7'],
    ]);
    const [anna] = all.people;
    expect(anna).to.deep.include({ name: 'Anna', photo_count: 2, before: '' });
    expect(anna!.cover_url).to.match(/^\/api\/people\/\d+\/cover\?/);
    expect(all.places[0]).to.deep.equal({ name: 'Lisbon', before: '', photo_count: 2 });
  });

  it('completes the last words, with names that begin with them before names that contain them', async () => {
    expect(names(await ask('an'))).to.deep.equal(['Anna', 'Mary Ann Smith', 'ant', 'annual report']);
    expect((await ask('sunset with ann')).people.map(({ name, before }) => [before, name])).to.deep.equal([
      ['sunset with ', 'Anna'],
      ['sunset with ', 'Mary Ann Smith'],
    ]);
    expect((await ask('winter NEW yo')).places).to.deep.equal([
      { name: 'New York City', before: 'winter ', photo_count: 1 },
    ]);
    expect((await ask('iph')).cameras.map(({ name }) => name)).to.deep.equal(['Apple iPhone 12']);
  });

  it('suggests months in English, German and French, and years by their digits', async () => {
    for (const typed of ['dece', 'Dez', 'déc']) {
      expect((await ask(typed)).times, typed).to.deep.equal([{ year: 2021, month: 12, photo_count: 1, before: '' }]);
    }
    expect((await ask('Lisbon 201')).times).to.deep.equal([
      { year: 2019, month: null, photo_count: 1, before: 'Lisbon ' },
      { year: 2019, month: 5, photo_count: 1, before: 'Lisbon ' },
    ]);
  });

  it('suggests countries in English, German and French', async () => {
    for (const typed of ['unit', 'Vereinigte', 'staa', 'etats', 'Anna États-U']) {
      expect(names(await ask(typed)), typed).to.deep.equal(['United States']);
    }
    expect(names(await ask('norweg'))).to.deep.equal([]);
  });

  it('suggests towns by their German, French and local names', async () => {
    for (const typed of ['lissa', 'Lisbonn', 'Anna lisboa']) {
      expect(names(await ask(typed)), typed).to.deep.equal(['Lisbon']);
    }
  });

  it('suggests everything after a finished word, and nothing within quotes', async () => {
    const behind = await ask('Anna ');
    expect(behind.places[0]).to.deep.equal({ name: 'Lisbon', before: 'Anna ', photo_count: 2 });
    expect(names(await ask('"an'))).to.deep.equal([]);
    expect(names(await ask('xyzzy'))).to.deep.equal([]);
  });

  it('suggests nothing that is only in hidden photos and no hidden people, even right after hiding', async () => {
    for (const headers of [s.reader, s.writer, s.admin]) {
      for (const prefix of ['', 'an', 'os', 'nor', 'lei', '2024', 'march', 'anc']) {
        const told = names(await ask(prefix, headers)).join(' ');
        expect(told, prefix).not.to.match(/Anselm|Andrew|Oslo|Norway|Leica|ankle|anchor|2024/);
      }
    }
    await s.send('PATCH', '/api/photos/c', { hidden: true });
    expect(names(await ask('an'))).to.deep.equal(['Anna', 'annual report']);
    expect(names(await ask('new'))).to.deep.equal([]);
    await s.send('PATCH', '/api/photos/c', { hidden: false });
    expect(names(await ask('an'))).to.deep.equal(['Anna', 'Mary Ann Smith', 'ant', 'annual report']);
  });

  it('rejects requests without a token, texts that are too long and limits that are too high', async () => {
    expect((await s.server.inject('/api/search/suggestions')).statusCode).to.equal(401);
    expect((await s.get(`/api/search/suggestions?prefix=${'x'.repeat(501)}`)).statusCode).to.equal(400);
    expect((await s.get('/api/search/suggestions?limit=21')).statusCode).to.equal(400);
  });
});
