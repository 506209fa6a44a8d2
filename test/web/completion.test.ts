import { expect } from 'chai';
import { complete, type KnownWord } from '../../web/state/search/completion.ts';
import { newestFirst } from '../../web/state/photos/found-order.ts';
import { RecentSearches } from '../../web/state/search/recent-searches.ts';
import { SearchWords } from '../../web/state/search/search-words.ts';
import { understood } from '../../web/state/search/understood.ts';
import type { PhotoItem, SearchQuery } from '../../core/http/wire.ts';
import { Library, months } from './library.ts';

const known: KnownWord[] = [
  { kind: 'person', text: 'Anna' },
  { kind: 'person', text: 'Mary Ann Smith' },
  { kind: 'place', text: 'New York City' },
  { kind: 'place', text: 'Québec' },
  { kind: 'tag', text: 'annual report' },
  { kind: 'month', text: 'June 2023' },
];

describe('completing a search', () => {
  const completed = (typed: string): string[] => complete(typed, known).map((each) => each.completed);

  it('finds names by how they begin, before names that have the letters later', () => {
    expect(completed('an')).to.deep.equal(['Anna', 'annual report', 'Mary Ann Smith']);
    expect(completed('sunset with ann')).to.deep.equal([
      'sunset with Anna',
      'sunset with annual report',
      'sunset with Mary Ann Smith',
    ]);
  });

  it('takes several words, another case and missing accents', () => {
    expect(completed('winter new yo')).to.deep.equal(['winter New York City']);
    expect(completed('QUE')).to.deep.equal(['Québec']);
    expect(completed('june')).to.deep.equal(['June 2023']);
  });

  it('offers nothing for what is finished, is quoted, or is not begun', () => {
    for (const typed of ['', ' ', 'Anna', 'an ', '"an', 'x a', 'nobody'])
      expect(completed(typed), typed).to.deep.equal([]);
    expect(completed('"red car" an')).to.have.length(3);
  });

  it('leaves room for every kind', () => {
    const many = Array.from({ length: 20 }, (_, i): KnownWord => ({ kind: 'tag', text: `sea ${i}` }));
    const kinds = complete('sea', [...many, { kind: 'place', text: 'Seattle' }]).map(({ kind }) => kind);
    expect(kinds).to.deep.equal(['tag', 'tag', 'tag', 'tag', 'place']);
  });
});

describe('the names that a search may be about', () => {
  it('are asked for once in a while, and again after they could not be had', async () => {
    let now = 0;
    let asked = 0;
    let broken = true;
    const words = new SearchWords(
      {
        people: () => {
          asked++;
          if (broken) return Promise.reject(new Error('lost'));
          const person = {
            face_count: 1,
            photo_count: 1,
            cover_url: null,
            cover_face_id: null,
            hidden: false,
            hidden_by_choice: false,
          };
          return Promise.resolve({
            people: [
              { ...person, id: 1, name: 'Anna' },
              { ...person, id: 2, name: null },
            ],
            total: 2,
          });
        },
        places: () => Promise.resolve({ places: [{ place: 'Lisbon, Portugal', city: 'Lisbon', count: 1 }] }),
        tags: () => Promise.resolve({ tags: [{ name: 'sea', count: 2 }] }),
        anchors: () => Promise.resolve({ anchors: months([2024, 6, 1], [2024, 5, 1]) }),
      },
      () => now,
      'de',
    );
    await words.refresh();
    expect(words.known.value).to.deep.equal([]);
    broken = false;
    await words.refresh();
    await words.refresh();
    expect(asked).to.equal(2);
    expect(words.known.value.map(({ text }) => text)).to.deep.equal([
      'Anna',
      'Lisbon',
      'sea',
      '2024',
      'Juni 2024',
      'Mai 2024',
    ]);
    now = 600;
    await words.refresh();
    expect(asked).to.equal(3);
    words.forget();
    expect(words.known.value).to.deep.equal([]);
  });
});

describe('searches of before', () => {
  it('are kept on this device, the newest first, each once, and can be taken out', () => {
    let kept: string | null = null;
    const store = {
      read: () => kept,
      write: (text: string) => {
        kept = text;
      },
      remove: () => {
        kept = null;
      },
    };
    const recent = new RecentSearches();
    recent.open(store);
    for (const search of ['sea', 'Anna', 'Sea', 'a', 'b', 'c', 'd', 'e', 'f']) recent.add(search);
    expect(recent.searches.value).to.deep.equal(['f', 'e', 'd', 'c', 'b', 'a', 'Sea', 'Anna']);
    recent.remove('Sea');
    const again = new RecentSearches();
    again.open(store);
    expect(again.searches.value).to.deep.equal(['f', 'e', 'd', 'c', 'b', 'a', 'Anna']);
    for (const wrong of ['{', '5', '[1]']) {
      again.open({ ...store, read: () => wrong });
      expect(again.searches.value, wrong).to.deep.equal([]);
    }
    recent.forget();
    expect([recent.searches.value, kept]).to.deep.equal([[], null]);
  });
});

describe('what was found', () => {
  it('may be told newest first, by month', () => {
    const library = new Library(months([2024, 6, 2], [2023, 1, 1]));
    const items = [2, 1, 0].map((i) => library.item(i));
    const { photos, groups } = newestFirst(items, (year, month) => `${year}-${month}`);
    expect(photos.map(({ uid }) => uid)).to.deep.equal([0, 1, 2].map((i) => library.item(i).uid));
    expect(groups).to.have.length(2);
    expect(groups[0]).to.deep.equal({ title: '2024-6', count: 2 });
  });

  it('is told by the clock where it was taken, each month once', () => {
    const library = new Library(months([2024, 1, 4]));
    const at = (i: number, taken_at_local: string): PhotoItem => ({ ...library.item(i), taken_at_local });
    const found = [
      at(0, '2024-01-01T00:30:00'),
      at(1, '2023-12-31T19:30:00'),
      at(2, '2024-01-01T00:10:00'),
      at(3, '2023-12-31T10:00:00'),
    ];
    const { groups } = newestFirst(found, (year, month) => `${year}-${month}`);
    expect(groups).to.deep.equal([
      { title: '2024-1', count: 1 },
      { title: '2023-12', count: 3 },
    ]);
  });
});

describe('what of a search was understood', () => {
  const query: SearchQuery = { text: '', person: [], place: [], from: null, to: null, month: [], kind: null };

  it('is a chip for each name and time, which puts it in quotes when it is taken out', () => {
    const asked = 'Anna in Lisbon June 2023';
    const filters = understood(
      {
        ...query,
        person: [{ id: 1, name: 'Anna' }],
        place: ['Lisbon, Portugal'],
        from: Date.UTC(2023, 0, 1) / 1000,
        to: Date.UTC(2024, 0, 1) / 1000 - 1,
        month: [6],
      },
      asked,
    );
    expect(filters).to.deep.equal([
      { label: 'Anna', without: '"Anna" in Lisbon June 2023' },
      { label: 'Lisbon', without: 'Anna in "Lisbon" June 2023' },
      { label: '2023', without: 'Anna in Lisbon June "2023"' },
      { label: 'June', without: 'Anna in Lisbon "June" 2023' },
    ]);
  });

  it('names months in the language that they were typed in, and leaves out what is quoted', () => {
    expect(understood({ ...query, month: [6] }, 'juni').map(({ label }) => label)).to.deep.equal(['Juni']);
    expect(understood({ ...query, person: [{ id: 1, name: 'Anna' }] }, '"Anna"')).to.deep.equal([]);
  });
});
