import { expect } from 'chai';
import { captureTime } from '../../../core/domain/capture-time.ts';
import { motionHints } from '../../../core/domain/motion-hints.ts';
import { photoFacts, type PhotoTags } from '../../../core/domain/photo-facts.ts';
import { parseExifDate, parseExifOffset } from '../../../core/plugin-api/toolkit/exif-values.ts';
import { fuzz, textOf } from '../../support/fuzz-parser.ts';
import { expectNumber, expectPosition, expectWellFormed } from '../../support/fuzz-shapes.ts';

const words = [
  ...[
    'null',
    '[]',
    '{}',
    '1e308',
    '-1e308',
    '-1',
    '1e400',
    '""',
    '"\\u0000"',
    '"0000:00:00 00:00:00"',
    '"2024:02:30 25:61:61"',
    ',',
    '[[',
    ']]',
  ],
  ...[
    '"+99:99"',
    '"Z"',
    '"2004-08-27T13:52:55+02:00"',
    '"999999999999999"',
    '"MotionPhoto"',
    '"Item":',
    '"value":',
    '"__proto__":',
    '😀',
  ],
];
const source = { captureTime: 1.5e9, captureTimeSource: 'mtime', utcOffset: null, modifiedTime: 1.5e9 } as const;

describe('the facts in the metadata of a photo, with', () => {
  fuzz({
    seeds: 'photo-facts',
    words,
    check: (input) => {
      const text = textOf(input);
      expectNumber(parseExifDate(text));
      expectNumber(parseExifOffset(text));
      const tags = tagsOf(text);
      if (!tags) return;
      const facts = photoFacts(tags);
      for (const number of [facts.wallClock, facts.utcOffset, facts.gpsTime, facts.duration]) expectNumber(number);
      expectPosition(facts.position);
      for (const [line, longest] of [
        [facts.camera, 401],
        [facts.lens, 200],
        [facts.caption, 2000],
      ] as const) {
        if (line === null) continue;
        expectWellFormed(line);
        expect(Array.from(line).length).to.be.within(1, longest);
      }
      for (const distance of motionHints(tags).fromEnd)
        expect(distance > 0 && Number.isSafeInteger(distance)).to.equal(true);
      const { takenAt, takenAtLocal } = captureTime({
        source,
        exif: facts,
        position: facts.position,
        defaultZone: 'UTC',
        now: 1.7e9,
      });
      expect(Number.isFinite(takenAt)).to.equal(true);
      expect(takenAtLocal).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    },
  });
});

/** As `readTags` returns them: blocks of JSON values that UTF-8 can represent. */
function tagsOf(text: string): PhotoTags | undefined {
  try {
    const value: unknown = JSON.parse(text.replaceAll(/\\u[dD][89a-fA-F]/g, '\\u00'), (_name, item: unknown) =>
      typeof item === 'string' ? Buffer.from(item).toString() : item,
    );
    const isBlock = (block: unknown): boolean => typeof block === 'object' && block !== null && !Array.isArray(block);
    return isBlock(value) && Object.values(value as object).every(isBlock) ? (value as PhotoTags) : undefined;
  } catch {
    return undefined;
  }
}
