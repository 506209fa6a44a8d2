import { expect } from 'chai';
import { movieContentIdentifier, readMovie } from '../../../core/plugin-api/toolkit/index.ts';
import { fuzz } from '../../support/fuzz-parser.ts';
import { expectNumber, expectPosition } from '../../support/fuzz-shapes.ts';
import { StrictBytes } from '../../support/strict-bytes.ts';

const words = [
  ...['ftyp', 'qt  ', 'moov', 'mvhd', 'trak', 'tkhd', 'udta', 'meta', 'keys', 'ilst', 'data', 'mdta', 'loci', 'mdat'],
  ...[Buffer.from('\xa9xyz', 'latin1'), Buffer.from('\xa9day', 'latin1'), Buffer.from([0, 0, 0, 1]), Buffer.alloc(8)],
  ...['+27.5916+086.5640/', '2023-05-01T18:30:00+0200', 'com.apple.quicktime.creationdate', 'com.apple.quicktime.make'],
  ...[Buffer.from([0, 0, 0, 1, 0x6d, 0x65, 0x74, 0x61, 0, 0, 0, 0, 0, 0, 0, 24]), '\0\0\0\x01meta', '\0\0\0\0moov'],
  'com.apple.quicktime.content.identifier',
];

describe('the header of a video, with', () => {
  fuzz({
    seeds: 'movie',
    words,
    check: async (input) => {
      const source = new StrictBytes(input);
      const movie = await readMovie(source);
      for (const part of [movie.creationTime, movie.utcOffset, movie.duration]) expectNumber(part);
      if (movie.duration !== null) expect(movie.duration).to.be.at.least(0);
      if (movie.utcOffset !== null) expect(movie.utcOffset).to.be.within(-720, 840);
      expectPosition(movie.location);
      for (const side of [movie.size?.width ?? 1, movie.size?.height ?? 1]) expect(side).to.be.within(1, 65_536);
      for (const word of [movie.make, movie.model]) {
        expect(word === null || (word !== '' && word.length <= 256 && !/\p{Cc}/u.test(word)), String(word)).to.equal(
          true,
        );
      }
      const identifier = await movieContentIdentifier(source);
      if (identifier !== null) expect(identifier).to.match(/^[0-9A-Z-]{8,64}$/);
      expect(source.reads, 'reads').to.be.at.most(10 + input.length);
      expect(source.asked, 'bytes').to.be.at.most(200 + 8 * input.length);
    },
  });
});
