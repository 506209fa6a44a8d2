import { expect } from 'chai';
import fc from 'fast-check';
import { captureTime, duration, fileSize, monthName, pictureSize } from '../../web/state/format.ts';
import { formatPlace, parsePlace } from '../../web/state/routes.ts';
import { withTag, withoutTag } from '../../web/state/tag-edits.ts';
import { readViewAnchor } from '../../web/state/view-anchor.ts';

describe('places in the app', () => {
  it('are read from the fragment', () => {
    expect(parsePlace('')).to.deep.equal({ page: 'timeline' });
    expect(parsePlace('#')).to.deep.equal({ page: 'timeline' });
    expect(parsePlace('#/')).to.deep.equal({ page: 'timeline' });
    expect(parsePlace('#/photo/a%2Fb')).to.deep.equal({ page: 'photo', uid: 'a/b' });
    for (const wrong of ['#/photo', '#/photo/', '#/photo/a/b', '#/nothing', '#/photo/%E0%A4%A']) {
      expect(parsePlace(wrong), wrong).to.deep.equal({ page: 'not-found' });
    }
  });

  it('come back as they were written, whatever a photo is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (uid) => {
        expect(parsePlace(formatPlace({ page: 'photo', uid }))).to.deep.equal({ page: 'photo', uid });
      }),
    );
  });
});

describe('what a browser kept of the timeline’s place', () => {
  it('is taken only in the shape it is written in', () => {
    const anchor = { year: 2024, month: 6, within: 3, dy: -12.5 };
    expect(readViewAnchor(JSON.parse(JSON.stringify(anchor)))).to.deep.equal(anchor);
    for (const other of [null, undefined, 'x', {}, { ...anchor, dy: NaN }, { ...anchor, within: 'a' }]) {
      expect(readViewAnchor(other)).to.equal(null);
    }
  });
});

describe('numbers and times in words', () => {
  it('name months', () => {
    expect(monthName(2024, 6, 'en')).to.equal('June 2024');
    expect(monthName(1899, 12, 'de')).to.equal('Dezember 1899');
  });

  it('tell a capture time as it was on the clock there', () => {
    expect(captureTime('2024-02-29T23:59:58', 'en-GB')).to.match(/Thursday,? 29 February 2024 at 23:59/);
    expect(captureTime('unknown', 'en')).to.equal('unknown');
  });

  it('tell sizes and durations coarsely', () => {
    expect(fileSize(999, 'en')).to.equal('999 byte');
    expect(fileSize(3_456_789, 'en')).to.equal('3.46 MB');
    expect(fileSize(4_200_000_000, 'en')).to.equal('4.2 GB');
    expect(pictureSize({ width: 4000, height: 3000 }, 'en')).to.equal('4000 × 3000, 12 megapixels');
    expect(pictureSize({ width: null, height: null })).to.equal('');
    expect(duration(42, 'en')).to.equal('42 sec');
    expect(duration(600, 'en')).to.equal('10 min');
    expect(duration(7300, 'en')).to.equal('2 hr');
  });
});

describe('editing tags', () => {
  const tags = ['Sea', 'summer'];

  it('adds a trimmed tag at the end', () => {
    expect(withTag(tags, '  boat ')).to.deep.equal(['Sea', 'summer', 'boat']);
  });

  it('adds nothing for nothing, or for what is there in other letters', () => {
    expect(withTag(tags, '   ')).to.equal(tags);
    expect(withTag(tags, 'SEA')).to.equal(tags);
    expect(withTag(['Zoë'], 'Zoe\u0308')).to.have.length(1);
  });

  it('never cuts a character in two', () => {
    expect(withTag([], '😀'.repeat(70))[0]).to.equal('😀'.repeat(64));
  });

  it('removes a tag', () => {
    expect(withoutTag(tags, 'Sea')).to.deep.equal(['summer']);
  });
});
