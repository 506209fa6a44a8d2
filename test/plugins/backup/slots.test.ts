import { expect } from 'chai';
import fc from 'fast-check';
import { lastSlot, nextSlot } from '../../../plugins/backup/slots.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;
const iso = (time: number): string => new Date(time * 1000).toISOString();

describe('the slot of a day', () => {
  const half3 = { hour: 2, minute: 30 };

  it('is the set time of day in the time zone', () => {
    expect(iso(nextSlot(at('2026-11-21T10:00:00Z'), half3, 'Europe/Berlin'))).to.equal('2026-11-22T01:30:00.000Z');
    expect(iso(lastSlot(at('2026-11-21T10:00:00Z'), half3, 'Europe/Berlin'))).to.equal('2026-11-21T01:30:00.000Z');
    expect(iso(nextSlot(at('2026-11-21T10:00:00Z'), half3, 'Asia/Kathmandu'))).to.equal('2026-11-21T20:45:00.000Z');
  });

  it('is the moment of the clock change if that skips its time', () => {
    expect(iso(nextSlot(at('2026-03-28T12:00:00Z'), half3, 'Europe/Berlin'))).to.equal('2026-03-29T01:00:00.000Z');
    expect(iso(nextSlot(at('2026-03-29T01:00:00Z'), half3, 'Europe/Berlin'))).to.equal('2026-03-30T00:30:00.000Z');
  });

  it('is the first occurrence if a clock change repeats its time', () => {
    expect(iso(nextSlot(at('2026-10-24T12:00:00Z'), half3, 'Europe/Berlin'))).to.equal('2026-10-25T00:30:00.000Z');
    expect(iso(nextSlot(at('2026-10-25T00:30:00Z'), half3, 'Europe/Berlin'))).to.equal('2026-10-26T01:30:00.000Z');
  });

  it('counts as the last slot, not as the next one, in its very second', () => {
    const slot = at('2026-06-01T00:30:00Z');
    expect(lastSlot(slot, half3, 'Europe/Berlin')).to.equal(slot);
    expect(nextSlot(slot - 1, half3, 'Europe/Berlin')).to.equal(slot);
    expect(nextSlot(slot, half3, 'Europe/Berlin')).to.equal(slot + 86_400);
  });

  for (const zone of [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'America/Santiago', // changes at midnight
    'Africa/Cairo', // changes back from midnight into the day before
    'Antarctica/Troll', // changes by two hours
    'Asia/Kolkata',
    'UTC',
  ]) {
    it(`occurs once on each calendar day in ${zone}`, () => {
      const days = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
      const moment = fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2028-12-31T00:00:00Z') });
      const slot = fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) });
      fc.assert(
        fc.property(moment, slot, (now, daily) => {
          const last = lastSlot(now, daily, zone);
          const next = nextSlot(now, daily, zone);
          expect(last).to.be.at.most(now);
          expect(next).to.be.above(now);
          // No slot lies between the two: each follows from the other.
          expect(nextSlot(last, daily, zone)).to.equal(next);
          expect(lastSlot(next - 1, daily, zone)).to.equal(last);
          const [dayOfLast, dayOfNext] = [last, next].map((time) => Date.parse(days.format(time * 1000)));
          expect((dayOfNext ?? 0) - (dayOfLast ?? 0)).to.equal(86_400_000);
        }),
        { numRuns: 150 },
      );
    });
  }
});
