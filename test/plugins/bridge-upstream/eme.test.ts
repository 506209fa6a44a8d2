import { expect } from 'chai';
import fc from 'fast-check';
import { emeTransform, unpadPkcs7 } from '../../../plugins/bridge-upstream/bridge/eme.ts';

describe('EME', () => {
  // Vectors of https://github.com/rfjakob/eme: key, tweak and input are all zeros.
  const zeroKey = Buffer.alloc(32);
  const zeroTweak = Buffer.alloc(16);

  it('encrypts one block as published', () => {
    const encrypted = emeTransform(zeroKey, zeroTweak, Buffer.alloc(16), 'encrypt');
    expect(encrypted.toString('hex')).to.equal('f1b9ce8ca15a4ba9fb476905434b9fd3');
  });

  it('encrypts the longest input as published', () => {
    const encrypted = emeTransform(zeroKey, zeroTweak, Buffer.alloc(2048), 'encrypt').toString('hex');
    expect(encrypted.slice(0, 80)).to.equal(
      '630500884158a8d41216aaa6351e92ea7ca540a949e73f1d6069afef372eae226d426d8f4dbbce50',
    );
    expect(encrypted.slice(-64)).to.equal('c15804021013bf08942db9ee6d8f2a2c4eb93771340ed9e323d09e4256b7e5ac');
  });

  it('decrypts what it encrypted, with any key, tweak and number of blocks', () => {
    const bytes = (length: number) =>
      fc.uint8Array({ minLength: length, maxLength: length }).map((array) => Buffer.from(array));
    const data = fc.integer({ min: 1, max: 128 }).chain((blocks) => bytes(blocks * 16));
    fc.assert(
      fc.property(fc.constantFrom(16, 24, 32).chain(bytes), bytes(16), data, (key, tweak, plain) => {
        const encrypted = emeTransform(key, tweak, plain, 'encrypt');
        expect(encrypted.equals(plain)).to.be.false;
        expect(emeTransform(key, tweak, encrypted, 'decrypt').equals(plain)).to.be.true;
      }),
    );
  });

  it('accepts only whole blocks, 128 at most', () => {
    for (const length of [0, 15, 17, 129 * 16]) {
      expect(() => emeTransform(zeroKey, zeroTweak, Buffer.alloc(length), 'encrypt')).to.throw(RangeError);
    }
    expect(() => emeTransform(zeroKey, Buffer.alloc(12), Buffer.alloc(16), 'encrypt')).to.throw(RangeError);
  });
});

describe('PKCS #7 padding', () => {
  it('is removed', () => {
    expect(unpadPkcs7(Buffer.from('photo of the sea\x10'.padEnd(32, '\x10')))?.toString()).to.equal('photo of the sea');
    expect(unpadPkcs7(Buffer.from('photo of the se\x01'))?.toString()).to.equal('photo of the se');
  });

  it('is rejected if it is invalid', () => {
    for (const text of ['', 'photo of the sea', 'photo of the s\x01\x02', 'photo of the se\x00', 'short\x01']) {
      expect(unpadPkcs7(Buffer.from(text)), JSON.stringify(text)).to.be.undefined;
    }
  });
});
