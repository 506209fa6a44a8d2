import { expect } from 'chai';
import fc from 'fast-check';
import sharp from 'sharp';
import { displayP3ToSrgb } from '../../../core/media/display-p3.ts';
import { fileFormat } from '../../../core/plugin-api/toolkit/file-format.ts';
import { isMassLoss } from '../../../core/plugin-api/toolkit/mass-loss.ts';
import { retryDelay } from '../../../core/plugin-api/toolkit/retry-delay.ts';
import { instantAt, wallClockAt, zoneAt } from '../../../core/domain/time-zone.ts';

describe('the pause before a retry', () => {
  it('is 1, 4, 16, 64 minutes, and never more than a day', () => {
    expect([1, 2, 3, 4].map((attempts) => retryDelay(attempts) / 60)).to.deep.equal([1, 4, 16, 64]);
    expect(retryDelay(50)).to.equal(86400);
  });
});

describe('a mass loss', () => {
  it('is more than 20 photos and more than a fifth of the library', () => {
    expect(isMassLoss(20, 20)).to.equal(false);
    expect(isMassLoss(21, 30)).to.equal(true);
    expect(isMassLoss(200, 1000)).to.equal(false);
    expect(isMassLoss(201, 1000)).to.equal(true);
    expect(isMassLoss(0, 0)).to.equal(false);
  });
});

describe('time zones', () => {
  it('convert every wall-clock time to an instant and back', () => {
    const zone = fc.constantFrom(
      'Europe/Berlin',
      'America/St_Johns',
      'Asia/Kathmandu',
      'Pacific/Apia',
      'Australia/Lord_Howe',
      'UTC',
    );
    fc.assert(
      fc.property(fc.integer({ min: -4_000_000_000, max: 4_000_000_000 }), zone, (instant, name) => {
        const wallClock = wallClockAt(instant, name);
        // A repeated hour has two instants: either is right.
        expect(wallClockAt(instantAt(wallClock, name), name)).to.equal(wallClock);
      }),
    );
  });

  for (const [what, zone, wallClock, instant] of [
    ['a time in summer', 'Europe/Berlin', '2024-07-01T12:00:00', '2024-07-01T10:00:00'],
    ['a time in winter', 'America/St_Johns', '2024-01-01T00:00:00', '2024-01-01T03:30:00'],
    ['a time with an odd offset', 'Asia/Kathmandu', '2024-01-01T00:00:00', '2023-12-31T18:15:00'],
    ['the day after one that was skipped', 'Pacific/Apia', '2011-12-31T00:00:00', '2011-12-30T10:00:00'],
    [
      'a time that occurs twice, as the first of the two',
      'Europe/Berlin',
      '2024-10-27T02:30:00',
      '2024-10-27T00:30:00',
    ],
    ['a time that is skipped, as after the change', 'Europe/Berlin', '2024-03-31T02:30:00', '2024-03-31T01:30:00'],
  ] as const) {
    it(`convert to the right instant: ${what}`, () => {
      const seconds = (text: string): number => Date.parse(`${text}Z`) / 1000;
      expect(instantAt(seconds(wallClock), zone)).to.equal(seconds(instant));
    });
  }

  for (const [place, lat, lng, zone] of [
    ['Ciudad Juárez, which left the zone of Ojinaga in 2022', 31.6904, -106.4245, 'America/Ciudad_Juarez'],
    ['Kyiv', 50.4501, 30.5234, 'Europe/Kyiv'],
    ['Nuuk', 64.1814, -51.6941, 'America/Nuuk'],
  ] as const) {
    it(`have their current names: ${place}`, () => {
      expect(zoneAt(lat, lng)).to.equal(zone);
    });
  }

  it('are known to Node.js for all places on the globe', () => {
    for (let lat = -89.5; lat <= 90; lat += 1) {
      for (let lng = -179.5; lng <= 180; lng += 1) expect(zoneAt(lat, lng), `${lat} ${lng}`).not.to.equal(null);
    }
  });
});

describe('the format of a file', () => {
  const name = (text: string): string | undefined => fileFormat(Buffer.from(text, 'latin1'))?.name;

  it('is detected from the content', () => {
    expect(name('\xff\xd8\xff\xe0 JFIF')).to.equal('JPEG');
    expect(name('\x89PNG\r\n\x1a\n')).to.equal('PNG');
    expect(name('RIFF\x10\0\0\0WEBPVP8 ')).to.equal('WebP');
    expect(name('RIFF\x10\0\0\0AVI LIST')).to.equal('AVI video');
    expect(name('MM\0*\0\0\0\x08')).to.equal('TIFF');
    expect(name('\0\0\0\x18ftypheic\0\0\0\0mif1heic')).to.equal('HEIC');
    expect(name('\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf')).to.equal('AVIF');
    expect(name('\0\0\0\x18ftypisom\0\0\0\0isomavc1')).to.equal('MP4 video');
    expect(name('\0\0\0\x14ftypqt  \0\0\0\0qt  ')).to.equal('QuickTime video');
    expect(name('Dear diary')).to.equal(undefined);
    expect(name('')).to.equal(undefined);
  });

  it('is detected without errors in any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        fileFormat(bytes);
        fileFormat(Buffer.concat([bytes.subarray(0, 4), Buffer.from('ftyp'), bytes]));
      }),
    );
  });
});

describe('Display P3', () => {
  it('is converted to sRGB as in a colour-managed conversion', async () => {
    const colours = Uint8Array.of(128, 128, 128, 230, 120, 40, 20, 40, 200, 10, 200, 30, 255, 255, 255, 3, 2, 1);
    const width = colours.length / 3;
    const tagged = await sharp(colours, { raw: { width, height: 1, channels: 3 } })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const p3 = await sharp(tagged, { ignoreIcc: true }).raw().toBuffer();
    expect([...p3]).not.to.deep.equal([...colours]);
    displayP3ToSrgb(p3, 3);
    p3.forEach((value, index) => expect(value, `channel ${index}`).to.be.closeTo(colours[index]!, 3));
  });

  it('is clipped for colours outside sRGB', () => {
    const pixels = Uint8Array.of(0, 255, 0, 77);
    displayP3ToSrgb(pixels, 4);
    expect([...pixels]).to.deep.equal([0, 255, 0, 77]);
  });
});
