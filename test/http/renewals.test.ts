import { expect } from 'chai';
import type { TokenPair } from '../../core/http/wire.ts';
import { httpFrame, type Answer, type HttpFrame } from '../support/http-frame.ts';

const day = 86_400;

describe('a session that is renewed with the key of its browser', () => {
  let frame: HttpFrame;
  const browser = 'b'.repeat(32);
  const thief = 'e'.repeat(32);

  beforeEach(async () => {
    frame = await httpFrame();
    await frame.accounts.add({ username: 'anna', password: 'correct horse', role: 'read' });
  });
  afterEach(() => frame.stop());

  const login = async (): Promise<TokenPair> => {
    const payload = { username: 'anna', password: 'correct horse' };
    return (await frame.inject({ method: 'POST', url: '/api/auth/login', payload })).json();
  };
  const ask = ({ refresh_token }: TokenPair, key: string | undefined = browser): Promise<Answer> =>
    frame.inject({
      method: 'POST',
      url: '/api/auth/refresh',
      headers: { cookie: `pf_refresh=${refresh_token}` },
      payload: { renewal_key: key },
    });
  const renewed = async (pair: TokenPair, key?: string): Promise<TokenPair> => {
    const answer = await ask(pair, key);
    expect(answer.statusCode).to.equal(200);
    return answer.json();
  };
  const knows = async ({ access_token }: TokenPair): Promise<boolean> => {
    const headers = { authorization: `Bearer ${access_token}` };
    return (await frame.inject({ url: '/api/auth/me', headers })).statusCode === 200;
  };
  const reuses = (): number => frame.audit.counts().get('token.reused') ?? 0;
  const tokensOf = ({ access_token, refresh_token }: TokenPair) => [access_token, refresh_token];

  it('gets one new pair of tokens, however many tabs ask with the cookie that they share', async () => {
    const first = await login();
    const pairs = await Promise.all(Array.from({ length: 5 }, () => renewed(first)));
    expect(new Set(pairs.flatMap(tokensOf)).size).to.equal(2);
    expect(tokensOf(pairs[0]!)).to.not.include.oneOf(tokensOf(first));
    expect(await knows(pairs[0]!)).to.equal(true);
    expect(await renewed(pairs[4]!)).to.have.property('user');
  });

  it('returns the remaining lifetimes with a pair that is sent again', async () => {
    const first = await login();
    await renewed(first);
    frame.now += 20;
    const again = await renewed(first);
    expect([again.expires_in, again.refresh_expires_in]).to.deep.equal([28_800 - 20, 30 * day - 20]);
  });

  it('is not renewed twice within half a minute, so that a response may arrive late', async () => {
    const first = await login();
    const second = await renewed(first);
    frame.now += 30;
    expect(tokensOf(await renewed(second))).to.deep.equal(tokensOf(second));
    frame.now += 1;
    const third = await renewed(second);
    expect(tokensOf(third)).to.not.include.oneOf(tokensOf(second));
  });

  it('gives the newest pair, not a spent one, to a tab that comes late with an old cookie', async () => {
    const first = await login();
    const second = await renewed(first);
    // If the settings make lifetimes short, access tokens expire within the half minute.
    frame.db.prepare("UPDATE tokens SET expires_at = ? WHERE kind = 'access'").run(frame.now);
    const third = await renewed(second);
    expect(third.refresh_token).to.not.equal(second.refresh_token);
    frame.now += 29;
    expect(tokensOf(await renewed(first))).to.deep.equal(tokensOf(third));
  });

  for (const [what, seconds] of [
    ['at once', 0],
    ['a minute later', 60],
    ['the day after', day],
    ['a month less an hour later', 30 * day - 3600],
  ] as const) {
    it(`continues if a response was lost and is requested again ${what}`, async () => {
      const first = await login();
      await renewed(first);
      frame.now += seconds;
      // Another sign-in, which deletes expired tokens.
      await login();
      const second = await renewed(first);
      expect(await knows(second)).to.equal(true);
      frame.now += 60;
      expect(await knows(await renewed(second))).to.equal(true);
      expect(reuses()).to.equal(0);
    });
  }

  it('ends if its spent token is used again after half a minute, and no response had been lost', async () => {
    for (const use of [knows, renewed]) {
      const first = await login();
      const second = await renewed(first);
      frame.now += 31;
      await use(second);
      const before = reuses();
      expect((await ask(first)).statusCode).to.equal(401);
      expect(await knows(second)).to.equal(false);
      expect((await ask(second)).statusCode).to.equal(401);
      expect(reuses()).to.equal(before + 1);
    }
  });

  for (const [what, key] of [
    ['without a key', undefined],
    ['with a key of their own', thief],
  ] as const) {
    it(`gives nothing to a thief of the cookie within half a minute ${what}, and ends if they come later`, async () => {
      const first = await login();
      const second = await renewed(first);
      const early = await frame.inject({
        method: 'POST',
        url: '/api/auth/refresh',
        payload: { refresh_token: first.refresh_token, ...(key && { renewal_key: key }) },
      });
      expect([early.statusCode, early.headers['set-cookie']]).to.deep.equal([401, undefined]);
      expect(await knows(second)).to.equal(true);
      frame.now += 31;
      const late = await frame.inject({
        method: 'POST',
        url: '/api/auth/refresh',
        payload: { refresh_token: first.refresh_token, ...(key && { renewal_key: key }) },
      });
      expect(late.statusCode).to.equal(401);
      expect([await knows(second), reuses()]).to.deep.equal([false, 1]);
    });
  }

  it('gives a thief of cookie and key no session of their own: the second renewal reveals the theft', async () => {
    const first = await login();
    const [owners, stolen] = [await renewed(first), await renewed(first)];
    expect(tokensOf(stolen)).to.deep.equal(tokensOf(owners));
    frame.now += 8 * 3600;
    const next = await renewed(owners);
    expect(await knows(next)).to.equal(true);
    frame.now += 31;
    expect((await ask(stolen)).statusCode).to.equal(401);
    expect([await knows(next), reuses()]).to.deep.equal([false, 1]);
  });

  it('ends at the owner’s next renewal if a thief of cookie and key has renewed it before', async () => {
    const first = await login();
    frame.now += 3600;
    const stolen = await renewed(first);
    expect(await knows(stolen)).to.equal(true);
    frame.now += 3600;
    expect((await ask(first)).statusCode).to.equal(401);
    expect([await knows(stolen), reuses()]).to.deep.equal([false, 1]);
  });

  it('cannot be renewed with its key after signing out', async () => {
    const first = await login();
    const second = await renewed(first);
    const headers = { authorization: `Bearer ${second.access_token}` };
    expect((await frame.inject({ method: 'POST', url: '/api/auth/logout', headers })).statusCode).to.equal(200);
    for (const pair of [first, second]) expect((await ask(pair)).statusCode).to.equal(401);
    expect(reuses()).to.equal(0);
  });

  it('rejects keys that are too short', async () => {
    const first = await login();
    expect((await ask(first, 'k'.repeat(31))).statusCode).to.equal(400);
    expect(await renewed(first)).to.have.property('access_token');
  });
});
