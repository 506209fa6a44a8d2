import { expect } from 'chai';
import { StoreError } from '../../../plugins/bridge-upstream/bridge/driver.ts';
import { parseConfig } from '../../../plugins/bridge-upstream/bridge/drivers/gocryptfs/config.ts';
import { fuzz, textOf } from '../../support/fuzz-parser.ts';
import { orError } from '../../support/fuzz-shapes.ts';

const words = [
  ...[
    '"Version": 2',
    '"N": 4294967296',
    '"R": 1073741824',
    '"P": 65',
    '"KeyLen": 32',
    '1e9',
    '-0',
    '0.5',
    'null',
    '[]',
    '{}',
  ],
  ...[
    '"AESSIV"',
    '"FIDO2"',
    '"XChaCha20Poly1305"',
    '"PlaintextNames"',
    '"LongNameMax"',
    '"__proto__":',
    '"constructor":',
    '""',
    '"A==="',
  ],
];

describe('the configuration of a gocryptfs vault, with', () => {
  fuzz({
    seeds: 'gocryptfs-config',
    words,
    check: (input) => {
      const config = orError(() => parseConfig(textOf(input)), StoreError);
      if (!config) return;
      const { N, r, p, salt } = config.scrypt;
      expect(Number.isInteger(Math.log2(N)), `N is ${N}`).to.equal(true);
      expect(128 * N * r).to.be.within(256, 2 ** 31);
      expect(p).to.be.within(1, 64);
      expect(salt.length).to.be.at.least(1);
      expect(config.encryptedKey.length).to.be.at.least(1);
      expect(['aes-gcm', 'aes-siv', 'xchacha20-poly1305']).to.include(config.content);
    },
  });
});
