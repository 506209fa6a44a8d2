import { expect } from 'chai';
import { newRecoveryKey, readRecoveryKey } from '../../../core/encryption/recovery-key.ts';

describe('a recovery key', () => {
  it('is nine groups of four unambiguous characters, and different each time', () => {
    const keys = Array.from({ length: 50 }, newRecoveryKey);
    for (const key of keys) expect(key).to.match(/^([0-9A-HJKMNP-TV-Z]{4}-){8}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(keys).size).to.equal(50);
    expect(new Set(keys.map((key) => readRecoveryKey(key)!.toString('hex'))).size).to.equal(50);
  });

  it('is read in lower case, without dashes, and with O for 0 and l for 1', () => {
    for (let round = 0; round < 50; round += 1) {
      const key = newRecoveryKey();
      const bits = readRecoveryKey(key)!;
      expect(bits).to.have.length(20);
      const typed = key.replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l').toLowerCase();
      expect(readRecoveryKey(typed)?.equals(bits)).to.equal(true);
    }
  });

  it('is recognised as mistyped with a wrong, missing or additional character, or with two swapped ones', () => {
    // A fixed key: about one in a million wrong keys would look right.
    const key = 'YGXN-08R7-MJTB-HDM8-YP6D-TKP0-2B0J-9J7K-MMAA';
    expect(readRecoveryKey(key)).to.have.length(20);
    for (let at = 0; at < key.length; at += 1) {
      if (key[at] === '-') continue;
      const other = key[at] === '7' ? '8' : '7';
      expect(readRecoveryKey(key.slice(0, at) + other + key.slice(at + 1)), `at ${at}`).to.equal(null);
    }
    const characters = Array.from(key.replaceAll('-', ''));
    for (let at = 1; at < characters.length; at += 1) {
      const [before, after] = [characters[at - 1]!, characters[at]!];
      if (before === after) continue;
      const swapped = characters.with(at - 1, after).with(at, before);
      expect(readRecoveryKey(swapped.join('')), `at ${at}`).to.equal(null);
    }
    expect(readRecoveryKey(key.slice(0, -1))).to.equal(null);
    expect(readRecoveryKey(`${key}A`)).to.equal(null);
    expect(readRecoveryKey('')).to.equal(null);
    expect(readRecoveryKey('correct horse battery staple')).to.equal(null);
  });
});
