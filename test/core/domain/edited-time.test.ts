import { expect } from 'chai';
import { clockZone, offsetText, type ClockZone } from '../../../core/domain/clock-zone.ts';
import { countedTime, rezonedTime, shiftedTime, type TimeInput } from '../../../core/domain/edited-time.ts';

const utc = (iso: string): number => Date.parse(iso) / 1000;
const berlin = { lat: 52.52, lng: 13.405 };
const lisbon = { lat: 38.7223, lng: -9.1393 };
const noExif = { wallClock: null, utcOffset: null, gpsTime: null, created: null };

function input(more: Partial<TimeInput> = {}): TimeInput {
  const file = { takenAt: utc('2024-01-10T12:00:00Z'), takenAtLocal: '2024-01-10T12:00:00' };
  return { file, exif: () => noExif, position: null, moved: false, defaultZone: 'UTC', ...more };
}

const zone = (text: string): ClockZone => clockZone(text) ?? expect.fail(`${text} should be a zone`);

describe('an edited capture time', () => {
  const instantOf = (local: string, of: string | null, more?: Partial<TimeInput>): string =>
    new Date(countedTime({ local, zone: of }, input(more)).takenAt * 1000).toISOString().slice(0, 16);

  it('is resolved to after the clock change if clocks skip it in spring', () => {
    // In Germany, 02:00 was followed by 03:00 on March 31, 2024; in Portugal, 01:00 by 02:00 at the same moment.
    expect(instantOf('2024-03-31T01:59:00', 'Europe/Berlin')).to.equal('2024-03-31T00:59');
    expect(instantOf('2024-03-31T02:30:00', 'Europe/Berlin')).to.equal('2024-03-31T01:30');
    expect(instantOf('2024-03-31T03:00:00', 'Europe/Berlin')).to.equal('2024-03-31T01:00');
    expect(instantOf('2024-03-31T01:30:00', 'Europe/Lisbon')).to.equal('2024-03-31T01:30');
    expect(countedTime({ local: '2024-03-31T02:30:00', zone: 'Europe/Berlin' }, input()).takenAtLocal).to.equal(
      '2024-03-31T02:30:00',
    );
  });

  it('uses the zone of an edited place, unless GPS time implies another zone', () => {
    const wallClock = utc('2024-07-10T12:00:00Z');
    const file = { takenAt: utc('2024-07-10T10:00:00Z'), takenAtLocal: '2024-07-10T12:00:00' };
    const instantBy = (gpsTime: string): string => {
      const exif = () => ({ wallClock, utcOffset: null, gpsTime: utc(gpsTime), created: null });
      const { takenAt } = countedTime(
        { local: null, zone: null },
        input({ file, exif, position: lisbon, moved: true }),
      );
      return new Date(takenAt * 1000).toISOString().slice(0, 16);
    };
    expect(instantBy('2024-07-10T10:59:00Z')).to.equal('2024-07-10T11:00');
    expect(instantBy('2024-07-10T10:35:00Z')).to.equal('2024-07-10T11:00');
    expect(instantBy('2024-07-10T09:59:00Z')).to.equal('2024-07-10T10:00');
  });

  it('is unchanged by an edited place if the program that created the file wrote an offset', () => {
    const wallClock = utc('2024-01-05T10:00:00Z');
    const file = { takenAt: utc('2024-01-05T15:00:00Z'), takenAtLocal: '2024-01-05T10:00:00' };
    const countedBy = (utcOffset: number | null, of = file): TimeInput['file'] => {
      const exif = () => ({ ...noExif, created: { wallClock, utcOffset } });
      return countedTime({ local: null, zone: null }, input({ file: of, exif, position: lisbon, moved: true }));
    };
    expect(countedBy(-300)).to.deep.equal(file);
    expect(countedBy(null)).to.deep.equal({ ...file, takenAt: utc('2024-01-05T10:00:00Z') });
    // The date of the file comes from elsewhere: the offset at its creation says nothing about that time.
    const byStore = { takenAt: utc('2024-01-01T08:00:00Z'), takenAtLocal: '2024-01-01T03:00:00' };
    expect(countedBy(-300, byStore)).to.deep.equal({ ...byStore, takenAtLocal: '2024-01-01T08:00:00' });
  });

  it('is the first one if clocks show it twice in autumn, unless its offset says otherwise', () => {
    expect(instantOf('2024-10-27T02:30:00', 'Europe/Berlin')).to.equal('2024-10-27T00:30');
    expect(instantOf('2024-10-27T02:30:00', '+02:00')).to.equal('2024-10-27T00:30');
    expect(instantOf('2024-10-27T02:30:00', '+01:00')).to.equal('2024-10-27T01:30');
    expect(instantOf('2024-11-03T01:30:00', 'America/New_York')).to.equal('2024-11-03T05:30');
  });

  it('uses the zone of the place, with its summer time, if no zone was given', () => {
    expect(instantOf('2024-01-10T12:00:00', null, { position: berlin })).to.equal('2024-01-10T11:00');
    expect(instantOf('2024-07-10T12:00:00', null, { position: berlin })).to.equal('2024-07-10T10:00');
    expect(instantOf('2024-03-31T02:30:00', null, { position: berlin })).to.equal('2024-03-31T01:30');
  });

  it('uses the zone that the file was dated in if no place is known', () => {
    const ofLibrary = { takenAt: utc('2024-01-10T12:00:00Z'), takenAtLocal: '2024-01-10T13:00:00' };
    const more = { file: ofLibrary, defaultZone: 'Europe/Berlin' };
    // The same as the zone of the library: in July with summer time.
    expect(instantOf('2024-07-10T12:00:00', null, more)).to.equal('2024-07-10T10:00');
    const ofCamera = { takenAt: utc('2024-01-10T12:00:00Z'), takenAtLocal: '2024-01-10T17:30:00' };
    expect(instantOf('2024-07-10T12:00:00', null, { ...more, file: ofCamera })).to.equal('2024-07-10T06:30');
  });

  it('is shifted by the wall clock, even across clock changes', () => {
    const counts = { takenAt: utc('2024-03-30T11:00:00Z'), takenAtLocal: '2024-03-30T12:00:00' };
    const at = input({ file: counts, position: berlin });
    const shifted = shiftedTime(counts, { local: null, zone: null }, 86_400, at);
    expect(shifted).to.deep.equal({ local: '2024-03-31T12:00:00', zone: null });
    expect(countedTime(shifted, at).takenAt).to.equal(utc('2024-03-31T10:00:00Z'));
  });

  it("keeps the camera's offset when it is shifted, even if the place has another zone", () => {
    const counts = { takenAt: utc('2024-07-10T10:00:00Z'), takenAtLocal: '2024-07-10T12:00:00' };
    const at = input({ file: counts, position: lisbon });
    const shifted = shiftedTime(counts, { local: null, zone: null }, 60, at);
    expect(shifted).to.deep.equal({ local: '2024-07-10T12:01:00', zone: '+02:00' });
    expect(countedTime(shifted, at).takenAt).to.equal(counts.takenAt + 60);
    expect(shiftedTime(counts, { local: '2024-07-10T12:00:00', zone: 'Asia/Kolkata' }, 60, at).zone).to.equal(
      'Asia/Kolkata',
    );
  });

  it('shows the same moment in another zone', () => {
    const counts = { takenAt: 0, takenAtLocal: '2024-10-27T02:30:00' };
    const to = { zone: zone('Europe/Lisbon'), name: 'Europe/Lisbon' };
    expect(rezonedTime(counts, zone('Europe/Berlin'), to)).to.deep.equal({
      local: '2024-10-27T01:30:00',
      zone: 'Europe/Lisbon',
    });
  });

  it('accepts names of zones and offsets that exist', () => {
    for (const text of ['Europe/Lisbon', 'UTC', '+14:00', '-12:00', '+05:45'])
      expect(clockZone(text), text).not.to.equal(null);
    for (const text of ['', 'Nowhere/Land', '+15:00', '-13:00', '+2:00', '+02:60', '02:00']) {
      expect(clockZone(text), text).to.equal(null);
    }
    expect([offsetText(-210), offsetText(0), offsetText(765)]).to.deep.equal(['-03:30', '+00:00', '+12:45']);
  });
});
