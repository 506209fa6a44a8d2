import { expect } from 'chai';
import type { AuthLimits, TokenPair } from '../../core/http/wire.ts';
import { httpFrame, type Answer, type HttpFrame } from '../support/http-frame.ts';

describe('the sign-in routes', () => {
  let frame: HttpFrame;

  beforeEach(async () => {
    frame = await httpFrame();
    await frame.accounts.add({ username: 'anna', password: 'correct horse', role: 'write', displayName: 'Anna B' });
  });
  afterEach(() => frame.stop());

  const post = (url: string, payload?: object | string, headers: Record<string, string> = {}): Promise<Answer> =>
    frame.inject({ method: 'POST', url, headers, ...(payload === undefined ? {} : { payload }) });
  const login = (username = 'anna', password = 'correct horse') => post('/api/auth/login', { username, password });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const me = (token: string) => frame.inject({ url: '/api/auth/me', headers: bearer(token) });
  const cookieOf = (answer: Answer): string => String([answer.headers['set-cookie']].flat()[0]);

  describe('POST /api/auth/login', () => {
    it('returns a token pair with lifetimes in seconds, and the user', async () => {
      const answer = await login();
      expect(answer.statusCode).to.equal(200);
      expect(answer.headers['cache-control']).to.equal('no-store');
      const { access_token, refresh_token, ...rest } = answer.json<TokenPair>();
      expect([access_token, refresh_token].join()).to.match(/^[0-9a-f]{64},[0-9a-f]{64}$/);
      expect(rest).to.deep.equal({
        expires_in: 28800,
        refresh_expires_in: 2592000,
        user: { id: 1, username: 'anna', display_name: 'Anna B', role: 'write' },
      });
    });

    it('sets the refresh token as a cookie for the sign-in routes only', async () => {
      const answer = await login();
      const [value, ...attributes] = cookieOf(answer).split('; ');
      expect(value).to.equal(`pf_refresh=${answer.json<TokenPair>().refresh_token}`);
      expect(attributes.filter((text) => !text.startsWith('Expires='))).to.have.members([
        'Max-Age=2592000',
        'Secure',
        'HttpOnly',
        'SameSite=Strict',
        'Path=/api/auth',
      ]);
    });

    it('omits Secure from the cookie if the settings say so', async () => {
      const plain = await httpFrame({ cookieSecure: false });
      await plain.accounts.add({ username: 'anna', password: 'correct horse', role: 'read' });
      const payload = { username: 'anna', password: 'correct horse' };
      const answer = await plain.inject({ method: 'POST', url: '/api/auth/login', payload });
      expect(cookieOf(answer)).to.include('HttpOnly').and.not.include('Secure');
      await plain.stop();
    });

    for (const [username, password] of [
      ['anna', 'wrong horse'],
      ['nobody', 'correct horse'],
      ['x'.repeat(1000), 'correct horse'],
      ['anna', 'y'.repeat(1000)],
    ] as const) {
      it(`answers 401 without a cookie to ${username.slice(0, 8)} / ${password.slice(0, 8)}`, async () => {
        const answer = await login(username, password);
        expect(answer.statusCode).to.equal(401);
        expect(answer.headers['www-authenticate']).to.equal('Bearer');
        expect(answer.headers['set-cookie']).to.equal(undefined);
        expect(answer.json()).to.deep.equal({ detail: 'The username or the password is wrong.' });
      });
    }

    it('answers 429 with Retry-After after ten failures', async () => {
      for (let i = 0; i < 10; i++) expect((await login('anna', 'wrong')).statusCode).to.equal(401);
      frame.now += 100;
      const answer = await login();
      expect(answer.statusCode).to.equal(429);
      expect(answer.headers['retry-after']).to.equal('800');
      expect(answer.json()['detail']).to.match(/try again in 14 minutes\.$/);
    });

    it('trusts the last address of X-Forwarded-For, and only if trustProxy is set', async () => {
      const proxied = await httpFrame({ trustProxy: true });
      const guess = (to: HttpFrame, address: string) =>
        to.inject({
          method: 'POST',
          url: '/api/auth/login',
          payload: { username: 'a', password: 'b' },
          headers: { 'x-forwarded-for': address },
        });
      for (let i = 0; i < 10; i++) {
        await guess(frame, `192.0.2.${i}`);
        await guess(proxied, `203.0.113.${i}, 192.0.2.1`);
      }
      expect((await guess(frame, '192.0.2.99')).statusCode).to.equal(429);
      expect((await guess(proxied, '192.0.2.1')).statusCode).to.equal(429);
      expect((await guess(proxied, '192.0.2.2')).statusCode).to.equal(401);
      await proxied.stop();
    });

    it('asks for an enabled second factor, and issues tokens only after its code', async () => {
      frame.secondFactor = {
        isEnabled: () => Promise.resolve(true),
        status: () => Promise.resolve({ enabled: true, recoveryCodesLeft: 0 }),
        verify: (_userId, code) => Promise.resolve(code === '123456'),
        disable: () => Promise.resolve(),
      };
      const first = await login();
      expect(first.statusCode).to.equal(200);
      expect(cookieOf(first)).to.match(/^pf_pending=/);
      expect([first.headers['set-cookie']].flat()).to.have.length(1);
      const { pending_token, ...rest } = first.json();
      expect(rest).to.deep.equal({
        ...{ two_factor_required: true, '2fa_required': true, expires_in: 300 },
        factors: [{ plugin: 'of the test', label: 'of the test', challenges: false, prompt: null, code_field: null }],
      });

      const wrong = await post('/api/auth/login/2fa', { pending_token, code: '000000' });
      expect(wrong.statusCode).to.equal(401);
      const right = await post('/api/auth/login/2fa', { pending_token, code: '123456' });
      expect(right.statusCode).to.equal(200);
      expect((await me(right.json<TokenPair>().access_token)).statusCode).to.equal(200);
      expect([right.headers['set-cookie']].flat().join('\n')).to.match(/^pf_refresh=[0-9a-f]{64};/m);
    });
  });

  describe('POST /api/auth/refresh', () => {
    it('reads the cookie, rotates the token and sets the new one as a cookie', async () => {
      const first = (await login()).json<TokenPair>();
      const answer = await post('/api/auth/refresh', undefined, { cookie: `pf_refresh=${first.refresh_token}` });
      expect(answer.statusCode).to.equal(200);
      const second = answer.json<TokenPair>();
      expect(second.refresh_token).not.to.equal(first.refresh_token);
      expect(cookieOf(answer)).to.include(`pf_refresh=${second.refresh_token};`);
      expect((await me(first.access_token)).statusCode).to.equal(200);
      expect((await me(second.access_token)).statusCode).to.equal(200);
    });

    it('reads the body when there is no cookie, and the cookie when there are both', async () => {
      const first = (await login()).json<TokenPair>();
      const second = (await post('/api/auth/refresh', { refresh_token: first.refresh_token })).json<TokenPair>();
      expect(second.access_token).to.match(/^[0-9a-f]{64}$/);
      const both = await post(
        '/api/auth/refresh',
        { refresh_token: 'f'.repeat(64) },
        { cookie: `other=1; pf_refresh=${second.refresh_token}` },
      );
      expect(both.statusCode).to.equal(200);
    });

    for (const foreign of [
      'nameless',
      '=nameless',
      'quoted="a;b"',
      '__proto__=1',
      'two words=1',
      'json={"a":[1, 2]}',
    ]) {
      it(`reads the cookie next to this cookie of another program: ${foreign}`, async () => {
        const { refresh_token } = (await login()).json<TokenPair>();
        const cookie = `${foreign}; pf_refresh=${refresh_token}; ${foreign}`;
        expect((await post('/api/auth/refresh', undefined, { cookie })).statusCode).to.equal(200);
      });
    }

    it('reads the first of several cookies with its name', async () => {
      const { access_token, refresh_token } = (await login()).json<TokenPair>();
      const cookies = (first: string) => ({ cookie: `pf_refresh=${first}; pf_refresh=${'e'.repeat(64)}` });
      const other = await post('/api/auth/refresh', undefined, cookies('f'.repeat(64)));
      expect(other.statusCode).to.equal(401);
      expect((await post('/api/auth/refresh', undefined, cookies(refresh_token))).statusCode).to.equal(200);
      const logout = await post('/api/auth/logout', undefined, { ...bearer(access_token), ...cookies('rubbish') });
      expect(logout.statusCode).to.equal(200);
    });

    it('reads the body when the cookie is empty', async () => {
      const { refresh_token } = (await login()).json<TokenPair>();
      expect((await post('/api/auth/refresh', { refresh_token }, { cookie: 'pf_refresh=' })).statusCode).to.equal(200);
      expect((await post('/api/auth/refresh', {}, { cookie: 'pf_refresh=' })).statusCode).to.equal(401);
    });

    it('refuses a token used up to 30 seconds ago with Retry-After, and keeps the session and the cookie', async () => {
      const first = (await login()).json<TokenPair>();
      const second = (await post('/api/auth/refresh', { refresh_token: first.refresh_token })).json<TokenPair>();
      frame.now += 30;
      const again = await post('/api/auth/refresh', { refresh_token: first.refresh_token });
      expect(again.statusCode).to.equal(401);
      expect(again.headers).to.include({ 'www-authenticate': 'Bearer', 'retry-after': '1' });
      expect(again.headers['set-cookie']).to.equal(undefined);
      expect((await me(second.access_token)).statusCode).to.equal(200);
      expect((await me(first.access_token)).statusCode).to.equal(200);
      const cookie = `pf_refresh=${second.refresh_token}`;
      expect((await post('/api/auth/refresh', undefined, { cookie })).statusCode).to.equal(200);
    });

    it('ends the whole session when a token used more than 30 seconds ago is sent again', async () => {
      const first = (await login()).json<TokenPair>();
      const second = (await post('/api/auth/refresh', { refresh_token: first.refresh_token })).json<TokenPair>();
      frame.now += 31;
      const reuse = await post('/api/auth/refresh', { refresh_token: first.refresh_token });
      expect(reuse.statusCode).to.equal(401);
      expect(reuse.headers['www-authenticate']).to.equal('Bearer');
      expect(reuse.headers['retry-after']).to.equal(undefined);
      expect((await me(second.access_token)).statusCode).to.equal(401);
      expect((await me(first.access_token)).statusCode).to.equal(401);
      expect((await post('/api/auth/refresh', { refresh_token: second.refresh_token })).statusCode).to.equal(401);
    });

    it('answers 401 without a token, and to an access token or an invalid token', async () => {
      const { access_token } = (await login()).json<TokenPair>();
      for (const payload of [undefined, {}, { refresh_token: access_token }, { refresh_token: 'rubbish' }]) {
        expect((await post('/api/auth/refresh', payload)).statusCode, JSON.stringify(payload)).to.equal(401);
      }
    });
  });

  describe('a bearer token', () => {
    it('returns the signed-in user at GET /api/auth/me', async () => {
      const { access_token } = (await login()).json<TokenPair>();
      expect((await me(access_token)).json()).to.deep.equal({
        id: 1,
        username: 'anna',
        display_name: 'Anna B',
        role: 'write',
      });
    });

    it('is refused with 401 and WWW-Authenticate: Bearer if it is missing, malformed or wrong', async () => {
      const { access_token, refresh_token } = (await login()).json<TokenPair>();
      for (const authorization of [
        undefined,
        '',
        'Bearer',
        `Basic ${access_token}`,
        access_token,
        `Bearer ${access_token}0`,
        `Bearer ${'0'.repeat(64)}`,
        `Bearer ${refresh_token}`,
      ]) {
        const answer = await frame.inject({
          url: '/api/auth/me',
          ...(authorization !== undefined && { headers: { authorization } }),
        });
        expect(answer.statusCode, authorization).to.equal(401);
        expect(answer.headers['www-authenticate']).to.equal('Bearer');
        expect(answer.json()).to.have.all.keys('detail');
      }
    });

    it('becomes invalid when it expires or its user is disabled', async () => {
      const { access_token } = (await login()).json<TokenPair>();
      frame.now += 28800;
      expect((await me(access_token)).statusCode).to.equal(401);
      frame.now -= 1;
      expect((await me(access_token)).statusCode).to.equal(200);
      frame.db.prepare('UPDATE users SET disabled = 1').run();
      expect((await me(access_token)).statusCode).to.equal(401);
    });
  });

  it('GET /api/auth/limits returns the lifetimes, limits and options that the sign-in page needs', async () => {
    const answer = await frame.inject({ url: '/api/auth/limits' });
    expect(answer.json<AuthLimits>()).to.deep.equal({
      access_ttl: 28800,
      refresh_ttl: 2592000,
      two_factor_pending_ttl: 300,
      password_min_length: 8,
      passphrase_min_length: 12,
      username_max_length: 64,
      login_attempts: 10,
      login_window: 900,
      sign_ins: [],
      demo: false,
    });
  });
});
