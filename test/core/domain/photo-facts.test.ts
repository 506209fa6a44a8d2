import { expect } from 'chai';
import { photoFacts, type PhotoTags } from '../../../core/domain/photo-facts.ts';
import { cameraName, parseExifDate } from '../../../core/plugin-api/toolkit/exif-values.ts';

const seconds = (iso: string): number => Date.parse(iso) / 1000;

describe('the reader of photo metadata', () => {
  for (const [text, iso] of [
    ['2004:08:25 14:38:05', '2004-08-25T14:38:05Z'],
    ['2004-08-25T14:38:05.123+02:00', '2004-08-25T14:38:05Z'],
    ['2004/08/25 14:38', '2004-08-25T14:38:00Z'],
    ['2004:08:25', '2004-08-25T00:00:00Z'],
    ['  2004:8:5 4:8:5\0', '2004-08-05T04:08:05Z'],
    ['2016:12:31 23:59:60', '2016-12-31T23:59:59Z'],
    ['2004:08:25 14:38:99', '2004-08-25T14:38:59Z'],
    ['2024:02:29 00:00:00', '2024-02-29T00:00:00Z'],
  ] as const) {
    it(`reads the date ${JSON.stringify(text)}`, () => {
      expect(parseExifDate(text)).to.equal(seconds(iso));
    });
  }

  for (const text of [
    '0000:00:00 00:00:00',
    '    :  :     :  :  ',
    '2023:02:29 10:00:00',
    '2004:13:01 00:00:00',
    '2004:08:25 25:00:00',
    '',
    20040825,
    null,
    undefined,
  ]) {
    it(`finds no date in ${String(text)}`, () => {
      expect(parseExifDate(text)).to.equal(null);
    });
  }

  it('applies the sign to positions, and rejects invalid ones', () => {
    const position = (gps: Record<string, unknown>) => photoFacts({ gps }).position;
    const here = { GPSLatitude: [34, 36, 12.6], GPSLongitude: [58, 22, 54] };
    expect(position({ ...here, GPSLatitudeRef: 'S', GPSLongitudeRef: 'W' })).to.deep.equal({
      lat: -(34 + 36 / 60 + 12.6 / 3600),
      lng: -(58 + 22 / 60 + 54 / 3600),
    });
    expect(position({ ...here, GPSLatitudeRef: 'N', GPSLongitudeRef: 'E' })?.lat).to.be.above(34);
    expect(position({ GPSLatitude: [0, 0, 0], GPSLongitude: [0, 0, 0] })).to.equal(null);
    expect(position({ GPSLatitude: [91, 0, 0], GPSLongitude: [1, 0, 0] })).to.equal(null);
    expect(position({ GPSLatitude: [Number.NaN, 0, 0], GPSLongitude: [1, 0, 0] })).to.equal(null);
    expect(position({ GPSLatitude: 'north', GPSLongitude: {} })).to.equal(null);
    expect(position({})).to.equal(null);
  });

  it('names the maker of a camera once', () => {
    expect(cameraName('Canon', 'Canon EOS 40D')).to.equal('Canon EOS 40D');
    expect(cameraName('NIKON CORPORATION', 'NIKON D70')).to.equal('NIKON D70');
    expect(cameraName('EASTMAN KODAK COMPANY', 'KODAK CX7530')).to.equal('KODAK CX7530');
    expect(cameraName('Apple', 'iPhone 8')).to.equal('Apple iPhone 8');
    expect(cameraName(null, 'X100')).to.equal('X100');
    expect(cameraName('Leica', null)).to.equal('Leica');
    expect(cameraName(null, null)).to.equal(null);
  });

  it('prefers a caption in XMP to EXIF, and ignores factory defaults', () => {
    const caption = (ImageDescription: string, description?: unknown) =>
      photoFacts({ ifd0: { ImageDescription }, ...(description !== undefined && { dc: { description } }) }).caption;
    expect(caption('  Grandmother\u0007 at the sea \0junk')).to.equal('Grandmother  at the sea');
    expect(caption('in EXIF', { lang: 'x-default', value: 'in XMP' })).to.equal('in XMP');
    expect(caption('in EXIF', [{ lang: 'de', value: 'Omas Garten' }])).to.equal('Omas Garten');
    expect(caption('OLYMPUS DIGITAL CAMERA         ')).to.equal(null);
    expect(caption('x'.repeat(5000))).to.have.length(2000);
  });

  it('reads the offset that belongs to the time', () => {
    const offset = (exif: Record<string, unknown>) => photoFacts({ exif }).utcOffset;
    const DateTimeOriginal = '2020:01:01 00:00:00';
    expect(offset({ DateTimeOriginal, OffsetTimeOriginal: '+05:30', OffsetTime: '-01:00' })).to.equal(330);
    expect(offset({ DateTimeOriginal, OffsetTime: '-03:30' })).to.equal(-210);
    expect(offset({ DateTimeOriginal: '2020-01-01T00:00:00+02:00' })).to.equal(120);
    expect(offset({ DateTimeOriginal, OffsetTimeOriginal: 'half past' })).to.equal(null);
    expect(offset({ DateTimeOriginal, OffsetTimeOriginal: '+99:00', OffsetTime: '+05:00' })).to.equal(300);
    expect(offset({ DateTimeOriginal: '2020-01-01T00:00:00+02:00', OffsetTime: '-99:00' })).to.equal(120);
  });

  it('reads the time in XMP if that in EXIF is missing or empty', () => {
    const facts = (DateTimeOriginal: unknown) =>
      photoFacts({ exif: { DateTimeOriginal }, xmp: { DateTimeOriginal: '2020-01-01T12:00:00+02:00' } });
    for (const none of [undefined, '    :  :     :  :  ', '0000:00:00 00:00:00']) {
      const { wallClock, utcOffset } = facts(none);
      expect([wallClock, utcOffset], String(none)).to.deep.equal([seconds('2020-01-01T12:00:00Z'), 120]);
    }
    expect(facts('2019:01:01 00:00:00').wallClock).to.equal(seconds('2019-01-01T00:00:00Z'));
  });

  it('reads the time that other programs wrote if no camera did', () => {
    const facts = (tags: PhotoTags) => {
      const { wallClock, utcOffset } = photoFacts(tags);
      return [wallClock, utcOffset];
    };
    const xmp = { DateCreated: '2020-01-01T12:00:00+02:00', CreateDate: '2024-05-06T07:08:09' };
    const iptc = { DateCreated: '2019-01-01', TimeCreated: '10:00:00-03:00' };
    expect(facts({ xmp, iptc })).to.deep.equal([seconds('2020-01-01T12:00:00Z'), 120]);
    expect(facts({ iptc })).to.deep.equal([seconds('2019-01-01T10:00:00Z'), -180]);
    expect(facts({ iptc: { DateCreated: '1961-08-13' } })).to.deep.equal([seconds('1961-08-13T00:00:00Z'), null]);
    const scanned = { CreateDate: '2018:01:01 00:00:00' };
    expect(facts({ exif: scanned, xmp, iptc })).to.deep.equal([seconds('2018-01-01T00:00:00Z'), null]);
  });

  it('keeps the creation time of the file apart, since the file may be an export', () => {
    const { wallClock, utcOffset, created } = photoFacts({ xmp: { CreateDate: '2024-05-06T07:08:09-05:00' } });
    expect([wallClock, utcOffset]).to.deep.equal([null, null]);
    expect(created).to.deep.equal({ wallClock: seconds('2024-05-06T07:08:09Z'), utcOffset: -300 });
    expect(photoFacts({ xmp: { CreateDate: 'soon' } }).created).to.equal(null);
  });

  it('reads the place, camera and lens in XMP if EXIF has none or blanks', () => {
    const xmp = { GPSLatitude: '48,30.0N', GPSLongitude: '9,3,36W', Make: 'Acme', Model: 'Acme 3', Lens: '28-70 mm' };
    expect(photoFacts({ xmp, ifd0: { Make: '   ', Model: '\0' } })).to.deep.include({
      position: { lat: 48.5, lng: -9.06 },
      camera: 'Acme 3',
      lens: '28-70 mm',
    });
    const gps = { GPSLatitude: [10, 0, 0], GPSLongitude: [20, 0, 0] };
    expect(photoFacts({ xmp, gps, ifd0: { Model: 'Other' }, exif: { LensModel: '50 mm' } })).to.deep.include({
      position: { lat: 10, lng: 20 },
      camera: 'Acme Other',
      lens: '50 mm',
    });
    const latitude = (GPSLatitude: unknown) => photoFacts({ xmp: { ...xmp, GPSLatitude } }).position?.lat;
    expect(latitude('33,51.5S')).to.be.closeTo(-33.8583, 1e-4);
    for (const none of ['48', '48,30', '95,0.0N', 'N', '48,30.0X', 48.5, ['48,30.0N']]) {
      expect(latitude(none), String(none)).to.equal(undefined);
    }
    expect(photoFacts({ xmp: { GPSTimeStamp: '2008-10-23T14:27:07Z' } }).gpsTime).to.equal(
      seconds('2008-10-23T14:27:07Z'),
    );
  });

  it('keeps captions up to the maximum length in any script, and truncates longer ones', () => {
    const caption = (ImageDescription: string) => photoFacts({ ifd0: { ImageDescription } }).caption;
    expect(caption('🙂'.repeat(2000))).to.equal('🙂'.repeat(2000));
    expect(caption('🙂'.repeat(2001))).to.equal(`${'🙂'.repeat(1999)}…`);
  });

  it('reads GPS time only if it is complete and valid', () => {
    const gpsTime = (gps: Record<string, unknown>) => photoFacts({ gps }).gpsTime;
    expect(gpsTime({ GPSDateStamp: '2008:10:23', GPSTimeStamp: [14, 27, 7.24] })).to.equal(
      seconds('2008-10-23T14:27:07Z'),
    );
    expect(gpsTime({ GPSDateStamp: '2008:10:23' })).to.equal(null);
    expect(gpsTime({ GPSDateStamp: '2008:10:23', GPSTimeStamp: [99, 0, 0] })).to.equal(null);
    expect(gpsTime({ GPSDateStamp: '2008:10:23', GPSTimeStamp: [-1e308, 0, 0] })).to.equal(null);
  });
});
