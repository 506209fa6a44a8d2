import { expect } from 'chai';
import { noShift, secondsOf } from '../../web/state/photos/time-shift.ts';

describe('a typed time shift', () => {
  it('is converted to seconds, later or earlier', () => {
    expect(secondsOf({ ...noShift, days: '1', hours: '2', minutes: '3', seconds: '4' })).to.equal(93_784);
    expect(secondsOf({ ...noShift, direction: 'earlier', minutes: ' 90 ' })).to.equal(-5400);
  });

  it('is null if it is empty, zero, or not a number of whole units', () => {
    expect(secondsOf(noShift)).to.equal(null);
    expect(secondsOf({ ...noShift, hours: '0' })).to.equal(null);
    for (const hours of ['1.5', '-1', 'x']) expect(secondsOf({ ...noShift, hours })).to.equal(null);
  });
});
