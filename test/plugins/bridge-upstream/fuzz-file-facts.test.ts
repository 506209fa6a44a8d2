import { expect } from 'chai';
import { exifFacts } from '../../../plugins/bridge-upstream/bridge/facts/exif.ts';
import { Excerpt } from '../../../plugins/bridge-upstream/bridge/facts/excerpt.ts';
import { localInstant, timeInName } from '../../../plugins/bridge-upstream/bridge/facts/name-time.ts';
import { exifTags } from '../../../plugins/bridge-upstream/bridge/pictures/exif-tags.ts';
import { fuzz, textOf } from '../../support/fuzz-parser.ts';
import { expectNumber, expectPosition, expectWellFormed } from '../../support/fuzz-shapes.ts';

const words = [
  ...[
    'Exif\0\0',
    'II*\0',
    'MM\0*',
    'IIRO',
    'Apple iOS\0\0\x01MM',
    '2020:02:30 25:61:61',
    '0000:00:00 00:00:00',
    '\0\0\0\x18ftypheic',
  ],
  ...['/IMG_20200102_030405.jpg', '/PXL_20200229_235959999.jpg', '2019-02-29', ' at ', '-WA0001'],
];

describe('the facts from a picture and its name, with', () => {
  fuzz({
    seeds: 'exif',
    words,
    runs: 3000,
    check: (input) => {
      const excerpt = new Excerpt(input.length);
      for (let at = 0; at < input.length; at += 100) excerpt.push(input.subarray(at, at + 100));
      expect(excerpt.bytes.equals(input), 'a small file is kept as a whole').to.equal(true);
      for (const { start, bytes } of excerpt.parts) expect(start + bytes.length).to.be.at.most(input.length);

      const facts = exifFacts(exifTags(input));
      expectNumber(facts.wallClock);
      if (facts.utcOffset !== null) expect(facts.utcOffset).to.be.within(-720, 840);
      expectPosition(facts.location);
      if (facts.orientation !== null) expect(facts.orientation).to.be.within(1, 8);
      if (facts.size) expect(Math.min(facts.size.width, facts.size.height)).to.be.at.least(1);
      for (const text of [facts.device, facts.contentId]) {
        if (text === null) continue;
        expectWellFormed(text);
        expect(text, JSON.stringify(text)).to.not.match(/[\p{Cc}\n]/u);
        expect(text.length).to.be.within(1, 700);
      }

      const named = timeInName(textOf(input));
      if (named) {
        const { wallClock } = named;
        expect(wallClock).to.be.within(Date.UTC(1900, 0, 1) / 1000, Date.UTC(2100, 0, 1) / 1000);
        expect(Math.abs(localInstant(wallClock) - wallClock)).to.be.at.most(86_400);
      }
    },
  });
});
