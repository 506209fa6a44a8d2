import { expect } from 'chai';
import { readSideFile } from '../../../plugins/takeout-source/export/side-file.ts';
import { fuzz, textOf } from '../../support/fuzz-parser.ts';
import { expectPosition, expectWellFormed, jsonWords, orError } from '../../support/fuzz-shapes.ts';

const words = [
  ...jsonWords,
  ...['"0"', '"-62135596800"', 'true', ',', '😀'],
  ...['"timestamp":', '"title":', '"people":', '"geoData":', '"photoTakenTime":{}', '"albumData":', '\ufeff', '"NaN"'],
];

describe('the parser of side files, with', () => {
  fuzz({
    seeds: 'side-file',
    words,
    runs: 10_000,
    check: (input) => {
      const facts = orError(() => readSideFile(textOf(input)), SyntaxError);
      if (!facts) return;
      const { title } = facts;
      if (title !== null) expectText(title, 1000);
      if (facts.type === 'album') return;
      if (facts.caption !== null) expectText(facts.caption, 4000);
      if (facts.takenAt !== null) expect(Number.isSafeInteger(facts.takenAt)).to.equal(true);
      expectPosition(facts.location);
      expect(facts.people.length).to.be.at.most(200);
      for (const person of facts.people) expectText(person, 200);
    },
  });
});

/** @param longest in characters */
function expectText(text: string, longest: number): void {
  expectWellFormed(text);
  expect(Array.from(text).length).to.be.within(1, longest);
}
