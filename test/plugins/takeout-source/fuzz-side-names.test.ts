import { expect } from 'chai';
import { folderKey, folderName, isByTime } from '../../../plugins/takeout-source/export/folders.ts';
import { LivePairs } from '../../../plugins/takeout-source/export/live-pairs.ts';
import { extensionOf, stemOf, typeByName } from '../../../plugins/takeout-source/export/media-types.ts';
import { SideNames, type NamedSide } from '../../../plugins/takeout-source/export/side-names.ts';
import { fuzz, textOf } from '../../support/fuzz-parser.ts';

const words = [
  '\n',
  '/',
  '(1)',
  '(99999)',
  '.json',
  '.jpg',
  '.supplemental-metadata',
  '-edited',
  '-bearbeitet',
  'u\u0308',
  '😀',
  'Takeout',
  '写真 2019',
];

describe('the matching of names in an export, with', () => {
  fuzz({
    seeds: 'side-names',
    words,
    runs: 1000,
    work: { each: 60_000, byte: 1000 },
    check: (input) => {
      // The maximum length of a file name.
      const names = textOf(input)
        .split('\n')
        .slice(0, 12)
        .map((name) => name.slice(0, 255));
      const sides = new SideNames<NamedSide>();
      const pairs = new LivePairs<{ name: string }>();
      for (const name of names) {
        sides.add(name, { path: name, title: null, mtimeMs: 1 });
        pairs.addStill({ name });
      }
      for (const name of names) {
        const side = sides.of(name);
        if (side) expect(names).to.include(side.path);
        const still = pairs.stillOf({ name });
        if (still) expect(names).to.include(still.name);
        expect(stemOf(name).length + extensionOf(name).length).to.be.at.most(2 * name.length + 1);
        typeByName(name);
        const key = folderKey(name);
        expect(name.normalize('NFC').endsWith(key), 'the end of the path').to.equal(true);
        isByTime(folderName(key));
      }
      for (const name of names) {
        if (name === '' || /[()]/.test(name)) continue;
        const one = new SideNames<NamedSide>();
        const side = { path: `${name}.json`, title: null, mtimeMs: 1 };
        one.add(side.path, side);
        expect(one.of(name), `the side file of ${JSON.stringify(name)}`).to.equal(side);
      }
    },
  });
});
