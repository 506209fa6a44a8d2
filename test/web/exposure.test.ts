import { expect } from 'chai';
import { exposureOf } from '../../web/state/viewer/exposure.ts';

describe('the camera settings of a photo', () => {
  it('are written in photographers’ notation', () => {
    const exif = { ExposureTime: 0.008, FNumber: 1.8, ISO: 100, FocalLength: 28 };
    expect(exposureOf({ exif }, 'en')).to.deep.equal({
      shutter: '1/125 s',
      aperture: 'ƒ/1.8',
      iso: 'ISO 100',
      focalLength: '28 mm',
    });
    expect(exposureOf({ exif: { ExposureTime: 2.5 } }, 'de').shutter).to.equal('2,5 s');
    expect(exposureOf({ exif: { ISO: [200, 0] } }, 'en').iso).to.equal('ISO 200');
  });

  it('are left out if the file has none, or invalid ones', () => {
    const none = { shutter: null, aperture: null, iso: null, focalLength: null };
    expect(exposureOf({})).to.deep.equal(none);
    expect(exposureOf({ exif: null, ifd0: 'x' })).to.deep.equal(none);
    expect(exposureOf({ exif: { ExposureTime: 0, FNumber: -1, ISO: 'high', FocalLength: Infinity } })).to.deep.equal(
      none,
    );
  });
});
