import { expect } from 'chai';
import { stillContentIdentifier } from '../../../core/plugin-api/toolkit/index.ts';
import { fuzz } from '../../support/fuzz-parser.ts';

describe('the maker note of an Apple phone, with', () => {
  fuzz({
    seeds: 'maker-note',
    words: [
      'Apple iOS\0\0\x01MM',
      'Apple iOS\0\0\x01II',
      '\0\x11\0\x02',
      '\x11\0\x02\0',
      'AAAAAAAA-BBBB-CCCC',
      Buffer.from([0xff, 0xff]),
    ],
    runs: 20_000,
    check: (input) => {
      const identifier = stillContentIdentifier(input);
      if (identifier !== null) expect(identifier).to.match(/^[0-9A-Z-]{8,64}$/);
    },
  });
});
