import { expect } from 'chai';
import { daysFrom, formatDay, parseDay } from '../../web/state/day-of-year.ts';
import { yearlyDayName, timeSpan } from '../../web/state/format.ts';
import { initials } from '../../web/state/session/initials.ts';

describe('a day of any year', () => {
  it('is parsed from URLs, and anything else is rejected', () => {
    expect(parseDay('02-29')).to.deep.equal({ month: 2, day: 29 });
    expect(formatDay({ month: 2, day: 9 })).to.equal('02-09');
    for (const none of [null, '', '2-9', '02-30', '13-01', '00-10', '11-00', '11-22x']) {
      expect(parseDay(none), String(none)).to.equal(null);
    }
  });

  it('has a next and a previous day, across months and years', () => {
    expect(daysFrom({ month: 12, day: 31 }, 1)).to.deep.equal({ month: 1, day: 1 });
    expect(daysFrom({ month: 1, day: 1 }, -1)).to.deep.equal({ month: 12, day: 31 });
    expect(daysFrom({ month: 2, day: 28 }, 1)).to.deep.equal({ month: 2, day: 29 });
  });

  it('has a name in each language', () => {
    expect(yearlyDayName({ month: 11, day: 22 }, 'en-GB')).to.equal('22 November');
    expect(yearlyDayName({ month: 11, day: 22 }, 'de')).to.equal('22. November');
    expect(yearlyDayName({ month: 2, day: 29 }, 'fr')).to.equal('29 février');
  });
});

describe('a span of time', () => {
  it('is abbreviated, and cannot be broken into two lines', () => {
    const span = timeSpan('2025-04-10', '2026-01-10', 'en');
    expect(span.replaceAll('\u00a0', ' ')).to.equal('Apr 2025 – Jan 2026');
    expect(span).not.to.match(/[ \u2009]/);
  });

  it('is a single month if it begins and ends in the same one, and empty if it is unknown', () => {
    expect(timeSpan('2025-04-10', '2025-04-20', 'en')).to.equal('Apr\u00a02025');
    expect(timeSpan(null, '2025-04-20', 'en')).to.equal('');
  });
});

describe('the initials of a name', () => {
  it('are those of the first and the last word, whatever characters a letter consists of', () => {
    expect(initials('Anna Maria Berg')).to.equal('AB');
    expect(initials('  zoë ')).to.equal('Z');
    expect(initials('e\u0301mile zola')).to.equal('É'.normalize('NFD') + 'Z');
    expect(initials('عمر بن عبد العزيز')).to.equal('عا');
    expect(initials('👩‍👧 family')).to.equal('👩‍👧F');
    expect(initials(' ')).to.equal('?');
  });
});
