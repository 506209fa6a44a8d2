import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { isSealed, NotAuthentic, seal, sealOverhead, unseal } from '../../../core/plugin-api/toolkit/index.ts';
import { flips, flipsOf } from '../../support/flipped-file.ts';

describe('sealed bytes', () => {
  const key = randomBytes(32);

  it('are unsealed under their name, and differ each time', () => {
    for (const size of [0, 1, 15, 16, 17, 30_000]) {
      const bytes = randomBytes(size);
      const [one, two] = [seal(key, 'thumbnails/1', bytes), seal(key, 'thumbnails/1', bytes)];
      expect(one.length).to.equal(size + sealOverhead);
      expect(one.equals(two)).to.equal(false);
      expect(isSealed(one)).to.equal(true);
      expect(unseal(key, 'thumbnails/1', one).equals(bytes)).to.equal(true);
      if (size > 15) expect(one.includes(bytes)).to.equal(false);
    }
  });

  it(`reveal each of ${flips} flipped bits`, () => {
    const sealed = seal(key, 'thumbnails/1', randomBytes(20_000));
    for (const { at, bit } of flipsOf(sealed.length, flips, sealOverhead)) {
      sealed[at]! ^= 1 << bit;
      expect(() => unseal(key, 'thumbnails/1', sealed), `byte ${at}, bit ${bit}`).to.throw(NotAuthentic);
      sealed[at]! ^= 1 << bit;
    }
    unseal(key, 'thumbnails/1', sealed);
  });

  it('are rejected under another name, with another key, truncated or extended', () => {
    const sealed = seal(key, 'thumbnails/1', randomBytes(100));
    const refused: [Uint8Array, string, Uint8Array][] = [
      [key, 'thumbnails/2', sealed],
      [key, 'faces/1', sealed],
      [randomBytes(32), 'thumbnails/1', sealed],
      [key, 'thumbnails/1', Buffer.concat([sealed, Buffer.alloc(1)])],
      [key, 'thumbnails/1', Buffer.from('RIFF....WEBP, a plain picture that somebody put there')],
    ];
    for (let length = 0; length < sealed.length; length += 1) {
      refused.push([key, 'thumbnails/1', sealed.subarray(0, length)]);
    }
    for (const given of refused) expect(() => unseal(...given)).to.throw(NotAuthentic);
  });

  it('cannot be made with a wiped key', () => {
    expect(() => seal(Buffer.alloc(32), 'x', Buffer.from('x'))).to.throw('wiped');
  });
});
