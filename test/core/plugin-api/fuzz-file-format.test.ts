import { expect } from 'chai';
import { embeddedJpegs, fileFormat, metadataPlaces, scatters } from '../../../core/plugin-api/toolkit/index.ts';
import { fuzz } from '../../support/fuzz-parser.ts';

const words = [
  ...[
    Buffer.from([0xff, 0xd8, 0xff]),
    'II*\0',
    'MM\0*',
    'II+\0',
    '\0\0\0\x20ftypavif',
    'ftypqt  ',
    'heic',
    'mif1',
    'crx ',
  ],
  ...['RIFF\0\0\0\0WEBP', 'RIFF\0\0\0\0AVI ', '\x89PNG\r\n\x1a\n', 'GIF8', 'BM', '8BPS', '%PDF-', '<svg', 'PK\x03\x04'],
];

describe('the format of a file by its first bytes, with', () => {
  fuzz({
    seeds: 'file-format',
    words,
    check: (input) => {
      const format = fileFormat(input);
      expect(fileFormat(input.subarray(0, 64)), 'by 64 bytes alone').to.deep.equal(format);
      if (format) {
        expect(format.mime).to.match(/^(image|video|application)\/[a-z0-9.+-]+$/);
        if (format.brand !== undefined) expect(format.brand).to.have.lengthOf.at.most(4);
      }
      for (const size of [input.length, 2 ** 20, 2 ** 40]) {
        const places = metadataPlaces(input, size);
        expect(places.length).to.be.at.most(2);
        for (const { start, end } of places) {
          if (!(start >= 0 && start <= end && end <= size && end - start <= 256 * 1024))
            expect.fail(`${start} to ${end}`);
        }
      }
      expect(scatters(input)).to.be.a('boolean');
      let last = input.length + 1;
      let count = 0;
      for (const jpeg of embeddedJpegs(input)) {
        expect(jpeg.length).to.be.below(last);
        expect([...jpeg.subarray(0, 3)]).to.deep.equal([0xff, 0xd8, 0xff]);
        last = jpeg.length;
        count += 1;
      }
      expect(count).to.be.at.most(64);
    },
  });
});
