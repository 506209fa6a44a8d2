import { expect } from 'chai';
import fc from 'fast-check';
import {
  captureTime,
  dayName,
  duration,
  fileSize,
  formatCount,
  formatShortCount,
  monthName,
  pictureSize,
  shortCaptureTime,
  timeSpan,
} from '../../web/state/format.ts';
import { formatPlace, parsePlace, placeOf } from '../../web/state/routes.ts';
import { readViewAnchor } from '../../web/state/photos/view-anchor.ts';

describe('routes in the app', () => {
  it('are parsed from the URL fragment', () => {
    for (const start of ['', '#', '#/']) expect(parsePlace(start)).to.deep.equal(placeOf('timeline'));
    expect(parsePlace('#/photo/a%2Fb')).to.deep.equal(placeOf('timeline', { photo: 'a/b' }));
    expect(parsePlace('#/people/3')).to.deep.equal(placeOf('people', { about: '3' }));
    expect(parsePlace('#/tags/photo/photo/x')).to.deep.equal(placeOf('tags', { about: 'photo', photo: 'x' }));
    expect(parsePlace('#/search?q=a%3Db+c')).to.deep.equal(placeOf('search', { query: { q: 'a=b c' } }));
    const ofTimeline = placeOf('timeline', { about: 'x' });
    expect(parsePlace(formatPlace(ofTimeline)), 'a timeline about something').to.deep.equal(ofTimeline);
    for (const wrong of [
      '#/photo',
      '#/nothing',
      '#/people//',
      '#/people/3/4',
      '#/photo/%E0%A4%A',
      '#/people/3/photo',
    ]) {
      expect(parsePlace(wrong).page, wrong).to.equal('not-found');
    }
  });

  it('are parsed as they were written, whatever characters they contain', () => {
    const name = fc.option(fc.string({ unit: 'grapheme', minLength: 1 }));
    const place = fc.record({
      page: fc.constantFrom('people', 'albums', 'tags'),
      about: name,
      photo: name,
      query: fc.dictionary(fc.constantFrom('q', 'sort'), fc.string({ unit: 'grapheme' })),
    });
    fc.assert(
      fc.property(place, ({ page, ...rest }) => {
        const written = placeOf(page, rest);
        expect(parsePlace(formatPlace(written))).to.deep.equal({ ...written, query: { ...rest.query } });
      }),
    );
  });
});

describe('the stored scroll position of the timeline', () => {
  it('is accepted only in the format in which it is written', () => {
    const anchor = { year: 2024, month: 6, within: 3, dy: -12.5 };
    expect(readViewAnchor(JSON.parse(JSON.stringify(anchor)))).to.deep.equal(anchor);
    for (const other of [null, undefined, 'x', {}, { ...anchor, dy: NaN }, { ...anchor, within: 'a' }]) {
      expect(readViewAnchor(other)).to.equal(null);
    }
  });
});

describe('texts for numbers and times', () => {
  it('name months', () => {
    expect(monthName(2024, 6, 'en')).to.equal('June 2024');
    expect(monthName(1899, 12, 'de')).to.equal('Dezember 1899');
  });

  it('name days', () => {
    expect(dayName(2024, 6, 29, 'en', 'long')).to.equal('Saturday, June 29');
    expect(dayName(2024, 6, 29, 'de', 'long')).to.equal('Samstag, 29. Juni');
    expect(dayName(2024, 6, 29, 'en', 'short')).to.equal('Jun 29');
  });

  it('name a span of months by its dates alone, without a possible line break', () => {
    expect(timeSpan('2025-04-01', '2026-01-31', 'en')).to.equal('Apr\u00a02025\u00a0–\u00a0Jan\u00a02026');
    expect(timeSpan('2025-12-31', '2025-12-01', 'en')).to.match(/^Dec\s2025/);
    expect([timeSpan(null, null), timeSpan('2025-04-01', 'unknown')]).to.deep.equal(['', '']);
  });

  it('give a short capture time in local time', () => {
    expect(shortCaptureTime('2024-02-29T23:59:58', 'en-GB')).to.equal('29 Feb 2024, 23:59');
    expect(shortCaptureTime('unknown', 'en')).to.equal('unknown');
  });

  it('give a capture time in local time', () => {
    expect(captureTime('2024-02-29T23:59:58', 'en-GB')).to.match(/Thursday,? 29 February 2024 at 23:59/);
    expect(captureTime('unknown', 'en')).to.equal('unknown');
  });

  it('write counts as is usual in the language, and short ones for little space', () => {
    expect([formatCount(1234, 'en'), formatCount(1234, 'de')]).to.deep.equal(['1,234', '1.234']);
    expect(formatShortCount(1234, 'en')).to.equal('1.2K');
  });

  it('round sizes and durations', () => {
    expect(fileSize(999, 'en')).to.equal('999 byte');
    expect(fileSize(3_456_789, 'en')).to.equal('3.46 MB');
    expect(fileSize(4_200_000_000, 'en')).to.equal('4.2 GB');
    expect(pictureSize({ width: 4000, height: 3000 }, 'en')).to.equal('4000 × 3000, 12 MP');
    expect(pictureSize({ width: null, height: null })).to.equal('');
    expect(duration(42, 'en')).to.equal('42 sec');
    expect(duration(600, 'en')).to.equal('10 min');
    expect(duration(7300, 'en')).to.equal('2 hr');
  });
});
