import { expect } from 'chai';
import { frenchTowns } from '../../core/domain/town-names/french.ts';
import { germanTowns } from '../../core/domain/town-names/german.ts';
import { newestFirst } from '../../web/state/photos/found-order.ts';
import { RecentSearches } from '../../web/state/search/recent-searches.ts';
import { plainDays, whenOf } from '../../web/state/search/filter-when.ts';
import { offersOf } from '../../web/state/search/offers.ts';
import { learnTowns } from '../../web/state/place-names.ts';
import { quotedWords } from '../../web/state/search/quoted-words.ts';
import { Suggestions } from '../../web/state/search/suggestions.ts';
import { searching as de } from '../../web/strings/searching/de.ts';
import { searching as en } from '../../web/strings/searching/en.ts';
import { searching as fr } from '../../web/strings/searching/fr.ts';
import type { SearchFilter, SearchSuggestions } from '../../core/http/wire.ts';
import { Library, months } from './library.ts';

const nothing: SearchSuggestions = { people: [], places: [], things: [], tags: [], cameras: [], times: [] };

describe('the suggestions of the search box', () => {
  const offered = (from: Partial<Parameters<typeof offersOf>[0]>): string[][] =>
    offersOf({ typed: '', answer: nothing, recent: [], dates: [], language: 'en', ...from }).map(
      ({ kind, completed }) => [kind, completed],
    );

  it('are recent searches and contents of the library, in groups', () => {
    const answer: SearchSuggestions = {
      ...nothing,
      people: [{ id: 1, name: 'Anna', before: '', photo_count: 3, cover_url: null }],
      things: [{ names: { en: 'dog', de: 'Hund', fr: 'chien' }, before: '' }],
      times: [
        { year: 2024, month: null, photo_count: 1, before: '' },
        { year: 2024, month: 6, photo_count: 1, before: '' },
      ],
    };
    expect(offered({ answer, recent: ['sea'], language: 'de' })).to.deep.equal([
      ['recent', 'sea'],
      ['person', 'Anna'],
      ['thing', 'Hund'],
      ['time', '2024'],
      ['time', 'Juni 2024'],
    ]);
    expect(offered({ answer: null, recent: ['sea'] })).to.deep.equal([['recent', 'sea']]);
  });

  it('keep the text before the completed words', () => {
    const answer = { ...nothing, places: [{ name: 'Lisbon', before: 'sunset in ', photo_count: 2 }] };
    expect(offered({ typed: 'sunset in lis', answer, recent: ['sea'] })).to.deep.equal([['place', 'sunset in Lisbon']]);
  });

  it('show and insert places in the language of the page', () => {
    learnTowns('de', germanTowns);
    learnTowns('fr', frenchTowns);
    const answer = { ...nothing, places: [{ name: 'Vienna, Austria', before: 'in ', photo_count: 2 }] };
    const from = { typed: 'in vie', recent: [], dates: [], answer };
    for (const [language, said] of [
      ['de', 'Wien, Österreich'],
      ['fr', 'Vienne, Autriche'],
      ['en', 'Vienna, Austria'],
    ] as const) {
      const [offer] = offersOf({ ...from, language });
      expect([offer?.text, offer?.completed]).to.deep.equal([said, `in ${said}`]);
    }
  });

  it('complete dates in words, even without an accent, but not within quotes', () => {
    const dates = ['last week', 'last summer', 'été 2021'];
    expect(offered({ typed: 'Kim last', dates })).to.deep.equal([
      ['time', 'Kim last week'],
      ['time', 'Kim last summer'],
    ]);
    expect(offered({ typed: 'ete', dates })).to.deep.equal([['time', 'été 2021']]);
    for (const typed of ['"last', 'last week', 'last ', 'Kim l', '']) {
      expect(offered({ typed, dates }), typed).to.deep.equal([]);
    }
  });
});

describe('requests for suggestions', () => {
  it('are cached for a while, and a late response to an earlier one is dropped', async () => {
    let now = 0;
    const asked: string[] = [];
    const waiting = new Map<string, () => void>();
    const suggestions = new Suggestions(
      {
        suggestions: (prefix) => {
          asked.push(prefix);
          const answer = { ...nothing, tags: [{ name: prefix, before: '', photo_count: 1 }] };
          return prefix === 'lost'
            ? Promise.reject(new Error('lost'))
            : new Promise((resolve) => {
                waiting.set(prefix, () => {
                  resolve(answer);
                });
              });
        },
      },
      () => now,
    );
    const shown = (): string | undefined => suggestions.answer.value?.tags[0]?.name;
    const first = suggestions.ask('a');
    const second = suggestions.ask('an');
    waiting.get('an')!();
    waiting.get('a')!();
    await Promise.all([first, second]);
    // The late response to the earlier text is not shown.
    expect(shown()).to.equal('an');
    await suggestions.ask('an');
    expect(asked).to.deep.equal(['a', 'an']);
    now = 60;
    const again = suggestions.ask('an');
    waiting.get('an')!();
    await again;
    expect(asked).to.deep.equal(['a', 'an', 'an']);
    await suggestions.ask('lost');
    expect(shown()).to.equal(undefined);
  });
});

describe('recent searches', () => {
  it('are stored on this device, newest first and each once, and can be removed', () => {
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

describe('search results', () => {
  it('can be sorted newest first, in groups by month', () => {
    const library = new Library(months([2024, 6, 2], [2023, 1, 1]));
    const items = [2, 1, 0].map((i) => library.item(i));
    const { photos, groups } = newestFirst(items, (year, month) => `${year}-${month}`);
    expect(photos.map(({ uid }) => uid)).to.deep.equal([0, 1, 2].map((i) => library.item(i).uid));
    expect(groups).to.have.length(2);
    expect(groups[0]).to.deep.equal({ title: '2024-6', count: 2 });
  });
});

describe('the recognised parts of a search', () => {
  const filter = (words: string, rest: Partial<SearchFilter> = {}): SearchFilter => ({
    ...{ type: 'date', words, name: null, people: [], from: null, to: null, months: [], weekdays: [], days: [] },
    ...{ kind: null, without: '' },
    ...rest,
  });

  it('show the days of a date if its words do not name them', () => {
    const days = { from: '2026-11-09', to: '2026-11-15' };
    expect(plainDays(filter('last week', days), 'en')).to.match(/^Nov 9\s–\s15, 2026$/);
    expect(plainDays(filter('winter 2021', { from: '2020-12-01', to: '2021-02-28' }), 'en')).to.include('2020');
    expect(plainDays(filter('May 2020', { from: '2020-05-01', to: '2020-05-31' }), 'en')).to.equal('');
    expect(plainDays(filter('since 2020', { from: '2020-01-01' }), 'en')).to.equal('');
  });

  it('describe a time in the words of each language', () => {
    const said = (words: typeof en, rest: Partial<SearchFilter>, locale: string): string => {
      const { kind, names } = whenOf(filter('', rest), locale)!;
      return words.whenNone[kind](names);
    };
    const table: readonly (readonly [Partial<SearchFilter>, string, string])[] = [
      [{ from: '2020-01-01', to: '2020-12-31' }, 'in 2020', 'aus 2020'],
      [{ from: '2019-01-01', to: '2021-12-31' }, 'in 2019–2021', 'aus 2019–2021'],
      [{ from: '2020-05-01', to: '2020-05-31' }, 'in May 2020', 'aus dem Mai 2020'],
      [{ from: '2020-05-03', to: '2020-05-03' }, 'on May 3, 2020', 'vom 3. Mai 2020'],
      [{ from: '2020-05-03', to: '2020-06-04' }, 'from May 3 – June 4, 2020', 'vom 3. Mai – 4. Juni 2020'],
      [{ from: '2020-01-01' }, 'since January 1, 2020', 'seit dem 1. Januar 2020'],
      [{ to: '2014-12-31' }, 'until December 31, 2014', 'bis zum 31. Dezember 2014'],
      [{ months: [6, 7] }, 'in June or July', 'aus dem Juni oder Juli'],
      [{ weekdays: [6] }, 'on a Saturday', 'von einem Samstag'],
      [{ days: [{ month: 12, day: 24 }] }, 'on December 24', 'vom 24. Dezember'],
      [{ days: [24, 25, 26].map((day) => ({ month: 12, day })) }, 'from December 24 – 26', 'vom 24.–26. Dezember'],
      [
        { days: [{ month: 12, day: 31 }, ...[1, 2].map((day) => ({ month: 1, day }))] },
        'from December 31 – January 2',
        'vom 31. Dezember – 2. Januar',
      ],
    ];
    for (const [rest, english, german] of table) {
      expect(said(en, rest, 'en-US').replace(/\s/g, ' ')).to.equal(english);
      expect(said(de, rest, 'de').replace(/\s/g, ' ')).to.equal(german);
    }
  });

  it('are put into quotes to become text again', () => {
    const filters = [filter('Kim'), filter('2020')];
    expect(quotedWords('Kim at sea 2020', filters)).to.equal('"Kim" at sea "2020"');
    expect(quotedWords('a 5" Kim in 2020', filters), 'with a mark that opens no quote').to.equal(
      'a 5  "Kim" in "2020"',
    );
    expect(quotedWords('"at sea" Kim', filters)).to.equal('"at sea" "Kim"');
  });

  it('make up the sentence about no results', () => {
    const none = {
      kind: null,
      favorites: false,
      people: ['Kim'],
      places: [],
      cameras: [],
      when: ['in 2020'],
      text: '',
    };
    expect(en.none(none)).to.equal('No photos of Kim in 2020');
    expect(de.none({ ...none, when: ['aus 2020'] })).to.equal('Keine Fotos von Kim aus 2020');
    expect(en.none({ ...none, kind: 'video', people: ['Kim', 'Ann'], places: ['Lisbon'], text: 'dog' })).to.equal(
      'No videos matching “dog” of Kim and Ann in Lisbon in 2020',
    );
    expect(en.none({ ...none, favorites: true })).to.equal('No photos of Kim in 2020 among your favourites');
  });

  it('name places so that the sentence is correct for towns and countries alike', () => {
    const none = {
      kind: null,
      favorites: false,
      people: ['Kim'],
      places: ['Schweiz'],
      cameras: [],
      when: ['aus 2020'],
      text: '',
    };
    expect(de.none(none)).to.equal('Keine Fotos von Kim (Ort: Schweiz) aus 2020');
    expect(fr.none({ ...none, places: ['Italie', 'Lisbonne'], when: [] })).to.equal(
      'Aucune photo de Kim (lieu\u00a0: Italie ou Lisbonne)',
    );
  });
});
