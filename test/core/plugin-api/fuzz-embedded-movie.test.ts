import { expect } from 'chai';
import { fileFormat, findEmbeddedMovie, samsungMark } from '../../../core/plugin-api/toolkit/index.ts';
import { fuzz } from '../../support/fuzz-parser.ts';
import { StrictBytes } from '../../support/strict-bytes.ts';

const words = [
  ...['ftypmp42', 'ftypqt  ', 'ftypheic', 'mpvd', 'SEFH', 'SEFT', samsungMark, Buffer.from([0, 0, 0x30, 0x0a])],
  ...['\0\0\0\x18ftypmp42\0\0\0\0mp42isom', Buffer.from([0, 0, 0, 8]), Buffer.from([0, 0, 0, 1])],
];

describe('the search for a video inside a picture, with', () => {
  fuzz({
    seeds: 'embedded-movie',
    words,
    check: async (input) => {
      const source = new StrictBytes(input);
      const mark = input.lastIndexOf(samsungMark);
      // XMP may contain any number.
      const fromEnd = [input.length >> 1, input.length, input.length + 1, 2 ** 53 - 1, Math.floor(input.length * 0.7)];
      const options = { fromEnd, marked: mark < 0 ? undefined : mark + samsungMark.length };
      const movie = await findEmbeddedMovie(source, options);
      expect(source.reads, 'reads').to.be.at.most(20 + input.length / 8);
      if (movie === null) return;
      const { start, length, mediaType } = movie;
      expect(start).to.be.at.least(64);
      expect(length).to.be.at.least(64);
      expect(start + length).to.be.at.most(input.length);
      expect(fileFormat(input.subarray(start, start + 64))?.mime).to.equal(mediaType);
    },
  });
});
