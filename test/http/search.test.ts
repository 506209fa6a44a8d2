import { expect } from 'chai';
import type { SearchResults } from '../../core/http/wire.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';
import { PhotoText } from '../../core/store/photos/photo-text.ts';

const at = (text: string): number => Date.parse(`${text}Z`) / 1000;

describe('GET /api/search without models', () => {
  let s: LibraryServer;
  const ids: Record<string, number> = {};

  before(async () => {
    s = await libraryServer();
    const lisbon = 'Lisbon, Portugal';
    const photos = [
      { uid: 'sunset', takenAt: at('2023-06-10T20:00:00'), place: lisbon, name: 'sunset over the river.jpg' },
      { uid: 'tram', takenAt: at('2023-07-01T12:00:00'), place: lisbon, name: 'Straßenbahn.jpg', camera: 'NIKON D750' },
      { uid: 'dog', takenAt: at('2021-06-30T12:00:00'), place: 'Porto, Portugal', name: 'IMG_0001.jpg' },
      { uid: 'video', takenAt: at('2021-01-31T23:30:00'), takenAtLocal: '2021-02-01T00:30:00', kind: 'video' as const },
      {
        uid: 'secret',
        takenAt: at('2024-03-01T12:00:00'),
        place: lisbon,
        name: 'sunset hidden.jpg',
        camera: 'Leica M6',
      },
      { uid: 'old', takenAt: at('1999-12-31T12:00:00'), name: 'new year.jpg' },
    ];
    for (const photo of photos) ids[photo.uid] = s.rows.add(photo);
    s.rows.person('Anna', [ids['sunset']!, ids['dog']!, ids['video']!]);
    s.rows.person('Ben Okafor', [ids['dog']!]);
    s.rows.album('trip', 'Summer trip', [ids['tram']!, ids['sunset']!]);
    await s.send('PATCH', '/api/photos/secret', { hidden: true });
    await s.send('PATCH', '/api/photos/old', { archived: true });
    await s.send('PUT', '/api/photos/dog/tags', { tags: ['Sunset', 'café'] });
    const autoTag = s.db.prepare('INSERT INTO auto_tags (photo_id, tag, score) VALUES (?, ?, 0.9)');
    autoTag.run(ids['old'], 'sunset');
    s.container.resolve(PhotoText).refresh(Object.values(ids));
  });
  after(() => s.stop());

  const search = (q: string, rest = '', headers = s.reader): Promise<SearchResults> =>
    s.json<SearchResults>(`/api/search?q=${encodeURIComponent(q)}${rest}`, headers);
  const uids = async (q: string, rest = '', headers = s.reader): Promise<string[]> =>
    (await search(q, rest, headers)).results.map(({ uid }) => uid);

  it('finds words in all texts of photos, ranks tags before names, and names before guesses of models', async () => {
    expect(await uids('sunset')).to.deep.equal(['dog', 'sunset', 'old']);
    expect(await uids('summer')).to.deep.equal(['tram', 'sunset']);
    expect(await uids('okafor')).to.deep.equal(['dog']);
    const { results, semantic, total } = await search('sunset');
    expect(semantic).to.equal(false);
    expect(total).to.equal(3);
    expect(results.map(({ match }) => match)).to.deep.equal(['text', 'text', 'text']);
    expect(results.map(({ score }) => score)).to.deep.equal([1 / 61, 1 / 62, 1 / 63]);
  });

  it('ignores diacritics, completes the last word, and finds phrases', async () => {
    expect(await uids('cafe')).to.deep.equal(['dog']);
    expect(await uids('Straßen')).to.deep.equal(['tram']);
    expect(await uids('strassen')).to.deep.equal(['tram']);
    expect(await uids('over sun')).to.deep.equal(['sunset']);
    expect(await uids('sun over')).to.deep.equal([]);
    expect(await uids('"over the river"')).to.deep.equal(['sunset']);
    expect(await uids('"river over"')).to.deep.equal([]);
  });

  it('requires all words, except very common ones', async () => {
    expect(await uids('sunset river')).to.deep.equal(['sunset']);
    expect(await uids('sunset mountain')).to.deep.equal([]);
    // With an accent it is another word: dice.
    expect(await uids('dés sunset')).to.deep.equal([]);
    for (const q of ['a sunset and the river', 'sunset near the river', 'river auf einem sunset', 'sunset à river']) {
      expect(await uids(q), q).to.deep.equal(['sunset']);
    }
  });

  it('filters by the people, places and dates in the text, and returns what it understood', async () => {
    const { results, query: whole } = await search('Anna in Lisbon 2023 sunset');
    const { filters, ...query } = whole;
    expect(results.map(({ uid }) => uid)).to.deep.equal(['sunset']);
    expect(query).to.deep.equal({
      text: 'sunset',
      person: [{ id: 1, name: 'Anna' }],
      place: ['Lisbon'],
      from: at('2023-01-01T00:00:00'),
      to: at('2023-12-31T23:59:59'),
      month: [],
      kind: null,
    });
    expect(filters.map(({ type, words, name, without }) => [type, words, name, without])).to.deep.equal([
      ['person', 'Anna', 'Anna', 'Lisbon 2023 sunset'],
      ['place', 'Lisbon', 'Lisbon', 'Anna 2023 sunset'],
      ['date', '2023', null, 'Anna in Lisbon sunset'],
    ]);
    const [, , date] = filters;
    expect([date!.from, date!.to]).to.deep.equal(['2023-01-01', '2023-12-31']);
  });

  it('accepts “or” between places in each language', async () => {
    for (const q of ['Lisbon or Porto', 'Lisbon oder Porto', 'Lisbon ou Porto']) {
      expect(await uids(q), q).to.deep.equal(await uids('Lisbon Porto'));
    }
    expect(await uids('Lisbon or Porto')).to.have.length(3);
    // But not as if both sides were meant.
    expect((await search('pictures or paintings')).query.kind).to.equal(null);
  });

  it('finds countries by their German and French names, unless they are quoted', async () => {
    const abroad = await libraryServer();
    for (const [uid, place] of [
      ['ring', 'Vienna, Austria'],
      ['wall', 'Berlin, Germany'],
      ['bay', 'Boston, United States'],
    ] as const) {
      abroad.rows.add({ uid, takenAt: at('2023-05-01T12:00:00'), place });
    }
    const found = async (q: string): Promise<[string[], string[]]> => {
      const { results, query } = await abroad.json<SearchResults>(`/api/search?q=${encodeURIComponent(q)}`);
      return [results.map(({ uid }) => uid), query.place];
    };
    for (const q of ['Österreich', 'osterreich', 'Autriche 2023', 'in Österreich', 'Vienna, Österreich']) {
      const [uids, places] = await found(q);
      expect([uids, places.at(-1)], q).to.deep.equal([['ring'], 'Austria']);
    }
    expect(await found('Deutschland 2023')).to.deep.equal([['wall'], ['Germany']]);
    expect(await found('vereinigte Staaten')).to.deep.equal([['bay'], ['United States']]);
    expect(await found('"Österreich"')).to.deep.equal([[], []]);
    await abroad.stop();
  });

  it('finds towns by their German, French and local names', async () => {
    for (const q of ['Lissabon', 'Lisbonne 2023', 'in lisboa']) {
      const { results, query } = await s.json<SearchResults>(`/api/search?q=${encodeURIComponent(q)}`);
      const inEnglish = await s.json<SearchResults>(
        `/api/search?q=${encodeURIComponent(q.replace(/li\w+/i, 'Lisbon'))}`,
      );
      expect(results.length, q).to.be.greaterThan(0);
      expect([results.map(({ uid }) => uid), query.place], q).to.deep.equal([
        inEnglish.results.map(({ uid }) => uid),
        inEnglish.query.place,
      ]);
    }
  });

  it('understands dates relative to today in the library’s time zone, and camera names', async () => {
    s.now = at('2023-11-22T12:00:00');
    expect(await uids('last summer')).to.deep.equal(['tram', 'sunset']);
    expect(await uids('letzten Sommer samstags')).to.deep.equal(['tram', 'sunset']);
    expect(await uids('été 2021')).to.deep.equal(['dog']);
    expect(await uids('before 2000')).to.deep.equal(['old']);
    expect(await uids('Nikon')).to.deep.equal(['tram']);
    expect(await uids('D750 2021')).to.deep.equal([]);
    expect((await search('31 December')).query.filters[0]?.days).to.deep.equal([{ month: 12, day: 31 }]);
    expect(await uids('31 December')).to.deep.equal(['old']);
    // A camera that only a hidden photo has is treated as a plain word.
    expect((await search('Leica')).query.filters).to.deep.equal([]);
  });

  it('suggests other searches that find something if it found nothing', async () => {
    const { total, ways } = await search('Ben in Lisbon 2021');
    expect(total).to.equal(0);
    expect(ways).to.deep.equal([
      { way: 'without', filter: 1, q: 'Ben 2021', total: 1 },
      { way: 'only', filter: 0, q: 'Ben', total: 1 },
      { way: 'only', filter: 1, q: 'Lisbon', total: 2 },
      { way: 'only', filter: 2, q: '2021', total: 2 },
    ]);
    for (const { q, total: promised } of ways) expect((await search(q)).total, q).to.equal(promised);
    expect((await search('Anna mountain')).ways).to.deep.equal([{ way: 'filters', filter: null, q: 'Anna', total: 3 }]);
    expect((await search('Anna')).ways).to.deep.equal([]);
    expect((await search('mountain')).ways).to.deep.equal([]);
  });

  it('suggests the words of a text that find something, together or, if need be, one by one', async () => {
    const some = (q: string, total: number) => ({ way: 'some', filter: null, q, total });
    expect((await search('a sunset at the volcano')).ways).to.deep.equal([some('sunset', 3)]);
    expect((await search('blue river sunset, volcano')).ways).to.deep.equal([some('river sunset', 1)]);
    expect((await search('sunset volcano river')).ways).to.deep.equal([some('sunset river', 1)]);
    expect((await search('café river')).ways).to.deep.equal([some('café', 1), some('river', 1)]);
    expect((await search('volcano "over the river"')).ways).to.deep.equal([some('"over the river"', 1)]);
    expect((await search('volcano « over the river »')).ways).to.deep.equal([some('« over the river »', 1)]);
    expect((await search('l’volcano sunset')).ways).to.deep.equal([some('sunset', 3)]);
    expect((await search('volcano glacier')).ways).to.deep.equal([]);
    const { ways } = await search('Anna volcano sunset');
    expect((await search('volcano Anna sunset in 2021')).ways[0]).to.deep.equal(some('Anna sunset in 2021', 1));
    expect(ways).to.deep.equal([some('Anna sunset', 2), { way: 'filters', filter: null, q: 'Anna', total: 3 }]);
  });

  it('finds the favourites of the person who asks, and of nobody else', async () => {
    expect((await search('favourites')).total).to.equal(0);
    await s.send('PATCH', '/api/photos/dog', { favorited: true });
    await s.send('PATCH', '/api/photos/tram', { favorited: true });
    const mine = (q: string): Promise<string[]> => uids(q, '', s.writer);
    expect(await mine('favourites')).to.deep.equal(['tram', 'dog']);
    expect(await mine('my favourite photos of Anna')).to.deep.equal(['dog']);
    expect((await search('favourites', '', s.writer)).query.filters[0]).to.include({ type: 'favorites', name: null });
    expect((await search('favourites')).total).to.equal(0);
  });

  it('suggests quoting words that are in the texts of photos', async () => {
    const { ways } = await search('new year 2005');
    expect(ways).to.deep.equal([{ way: 'without', filter: 0, q: 'new year', total: 1 }]);
    s.db.prepare(`UPDATE photos SET caption = 'flight 2005' WHERE uid = 'dog'`).run();
    s.container.resolve(PhotoText).refresh([ids['dog']!]);
    const again = await search('flight 2005');
    expect(again.ways).to.deep.include({ way: 'words', filter: null, q: 'flight "2005"', total: 1 });
  });

  it('returns the time range of years and months', async () => {
    const span = async (q: string): Promise<unknown[]> => {
      const { query } = await search(q);
      return [query.from, query.to, query.month];
    };
    const [june, july] = [at('2023-06-01T00:00:00'), at('2023-07-01T00:00:00')];
    expect(await span('june 2023')).to.deep.equal([june, july - 1, [6]]);
    expect(await span('june')).to.deep.equal([null, null, [6]]);
    expect(await span('dec 2020')).to.deep.equal([at('2020-12-01T00:00:00'), at('2021-01-01T00:00:00') - 1, [12]]);
    expect(await span('2019-2020')).to.deep.equal([at('2019-01-01T00:00:00'), at('2021-01-01T00:00:00') - 1, []]);
  });

  it('lists all photos that match the filters, newest first, including archived ones', async () => {
    expect(await uids('Anna')).to.deep.equal(['sunset', 'dog', 'video']);
    expect(await uids('Anna and Ben')).to.deep.equal(['dog']);
    expect(await uids('Portugal')).to.deep.equal(['tram', 'sunset', 'dog']);
    expect(await uids('june')).to.deep.equal(['sunset', 'dog']);
    expect(await uids('june 2021')).to.deep.equal(['dog']);
    expect(await uids('1999-2021')).to.deep.equal(['dog', 'video', 'old']);
    expect(await uids('videos')).to.deep.equal(['video']);
    expect(await uids('photos of Anna')).to.deep.equal(['sunset', 'dog']);
    expect(await uids('photos and videos of Anna')).to.deep.equal(['sunset', 'dog', 'video']);
    expect(await uids('live photos and videos of Anna')).to.deep.equal(['video']);
    expect(await uids('live photos and raw files of Anna')).to.deep.equal([]);
    expect((await search('live photos and videos')).query).to.deep.include({ kind: null, text: '' });
    expect(await uids('Anna 2005')).to.deep.equal([]);
  });

  it('uses the local time where a photo was taken', async () => {
    expect(await uids('february 2021')).to.deep.equal(['video']);
    expect(await uids('january 2021')).to.deep.equal([]);
  });

  it('counts results beyond the limit', async () => {
    const list = await search('Portugal', '&limit=1');
    expect(list.results.map(({ uid }) => uid)).to.deep.equal(['tram']);
    expect(list.total).to.equal(3);
    const words = await search('sunset', '&limit=2');
    expect(words.results.map(({ uid }) => uid)).to.deep.equal(['dog', 'sunset']);
    expect(words.total).to.equal(3);
  });

  it('pages through all results in the same order, with the same total', async () => {
    for (const q of ['Portugal', 'sunset', 'Anna 2021']) {
      const whole = await search(q);
      for (const size of [1, 2]) {
        const paged: SearchResults['results'] = [];
        for (let offset = 0; offset < whole.total; offset += size) {
          const page = await search(q, `&limit=${size}&offset=${offset}`);
          expect(page.total, q).to.equal(whole.total);
          paged.push(...page.results);
        }
        const told = (results: SearchResults['results']) => results.map(({ uid, score, match }) => [uid, score, match]);
        expect(told(paged), q).to.deep.equal(told(whole.results));
      }
    }
    expect(await search('sunset', '&offset=3')).to.deep.include({ results: [], total: 3 });
  });

  it('shows hidden photos only to editors who ask for them', async () => {
    expect(await uids('hidden')).to.deep.equal([]);
    expect(await uids('Lisbon')).to.deep.equal(['tram', 'sunset']);
    expect(await uids('hidden', '&include_hidden=true', s.writer)).to.deep.equal(['secret']);
    expect(await uids('Lisbon', '&include_hidden=true', s.writer)).to.deep.equal(['secret', 'tram', 'sunset']);
    expect((await s.get('/api/search?q=hidden&include_hidden=true')).statusCode).to.equal(403);
  });

  it('treats the input as words, never as query syntax', async () => {
    for (const q of [
      '"',
      '""',
      'a"b',
      'sunset*',
      'NEAR(a b)',
      'name:sunset',
      '-sunset',
      'AND',
      '()',
      "'; --",
      '^x',
      '{a b}:c',
      '🐶',
    ]) {
      expect((await s.get(`/api/search?q=${encodeURIComponent(q)}`)).statusCode, q).to.equal(200);
    }
    expect(await uids('sunset OR tram')).to.deep.equal([]);
    expect(await uids('name:sunset')).to.deep.equal([]);
  });

  it('rejects invalid requests', async () => {
    for (const query of ['', 'q=', 'q=%20%20', 'q=x&limit=501', 'q=x&limit=0', `q=${'x'.repeat(501)}`, 'q=x&what=1']) {
      const { statusCode, payload } = await s.get(`/api/search?${query}`);
      expect(statusCode, query).to.equal(400);
      expect((JSON.parse(payload) as { detail: string }).detail).to.match(/\.$/);
    }
    expect((await s.server.inject('/api/search?q=x')).statusCode).to.equal(401);
  });

  it('finds people by a new name immediately, and no longer by the old one', async () => {
    s.db.prepare(`UPDATE people SET name = 'Zoë', name_key = 'zoë' WHERE name = 'Ben Okafor'`).run();
    expect(await uids('zoe')).to.deep.equal(['dog']);
    expect((await search('ben')).query.person).to.deep.equal([]);
  });
});
