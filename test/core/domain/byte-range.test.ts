import { expect } from 'chai';
import { isUnchanged, parseRange, rangeStillApplies } from '../../../core/domain/byte-range.ts';

describe('the parser of range and conditional headers', () => {
  const cases: [header: string | undefined, means: ReturnType<typeof parseRange>][] = [
    [undefined, null],
    ['', null],
    ['bytes=0-499', { start: 0, end: 499 }],
    ['bytes=500-', { start: 500 }],
    ['bytes=-500', { start: -500 }],
    ['Bytes = 0 - 0', { start: 0, end: 0 }],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=-', null],
    ['bytes=5-2', null],
    ['bytes=0-1,4-5', null],
    ['lines=0-5', null],
    ['bytes=a-b', null],
    ['bytes=99999999999999999999-', { start: Number.MAX_SAFE_INTEGER }],
    ['bytes=0-99999999999999999999', { start: 0, end: Number.MAX_SAFE_INTEGER }],
    ['bytes=-99999999999999999999', { start: -Number.MAX_SAFE_INTEGER }],
  ];
  for (const [header, means] of cases) {
    it(`reads ${JSON.stringify(header)} as ${JSON.stringify(means)}`, () => {
      expect(parseRange(header)).to.deep.equal(means);
    });
  }

  it('reads a header of very much white space at once', () => {
    // Reading it again from each position would take hours.
    const space = ' '.repeat(1_000_000);
    expect(parseRange(`bytes=${space}x`)).to.equal(null);
    expect(parseRange(`bytes=1-${space}x`)).to.equal(null);
    expect(parseRange(`bytes=${space}1${space}-${space}2`)).to.deep.equal({ start: 1, end: 2 });
  });

  it('compares If-Range with strong ETags only, never with dates', () => {
    expect(rangeStillApplies(undefined, '"a"')).to.equal(true);
    expect(rangeStillApplies('"a"', '"a"')).to.equal(true);
    expect(rangeStillApplies('"b"', '"a"')).to.equal(false);
    expect(rangeStillApplies('W/"a"', '"a"')).to.equal(false);
    expect(rangeStillApplies('Wed, 21 Oct 2015 07:28:00 GMT', '"a"')).to.equal(false);
  });

  it('finds an ETag in the list of If-None-Match, weak or strong, and accepts *', () => {
    expect(isUnchanged(undefined, '"a"')).to.equal(false);
    expect(isUnchanged('"b", W/"a"', '"a"')).to.equal(true);
    expect(isUnchanged('*', '"a"')).to.equal(true);
    expect(isUnchanged('"b"', '"a"')).to.equal(false);
  });
});
