import { expect } from 'chai';
import { readProbe } from '../../../../core/media/video/probe.ts';
import { fuzz, textOf } from '../../../support/fuzz-parser.ts';
import { expectNumber, expectPosition, orError } from '../../../support/fuzz-shapes.ts';

const words = [
  ...[
    'null',
    '[]',
    '{}',
    '{"toString":1}',
    '"__proto__":',
    '1e308',
    '1e400',
    '"1/0"',
    '"0:1"',
    '"1e999"',
    '-1',
    'true',
    ',',
    '\\ud800',
  ],
  ...[
    '"hevc"',
    '"av1"',
    '"vp9"',
    '"aac"',
    '"opus"',
    '"streams":',
    '"format":',
    '"tags":',
    '"rotation":',
    '00000000: 0164 ',
    '"audio"',
  ],
];

describe('the output of ffprobe, with', () => {
  fuzz({
    seeds: 'probe',
    words,
    runs: 5000,
    check: (input) => {
      const video = orError(() => readProbe(textOf(input)), SyntaxError);
      if (!video) return;
      const { facts, movie, picture } = video;
      for (const number of [movie.creationTime, movie.utcOffset, movie.duration, facts.frameRate]) expectNumber(number);
      expectPosition(movie.location);
      for (const side of [movie.size?.width ?? 1, movie.size?.height ?? 1]) {
        expect(Number.isSafeInteger(side) && side >= 1, `a side of ${side}`).to.equal(true);
      }
      for (const text of [facts.type, facts.videoCodec, facts.audioCodec, movie.make, movie.model]) {
        if (text !== null) expect(text).to.be.a('string').and.not.equal('');
      }
      if (facts.frameRate !== null) expect(facts.frameRate).to.be.within(0, 1000);
      if (picture) for (const number of [picture.index, picture.width, picture.height]) expectNumber(number);
    },
  });
});
