import { expect } from 'chai';
import { captureTime, type CaptureTimeInput } from '../../../core/domain/capture-time.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;
/** A wall-clock time, stored as if it were UTC. */
const wall = (local: string): number => at(`${local}Z`);

const lisbon = { lat: 38.72, lng: -9.14 };
const kathmandu = { lat: 27.71, lng: 85.32 };
const delhi = { lat: 28.61, lng: 77.21 };
const kabul = { lat: 34.53, lng: 69.17 };
const darwin = { lat: -12.46, lng: 130.84 };

function timeOf(facts: {
  source?: Partial<CaptureTimeInput['source']>;
  exif?: Partial<CaptureTimeInput['exif']>;
  position?: CaptureTimeInput['position'];
  defaultZone?: string;
}): string {
  const { takenAt, takenAtLocal } = captureTime({
    source: {
      captureTime: at('2020-01-01T00:00:00Z'),
      captureTimeSource: 'mtime',
      utcOffset: null,
      modifiedTime: at('2020-01-02T00:00:00Z'),
      ...facts.source,
    },
    exif: { wallClock: null, utcOffset: null, gpsTime: null, created: null, ...facts.exif },
    position: facts.position ?? null,
    defaultZone: facts.defaultZone ?? 'Europe/Berlin',
    now: at('2026-01-01T00:00:00Z'),
  });
  return `${new Date(takenAt * 1000).toISOString().slice(0, 19)}Z ${takenAtLocal}`;
}

describe('the capture time', () => {
  const wallClock = wall('2021-07-10T12:00:00');

  it("is the store's own time, with priority over all others", () => {
    const source = { captureTime: at('2021-07-10T08:00:00Z'), captureTimeSource: 'upstream' } as const;
    expect(timeOf({ source, exif: { wallClock: wall('1999-01-01T00:00:00'), utcOffset: 330 } })).to.equal(
      '2021-07-10T08:00:00Z 2021-07-10T13:30:00',
    );
  });

  it("is the camera's time at the offset that it wrote", () => {
    expect(timeOf({ exif: { wallClock, utcOffset: -300 }, position: lisbon })).to.equal(
      '2021-07-10T17:00:00Z 2021-07-10T12:00:00',
    );
  });

  it('uses the offset that GPS time implies, even if the GPS fix is minutes old', () => {
    const gpsTime = at('2021-07-10T06:20:30Z');
    expect(timeOf({ exif: { wallClock, gpsTime }, position: lisbon })).to.equal(
      '2021-07-10T06:15:00Z 2021-07-10T12:00:00',
    );
  });

  it('uses the zone of the place if the GPS fix is older', () => {
    for (const fix of ['10:59:30', '10:53:00', '10:45:00', '10:20:00', '10:10:00', '11:20:00']) {
      const gpsTime = at(`2021-07-10T${fix}Z`);
      expect(timeOf({ exif: { wallClock, gpsTime }, position: lisbon }), fix).to.equal(
        '2021-07-10T11:00:00Z 2021-07-10T12:00:00',
      );
    }
  });

  it('uses the offset that GPS time implies if the camera is set to a neighbouring zone or to winter time', () => {
    for (const [stamp, instant] of [
      ['09:58:00', '10:00:00'],
      ['11:58:00', '12:00:00'],
    ] as const) {
      const gpsTime = at(`2021-07-10T${stamp}Z`);
      expect(timeOf({ exif: { wallClock, gpsTime }, position: lisbon }), stamp).to.equal(
        `2021-07-10T${instant}Z 2021-07-10T12:00:00`,
      );
    }
  });

  it('uses an offset a quarter or half hour from that of the place if the GPS fix is fresh', () => {
    for (const [camera, position, stamp, instant] of [
      ['India, in Nepal', kathmandu, '06:30:05', '06:30:00'],
      ['Pakistan, in India', delhi, '07:00:30', '07:00:00'],
      ['Pakistan, in Kabul', kabul, '06:59:05', '07:00:00'],
      ['Brisbane, in Darwin', darwin, '02:00:05', '02:00:00'],
    ] as const) {
      const gpsTime = at(`2021-07-10T${stamp}Z`);
      expect(timeOf({ exif: { wallClock, gpsTime }, position }), camera).to.equal(
        `2021-07-10T${instant}Z 2021-07-10T12:00:00`,
      );
    }
  });

  it('uses the zone of a place with quarter or half hours if the GPS fix is older', () => {
    for (const [position, stamp, instant] of [
      [kathmandu, '05:54:00', '06:15:00'],
      [delhi, '05:55:00', '06:30:00'],
      [kabul, '06:58:30', '07:30:00'],
      [darwin, '02:02:00', '02:30:00'],
    ] as const) {
      const gpsTime = at(`2021-07-10T${stamp}Z`);
      expect(timeOf({ exif: { wallClock, gpsTime }, position }), stamp).to.equal(
        `2021-07-10T${instant}Z 2021-07-10T12:00:00`,
      );
    }
  });

  it('uses the second of the repeated hours in autumn if GPS time says so', () => {
    const twice = { wallClock: wall('2021-10-31T01:30:00'), gpsTime: at('2021-10-31T01:29:00Z') };
    expect(timeOf({ exif: twice, position: lisbon })).to.equal('2021-10-31T01:30:00Z 2021-10-31T01:30:00');
  });

  it('accepts only existing offsets from GPS time', () => {
    const zoneBy = (stamp: string) => timeOf({ exif: { wallClock, gpsTime: at(`2021-07-10T${stamp}Z`) } });
    // No zone has an offset of 02:15 or 01:45, so that the zone of the server is used; 05:45 is the offset of Nepal.
    expect(zoneBy('09:45:00')).to.equal('2021-07-10T10:00:00Z 2021-07-10T12:00:00');
    expect(zoneBy('10:15:00')).to.equal('2021-07-10T10:00:00Z 2021-07-10T12:00:00');
    expect(zoneBy('06:14:00')).to.equal('2021-07-10T06:15:00Z 2021-07-10T12:00:00');
    expect(zoneBy('03:01:00')).to.equal('2021-07-10T03:00:00Z 2021-07-10T12:00:00');
  });

  it('ignores the GPS time of another day', () => {
    expect(timeOf({ exif: { wallClock, gpsTime: at('2021-07-12T11:00:00Z') }, position: lisbon })).to.equal(
      '2021-07-10T11:00:00Z 2021-07-10T12:00:00',
    );
  });

  it('uses the zone of the place, including summer time', () => {
    expect(timeOf({ exif: { wallClock }, position: lisbon })).to.equal('2021-07-10T11:00:00Z 2021-07-10T12:00:00');
    expect(timeOf({ exif: { wallClock: wall('2021-01-10T12:00:00') }, position: lisbon })).to.equal(
      '2021-01-10T12:00:00Z 2021-01-10T12:00:00',
    );
    expect(timeOf({ exif: { wallClock }, position: kathmandu })).to.equal('2021-07-10T06:15:00Z 2021-07-10T12:00:00');
  });

  it("uses the zone of a place by today's zone borders, not by older ones", () => {
    const taken = { wallClock: wall('2023-07-10T12:00:00') };
    for (const [place, position, instant] of [
      ['Ciudad Juárez', { lat: 31.6904, lng: -106.4245 }, '2023-07-10T18:00:00Z'],
      ['Kyiv', { lat: 50.4501, lng: 30.5234 }, '2023-07-10T09:00:00Z'],
      ['Nuuk', { lat: 64.1814, lng: -51.6941 }, '2023-07-10T14:00:00Z'],
    ] as const) {
      expect(timeOf({ exif: taken, position }), place).to.equal(`${instant} 2023-07-10T12:00:00`);
    }
  });

  it("uses the source's offset if this machine does not know the zone of the place", () => {
    const { DateTimeFormat } = Intl;
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct(target, [locale, options]: [string, Intl.DateTimeFormatOptions]) {
        if (options.timeZone === 'Pacific/Chatham')
          throw new RangeError('Invalid time zone specified: Pacific/Chatham');
        return new target(locale, options);
      },
    });
    try {
      const position = { lat: -43.95, lng: -176.56 };
      expect(timeOf({ source: { utcOffset: 540 }, exif: { wallClock }, position })).to.equal(
        '2021-07-10T03:00:00Z 2021-07-10T12:00:00',
      );
    } finally {
      Intl.DateTimeFormat = DateTimeFormat;
    }
  });

  it("falls back to the source's offset, and then to the zone of the server", () => {
    expect(timeOf({ source: { utcOffset: 540 }, exif: { wallClock } })).to.equal(
      '2021-07-10T03:00:00Z 2021-07-10T12:00:00',
    );
    expect(timeOf({ exif: { wallClock } })).to.equal('2021-07-10T10:00:00Z 2021-07-10T12:00:00');
  });

  it('resolves a skipped hour to after the clock change, and a repeated hour to the first one', () => {
    expect(timeOf({ exif: { wallClock: wall('2021-03-28T02:30:00') } })).to.equal(
      '2021-03-28T01:30:00Z 2021-03-28T02:30:00',
    );
    expect(timeOf({ exif: { wallClock: wall('2021-10-31T02:30:00') } })).to.equal(
      '2021-10-31T00:30:00Z 2021-10-31T02:30:00',
    );
  });

  for (const captureTimeSource of ['exif', 'name', 'mtime'] as const) {
    it(`is the camera's if the source's comes from ${captureTimeSource}; without a camera time, the source's`, () => {
      const source = { captureTimeSource, captureTime: at('2015-05-05T12:00:00Z') };
      expect(timeOf({ source, exif: { wallClock } })).to.match(/ 2021-07-10T12:00:00$/);
      expect(timeOf({ source })).to.equal('2015-05-05T12:00:00Z 2015-05-05T14:00:00');
    });
  }

  it('is the GPS time if the camera has no clock', () => {
    expect(timeOf({ exif: { gpsTime: at('2019-01-02T03:04:05Z') }, position: lisbon })).to.equal(
      '2019-01-02T03:04:05Z 2019-01-02T03:04:05',
    );
  });

  it('is the creation time in the metadata only if the alternative is the modification time of the file', () => {
    const created = { wallClock, utcOffset: -300 };
    const [captureTime, gpsTime] = [at('2015-05-05T12:00:00Z'), at('2019-01-02T03:04:05Z')];
    const clock = wall('1999-01-01T00:00:00');
    expect(timeOf({ exif: { created } })).to.equal('2021-07-10T17:00:00Z 2021-07-10T12:00:00');
    expect(timeOf({ exif: { created: { wallClock, utcOffset: null } }, position: lisbon })).to.equal(
      '2021-07-10T11:00:00Z 2021-07-10T12:00:00',
    );
    expect(timeOf({ exif: { created, wallClock: clock } })).to.match(/ 1999-01-01T00:00:00$/);
    expect(timeOf({ exif: { created, gpsTime }, position: lisbon })).to.equal(
      '2019-01-02T03:04:05Z 2019-01-02T03:04:05',
    );
    expect(timeOf({ exif: { created }, source: { captureTime, captureTimeSource: 'name' } })).to.match(
      /^2015-05-05T12/,
    );
    expect(timeOf({ exif: { created: { wallClock: clock + 1e11, utcOffset: 0 } } })).to.match(/^2020-01-01T00:00:00Z/);
  });

  it('ignores times before photography and in the future', () => {
    for (const wrong of ['1825-12-31T23:59:59', '2026-01-03T00:00:00', '9999-12-31T23:59:59']) {
      expect(timeOf({ exif: { wallClock: wall(wrong) } }), wrong).to.match(/^2020-01-01T00:00:00Z/);
    }
    const source = { captureTime: at('2050-01-01T00:00:00Z'), captureTimeSource: 'upstream' } as const;
    expect(timeOf({ source })).to.match(/^2020-01-02T00:00:00Z/);
    expect(timeOf({ source: { ...source, modifiedTime: -1e12 } })).to.match(/^2026-01-01T00:00:00Z/);
  });

  it('accepts the date of the oldest photograph', () => {
    expect(timeOf({ exif: { wallClock: wall('1826-06-01T12:00:00'), utcOffset: 0 } })).to.equal(
      '1826-06-01T12:00:00Z 1826-06-01T12:00:00',
    );
  });
});
