import { expect } from 'chai';
import { openSiv } from '../../../plugins/bridge-upstream/bridge/drivers/gocryptfs/aes-siv.ts';

const hex = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ''), 'hex');

/** RFC 5297, appendix A. */
const examples = {
  'deterministic, less than a block': {
    key: hex('fffefdfc fbfaf9f8 f7f6f5f4 f3f2f1f0 f0f1f2f3 f4f5f6f7 f8f9fafb fcfdfeff'),
    associated: [hex('10111213 14151617 18191a1b 1c1d1e1f 20212223 24252627')],
    plain: hex('11223344 55667788 99aabbcc ddee'),
    sealed: hex('85632d07 c6e8f37f 950acd32 0a2ecc93 40c02b96 90c4dc04 daef7f6a fe5c'),
  },
  'with a nonce, several blocks': {
    key: hex('7f7e7d7c 7b7a7978 77767574 73727170 40414243 44454647 48494a4b 4c4d4e4f'),
    associated: [
      hex('00112233 44556677 8899aabb ccddeeff deaddada deaddada ffeeddcc bbaa9988 77665544 33221100'),
      hex('10203040 50607080 90a0'),
      hex('09f91102 9d74e35b d84156c5 635688c0'),
    ],
    plain: hex(`74686973 20697320 736f6d65 20706c61 696e7465 78742074 6f20656e 63727970
                74207573 696e6720 5349562d 414553`),
    sealed: hex(`7bdb6e3b 432667eb 06f4d14b ff2fbd0f cb900f2f ddbe4043 26601965 c889bf17
                 dba77ceb 094fa663 b7a3f748 ba8af829 ea64ad54 4a272e9c 485b62a3 fd5c0d`),
  },
};

describe('AES-SIV', () => {
  for (const [what, { key, associated, plain, sealed }] of Object.entries(examples)) {
    it(`decrypts the example of the RFC: ${what}`, () => {
      expect(openSiv(key, sealed, associated).toString('hex')).to.equal(plain.toString('hex'));
    });

    it(`rejects the example with any flipped bit: ${what}`, () => {
      const flipped = (bytes: Buffer, bit: number): Buffer => {
        const copy = Buffer.from(bytes);
        copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        return copy;
      };
      for (let bit = 0; bit < sealed.length * 8; bit += 1) {
        expect(() => openSiv(key, flipped(sealed, bit), associated), `sealed ${bit}`).to.throw();
      }
      for (const [i, each] of associated.entries()) {
        for (let bit = 0; bit < each.length * 8; bit += 1) {
          const others = associated.with(i, flipped(each, bit));
          expect(() => openSiv(key, sealed, others), `associated ${i}, ${bit}`).to.throw();
        }
      }
    });
  }

  it('rejects data that is shorter than the initialisation vector', () => {
    expect(() => openSiv(Buffer.alloc(64), Buffer.alloc(15), [])).to.throw('too short');
  });
});
