import { expect } from 'chai';
import { dayText, epochDay, type DaySpan } from '../../../core/domain/epoch-day.ts';
import { NameIndex } from '../../../core/domain/search-names.ts';
import { readSearchQuery } from '../../../core/domain/search-query.ts';

const names = new NameIndex({ people: [{ id: 1, name: 'Kim' }], places: [] });

const span = ([from, to]: DaySpan): string =>
  from === to ? dayText(from) : [from, to].map((day) => (Number.isFinite(day) ? dayText(day) : '')).join('..');

/** The dates in a text, in short, and the remaining text. 22 November 2026 is a Sunday. */
function said(text: string, today = epochDay(2026, 11, 22)): string {
  const { days, months, weekdays, yearlyDays, text: rest } = readSearchQuery(text, { names }, today);
  return [
    ...days.map(span),
    ...months.map((month) => `month ${month}`),
    ...weekdays.map((day) => `weekday ${day}`),
    ...yearlyDays.map(({ month, day }) => `every ${day}.${month}.`),
    ...(rest === '' ? [] : [`“${rest}”`]),
  ].join(', ');
}

/** Phrases with the same meaning in English, German and French. */
const table: readonly [meaning: string, ...sentences: readonly string[]][] = [
  ['2026-11-22', 'today', 'heute', 'aujourd’hui', "aujourd'hui"],
  ['2026-11-21', 'yesterday', 'gestern', 'hier', 'photos from yesterday', 'Fotos von gestern', 'photos d’hier'],
  ['2026-11-20', 'the day before yesterday', 'vorgestern', 'avant-hier'],
  ['2026-11-09..2026-11-15', 'last week', 'letzte Woche', 'la semaine dernière', 'in der letzten Woche'],
  ['2026-11-16..2026-11-22', 'this week', 'diese Woche', 'cette semaine'],
  ['2026-10-01..2026-10-31', 'last month', 'letzten Monat', 'le mois dernier', 'letzter Monat'],
  ['2025-01-01..2025-12-31', 'last year', 'letztes Jahr', 'l’année dernière', 'l’an dernier', 'im letzten Jahr'],
  ['2026-01-01..2026-12-31', 'this year', 'dieses Jahr', 'cette année'],
  [
    '2026-06-01..2026-08-31',
    'last summer',
    'letzten Sommer',
    'l’été dernier',
    'this summer',
    'diesen Sommer',
    'cet été',
  ],
  ['2025-12-01..2026-02-28', 'last winter', 'letzten Winter', 'l’hiver dernier'],
  ['2026-12-01..2027-02-28', 'this winter', 'diesen Winter', 'cet hiver'],
  ['2026-11-21', 'last Saturday', 'letzten Samstag', 'samedi dernier'],
  ['2026-11-14..2026-11-15', 'last weekend', 'letztes Wochenende', 'le week-end dernier'],
  ['2026-05-01..2026-05-31', 'last May', 'letzten Mai', 'mai dernier'],
  ['2026-10-24..2026-11-22', 'last 30 days', 'die letzten 30 Tage', 'les 30 derniers jours'],
  ['2026-08-23..2026-11-22', 'the last 3 months', 'letzte 3 Monate', '3 derniers mois'],
  ['2023-01-01..2023-12-31', '3 years ago', 'vor 3 Jahren', 'il y a 3 ans', 'three years ago', 'vor drei Jahren'],
  ['2026-11-02..2026-11-08', 'two weeks ago', 'vor zwei Wochen', 'il y a deux semaines'],
  [
    '2021-06-01..2021-08-31',
    'summer 2021',
    'Sommer 2021',
    'été 2021',
    'in summer 2021',
    'im Sommer 2021',
    'l’été 2021',
  ],
  ['2021-03-01..2021-05-31', 'spring 2021', 'Frühling 2021', 'Frühjahr 2021', 'printemps 2021', '2021 spring'],
  ['2021-09-01..2021-11-30', 'autumn 2021', 'fall 2021', 'Herbst 2021', 'automne 2021'],
  // A winter belongs to the year in which it ends.
  ['2020-12-01..2021-02-28', 'winter 2021', 'Winter 2020/21', 'hiver 2020-2021', 'winter 2020/2021'],
  ['month 6, month 7, month 8', 'in summer', 'im Sommer', 'en été'],
  ['month 5', 'in May', 'im Mai', 'en mai'],
  ['weekday 6', 'Saturday', 'on Saturdays', 'samstags', 'Samstag', 'am Sonnabend', 'le samedi'],
  ['weekday 6, weekday 7', 'weekend', 'am Wochenende', 'le week-end', 'Samstag und Sonntag', 'samedi et dimanche'],
  ['2020-01-01..2020-12-31, weekday 6, weekday 7', 'weekends 2020', 'Wochenenden 2020', 'week-ends 2020'],
  ['2019-01-01..2021-12-31', '2019-2021', '2019 to 2021', '2019 bis 2021', 'de 2019 à 2021', 'from 2019 to 2021'],
  ['2019-01-01..2021-12-31', 'between 2019 and 2021', 'zwischen 2019 und 2021', 'entre 2019 et 2021'],
  ['2020-05-01..2020-07-31', 'May to July 2020', 'Mai bis Juli 2020', 'de mai à juillet 2020', 'May–July 2020'],
  ['2020-11-01..2021-02-28', 'November to February 2021', 'November bis Februar 2021', 'novembre à février 2021'],
  ['2019-05-01..2020-07-31', 'May 2019 to July 2020', 'Mai 2019 bis Juli 2020', 'de mai 2019 à juillet 2020'],
  ['month 5, month 6, month 7', 'in May to July', 'Mai bis Juli', 'mai à juillet'],
  ['2019-01-01..2021-12-31', 'since 2019 until 2021', 'seit 2019 bis 2021', 'depuis 2019 jusqu’en 2021'],
  ['..2014-12-31', 'before 2015', 'vor 2015', 'avant 2015'],
  ['..2015-12-31', 'until 2015', 'bis 2015', 'jusqu’en 2015'],
  ['2020-01-01..', 'since 2020', 'seit 2020', 'depuis 2020', 'ab 2020', 'à partir de 2020'],
  ['2021-01-01..', 'after 2020', 'nach 2020', 'après 2020'],
  ['2026-05-01..', 'since last May', 'seit letztem Mai', 'depuis mai 2026'],
  ['2020-05-03..2020-05-10', 'from 3 May 2020 to 10 May 2020', 'vom 3. bis 10. Mai 2020', 'du 3 au 10 mai 2020'],
  ['2020-05-03..2020-05-10', '3–10 May 2020', '3.–10. Mai 2020', 'May 3 to May 10, 2020', '2020-05-03 – 2020-05-10'],
  ['2020-05-03', '3 May 2020', 'May 3, 2020', '3. Mai 2020', '3 mai 2020', '2020-05-03', '3.5.2020', 'May 3rd 2020'],
  ['2020-05-13', '13/5/2020', '5/13/2020', '13.05.2020', '13th of May 2020'],
  ['every 24.12.', '24 December', 'December 24', '24. Dezember', '24 décembre', 'the 24th of December'],
  ['2020-05-01..2020-05-31', 'May 2020', 'Mai 2020', 'mai 2020', '2020-05'],
  ['2020-03-01..2020-03-31', 'March 2020', 'März 2020', 'mars 2020'],
  ['1990-01-01..1999-12-31', '1990s', '1990er'],
  ['2026-11-09..2026-11-22', 'last two weeks', 'die letzten zwei Wochen', 'les deux dernières semaines'],
  ['2020-06-14..2020-06-18', '14.6. bis 18.6.2020', '14.6.-18.6.2020', '14/6 – 18/6/2020', 'du 14/06 au 18/06/2020'],
  ['2020-06-14..2020-06-18', '6/14 - 6/18/2020', 'vom 14. bis 18.6.2020', '14.–18.6.2020', '14.6. bis 18. Juni 2020'],
  ['2020-06-03..2020-06-18', 'June 3-18 2020', 'june 3 to 18, 2020', 'June 3rd–18th, 2020', '6/3 – 6/18/2020'],
  [
    '2020-06-03..2020-06-10',
    'between 3 and 10 June 2020',
    'zwischen dem 3. und 10. Juni 2020',
    'entre le 3 et le 10 juin 2020',
  ],
  ['2020-11-01..2021-02-28', 'between November and February 2021', 'zwischen November und Februar 2021'],
  ['2020-11-01..2021-02-28', 'entre novembre et février 2021', 'November 2020 bis Februar'],
  [
    '2020-12-28..2021-01-03',
    '28.12. bis 3.1.2021',
    '28 December to 3 January 2021',
    '28.12.2020 – 3.1.',
    'du 28/12 au 3/1/2021',
  ],
  ['month 6, month 7', 'between June and July', 'zwischen Juni und Juli', 'entre juin et juillet'],
  ['month 3, month 4, month 5', 'between March and May', 'zwischen März und Mai', 'entre mars et mai'],
  ['month 3, month 4, month 5', 'from March to May', 'von März bis Mai', 'de mars à mai', 'photos de mars à mai'],
];

describe('dates in a search query', () => {
  for (const [meaning, ...sentences] of table) {
    it(`are read in ${sentences.join(' · ')}`, () => {
      for (const sentence of sentences) expect(said(sentence), sentence).to.equal(meaning);
    });
  }

  it('are not read in words that only look like dates', () => {
    for (const text of [
      ...['summer', 'spring water', 'fall asleep', 'mars', 'march', 'may flowers', 'this may be art', 'von hier'],
      ...['Black Friday', 'mardi gras', 'day', 'last supper', 'before sunrise', 'the 5th', 'ice age', '20234'],
    ]) {
      expect(said(text), text).to.equal(`“${text}”`);
    }
    // The day does not exist, but the month does.
    expect(said('31 April')).to.equal('month 4, “31”');
    expect(said('380.2.2020')).to.equal(said('2020 380.2'));
  });

  it('are days of every year for a range without a year', () => {
    const everyDay = (...days: string[]): string => days.map((day) => `every ${day}.`).join(', ');
    for (const text of ['24 to 26 December', 'December 24-26', '24.–26. Dezember', 'du 24 au 26 décembre']) {
      expect(said(text), text).to.equal(everyDay('24.12', '25.12', '26.12'));
    }
    for (const text of [
      'between 24 and 26 December',
      'zwischen 24. und 26. Dezember',
      'entre le 24 et le 26 décembre',
    ]) {
      expect(said(text), text).to.equal(everyDay('24.12', '25.12', '26.12'));
    }
    for (const text of ['30 December to 2 January', '30.12. bis 2. Januar', 'du 30 décembre au 2 janvier']) {
      expect(said(text), text).to.equal(everyDay('30.12', '31.12', '1.1', '2.1'));
    }
    expect(said('28 February to 1 March')).to.equal(everyDay('28.2', '29.2', '1.3'));
  });

  it('are not read in a range that matches no days', () => {
    for (const text of [
      ...['31 to 24 December', '3 to 31 June 2020', '31 June to 5 July 2020', '10 bis 3. Juni 2020'],
      ...['between 31 and 24 December', '14.6. bis 18.6', '1.4 - 2.8', 'march 3-10', 'march to may'],
      ...['between 1.4 and 2.8', 'from 1.4 to 2.8'],
    ]) {
      expect(said(text), text).to.equal(`“${text}”`);
    }
    expect(said('Kim 3 to 31 June 2020')).to.equal('“3 to 31 June 2020”');
    // Each is a date by itself.
    for (const text of ['May 2020 - March 2020', 'Mai 2020 bis März 2020', 'between May 2020 and March 2020']) {
      expect(said(text), text).to.equal('2020-05-01..2020-05-31, 2020-03-01..2020-03-31');
    }
    expect(said('lens 50 - 3 May 2020')).to.equal('2020-05-03, “lens 50”');
  });

  it('stay text in quotes', () => {
    expect(said('"yesterday"')).to.equal('“yesterday”');
    expect(said('"summer 2021" Kim')).to.equal('“summer 2021”');
    expect(said('last "week"')).to.equal('“last week”');
  });

  it('are relative to the day of the search', () => {
    const july = epochDay(2026, 7, 10);
    expect(said('last summer', july)).to.equal('2025-06-01..2025-08-31');
    expect(said('this winter', epochDay(2026, 2, 1))).to.equal('2025-12-01..2026-02-28');
    expect(said('last month', epochDay(2026, 1, 15))).to.equal('2025-12-01..2025-12-31');
    expect(said('last weekend', epochDay(2026, 11, 23))).to.equal('2026-11-21..2026-11-22');
    expect(said('last 1 months', epochDay(2026, 3, 31))).to.equal('2026-03-01..2026-03-31');
  });

  it('are combined as alternatives, and with a month that is named apart from its year', () => {
    expect(said('2019 2021')).to.equal('2019-01-01..2019-12-31, 2021-01-01..2021-12-31');
    expect(said('June 2019 July 2020')).to.equal('2019-06-01..2019-06-30, 2020-07-01..2020-07-31');
    expect(said('june with Kim 2020')).to.equal('2020-01-01..2020-12-31, month 6');
  });
});
