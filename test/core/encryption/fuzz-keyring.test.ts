import { expect } from 'chai';
import { parseKeyring } from '../../../core/encryption/keyring-content.ts';
import { readRecoveryKey } from '../../../core/encryption/recovery-key.ts';
import { fuzz, textOf } from '../../support/fuzz-parser.ts';
import { orError } from '../../support/fuzz-shapes.ts';

const words = [
  ...[
    'null',
    '[]',
    '{}',
    '-1',
    '0',
    '1e308',
    '2',
    '"chacha20"',
    '"key_file"',
    '"recovery"',
    '"stretching":',
    '"memory":',
    '"passes":',
    ',',
  ],
  ...['"__proto__":', '"constructor":', 'A'.repeat(64), '-', ' ', 'O', 'I', 'l', 'ß', '0000', 'U'],
];

describe('a keyring and a typed recovery key, with', () => {
  fuzz({
    seeds: 'keyring',
    words,
    runs: 2000,
    check: (input) => {
      const text = textOf(input);
      const key = readRecoveryKey(text);
      if (key) expect(key).to.have.lengthOf(20);
      const content = orError(() => parseKeyring(JSON.parse(text)), SyntaxError);
      if (!content) return;
      expect(content.version).to.equal(1);
      expect(content.slots.length).to.be.within(1, 12);
      for (const { kind, stretching } of content.slots) {
        if (kind === 'recovery') expect(stretching).to.equal(undefined);
        if (kind === 'passphrase') expect(stretching).to.be.an('object');
        if (stretching) {
          expect(stretching.passes).to.be.within(1, 20);
          expect(stretching.memory).to.be.within(8 * 2 ** 20, 2 ** 31);
        }
      }
      expect(content.mac).to.match(/^[0-9a-f]{64}$/i);
    },
  });
});
