import { expect } from 'chai';
import { TokenPairs } from '../../../../core/services/sign-in/token-pairs.ts';

const owner = { userId: 1, family: 'a family', client: null };
const token = 'a'.repeat(64);
const key = 'k'.repeat(32);

function pairsOf(secret: string): TokenPairs {
  return new TokenPairs({ secret: Buffer.from(secret), clock: () => 0, accessTtl: 60, refreshTtl: 600 });
}

describe('the pair of tokens that follows a refresh token', () => {
  const told = (pairs: TokenPairs, after: string, renewalKey: string): string[] => {
    const { access, refresh } = pairs.after(after, renewalKey, owner);
    return [access, refresh];
  };
  const usual = told(pairsOf('the secret'), token, key);

  it('consists of two different strings of 64 hexadecimal digits', () => {
    expect(usual.join()).to.match(/^[0-9a-f]{64},[0-9a-f]{64}$/);
    expect(usual[0]).to.not.equal(usual[1]);
  });

  it('is the same for the same token and key, even after a restart of the server', () => {
    expect(told(pairsOf('the secret'), token, key)).to.deep.equal(usual);
  });

  for (const [what, other] of [
    ['another secret of the server', told(pairsOf('another secret'), token, key)],
    ['another key', told(pairsOf('the secret'), token, 'l'.repeat(32))],
    ['another token', told(pairsOf('the secret'), 'b'.repeat(64), key)],
  ] as const) {
    it(`is completely different with ${what}`, () => {
      expect(other).to.not.include.oneOf(usual);
    });
  }

  it('is different each time without a key', () => {
    const pairs = pairsOf('the secret');
    const made = [pairs.random(owner), pairs.random(owner)].flatMap(({ access, refresh }) => [access, refresh]);
    expect(new Set(made).size).to.equal(4);
  });
});
