import { expect } from 'chai';
import type { TokenPair } from '../../core/http/wire.ts';
import { httpFrame, type Answer, type HttpFrame } from '../support/http-frame.ts';

const hours = 3600;

describe('POST /api/auth/logout', () => {
  let frame: HttpFrame;

  beforeEach(async () => {
    frame = await httpFrame();
    for (const username of ['anna', 'ben']) {
      await frame.accounts.add({ username, password: 'correct horse', role: 'read' });
    }
  });
  afterEach(() => frame.stop());

  const post = (url: string, payload: object, headers: Record<string, string> = {}): Promise<Answer> =>
    frame.inject({ method: 'POST', url, payload, headers });
  const login = async (username = 'anna'): Promise<TokenPair> =>
    (await post('/api/auth/login', { username, password: 'correct horse' })).json();
  const renew = ({ refresh_token }: TokenPair): Promise<Answer> => post('/api/auth/refresh', { refresh_token });
  const logout = (access: TokenPair | null, cookie: TokenPair | null): Promise<Answer> =>
    post(
      '/api/auth/logout',
      {},
      {
        ...(access && { authorization: `Bearer ${access.access_token}` }),
        ...(cookie && { cookie: `pf_refresh=${cookie.refresh_token}` }),
      },
    );
  const knows = async ({ access_token }: TokenPair): Promise<boolean> => {
    const headers = { authorization: `Bearer ${access_token}` };
    return (await frame.inject({ url: '/api/auth/me', headers })).statusCode === 200;
  };
  /** Expects that none of the tokens works. */
  const expectOver = async (...pairs: TokenPair[]): Promise<void> => {
    for (const pair of pairs) expect(await knows(pair), 'an access token').to.equal(false);
    for (const pair of pairs) expect((await renew(pair)).statusCode, 'a refresh token').to.equal(401);
  };
  const expectCleared = ({ headers }: Answer): void => {
    expect(String(headers['set-cookie']))
      .to.match(/^pf_refresh=; Max-Age=0;/)
      .and.include('Path=/api/auth');
    expect(headers['clear-site-data']).to.equal('"cache"');
  };
  const whoSignedOut = () => frame.audit.page({ limit: 100, action: 'logout' }).entries.map(({ actor }) => actor);

  it('ends the access token and the cookie’s session, and clears the cookie and the browser’s cache', async () => {
    const pair = await login();
    const answer = await logout(pair, pair);
    expect([answer.statusCode, answer.json()]).to.deep.equal([200, { ok: true }]);
    expectCleared(answer);
    await expectOver(pair);
    expect(whoSignedOut()).to.deep.equal(['anna']);
  });

  it('ends the whole session with the access token alone', async () => {
    const first = await login();
    const second = (await renew(first)).json<TokenPair>();
    const answer = await logout(first, null);
    expect(answer.statusCode).to.equal(200);
    await expectOver(first, second);
  });

  it('ends the cookie’s session if the access token has expired', async () => {
    const [pair, elsewhere] = [await login(), await login()];
    frame.now += 8 * hours;
    const answer = await logout(pair, pair);
    expect(answer.statusCode).to.equal(200);
    expectCleared(answer);
    await expectOver(pair);
    expect((await renew(elsewhere)).statusCode, 'another session').to.equal(200);
    expect(whoSignedOut()).to.deep.equal(['anna']);
  });

  it('ends the cookie’s session if the access token is unknown', async () => {
    const pair = await login();
    const answer = await logout({ ...pair, access_token: 'f'.repeat(64) }, pair);
    expect(answer.statusCode).to.equal(200);
    expectCleared(answer);
    await expectOver(pair);
  });

  it('ends the session with a spent cookie whose successor never arrived', async () => {
    const first = await login();
    const second = (await renew(first)).json<TokenPair>();
    frame.now += 8 * hours;
    expect((await logout(first, first)).statusCode).to.equal(200);
    await expectOver(second);
  });

  it('answers 401 without an access token, but still ends the cookie’s session', async () => {
    const pair = await login();
    const answer = await logout(null, pair);
    expect(answer.statusCode).to.equal(401);
    expect(answer.headers['www-authenticate']).to.equal('Bearer');
    expectCleared(answer);
    await expectOver(pair);
    expect(whoSignedOut()).to.deep.equal(['anna']);
  });

  it('answers 401 if no token is valid any more, clears the cookie and is not audited', async () => {
    const pair = await login();
    await logout(pair, pair);
    const answers = [
      await logout(pair, pair),
      await logout(null, pair),
      await logout(pair, null),
      await logout(null, null),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).to.deep.equal([401, 401, 401, 401]);
    for (const answer of answers.slice(0, 2)) expectCleared(answer);
    for (const { headers } of answers.slice(2)) expect(headers['set-cookie'], 'none came').to.equal(undefined);
    expect(whoSignedOut()).to.deep.equal(['anna']);
  });

  it('answers 401 to an expired access token alone, and ends nothing', async () => {
    const pair = await login();
    frame.now += 8 * hours;
    expect((await logout(pair, null)).statusCode).to.equal(401);
    expect((await renew(pair)).statusCode, 'the session goes on').to.equal(200);
  });

  it('does not accept a refresh token as an access token, or the other way round', async () => {
    const pair = await login();
    const swapped = { ...pair, access_token: pair.refresh_token, refresh_token: pair.access_token };
    expect((await logout(swapped, swapped)).statusCode).to.equal(401);
    expect(await knows(pair)).to.equal(true);
  });

  it('does not end the session of another user who has since signed in in the same browser', async () => {
    const [anna, ben] = [await login('anna'), await login('ben')];
    expect((await logout(anna, ben)).statusCode).to.equal(200);
    expect(await knows(anna)).to.equal(false);
    expect((await renew(ben)).statusCode).to.equal(200);
  });
});
