import { expect } from 'chai';
import type { OwnSessions, TokenPair } from '../../core/http/wire.ts';
import { httpFrame, type Answer, type HttpFrame } from '../support/http-frame.ts';

describe('a user’s own account', () => {
  let frame: HttpFrame;

  beforeEach(async () => {
    frame = await httpFrame();
    await frame.accounts.add({ username: 'anna', password: 'correct horse', role: 'read' });
  });
  afterEach(() => frame.stop());

  const login = async (client: string, password = 'correct horse') => {
    const payload = { username: 'anna', password };
    const headers = { 'user-agent': client };
    const answer = await frame.inject({ method: 'POST', url: '/api/auth/login', payload, headers });
    const { access_token, refresh_token } = answer.json<TokenPair>();
    return { status: answer.statusCode, refresh: refresh_token, headers: { authorization: `Bearer ${access_token}` } };
  };
  type Session = Awaited<ReturnType<typeof login>>;
  const ask = (method: string, url: string, { headers }: Session, payload?: object): Promise<Answer> =>
    frame.inject({ method, url, headers, ...(payload && { payload }) });
  const sessions = async (of: Session) => (await ask('GET', '/api/auth/sessions', of)).json<OwnSessions>().sessions;
  const alive = async (session: Session) => (await ask('GET', '/api/auth/me', session)).statusCode === 200;

  it('has a display name that the user may change, but no other field', async () => {
    const laptop = await login('laptop');
    const renamed = await ask('PATCH', '/api/auth/me', laptop, { display_name: '  Anna Karenina ' });
    expect(renamed.json()).to.include({ username: 'anna', display_name: 'Anna Karenina', role: 'read' });
    expect((await ask('GET', '/api/auth/me', laptop)).json()).to.deep.equal(renamed.json());
    for (const wrong of [{ display_name: '  ' }, { display_name: 'x'.repeat(101) }, { role: 'admin' }, {}]) {
      expect((await ask('PATCH', '/api/auth/me', laptop, wrong)).statusCode).to.equal(400);
    }
  });

  describe('its password', () => {
    const change = (session: Session, current: string, fresh: string) =>
      ask('POST', '/api/auth/password', session, { current_password: current, new_password: fresh });

    it('can be changed with the current one, which ends all other sessions', async () => {
      const phone = await login('phone');
      const laptop = await login('laptop');
      expect((await change(laptop, 'correct horse', 'battery staple')).json()).to.deep.equal({ ok: true });
      expect([await alive(phone), await alive(laptop)]).to.deep.equal([false, true]);
      expect((await login('x')).status).to.equal(401);
      expect((await login('x', 'battery staple')).status).to.equal(200);
      const renewed = await frame.inject({
        method: 'POST',
        url: '/api/auth/refresh',
        payload: { refresh_token: laptop.refresh },
      });
      expect(renewed.statusCode).to.equal(200);
    });

    it('ends older access tokens of the session when it changes; renewals do not', async () => {
      const laptop = await login('laptop');
      const payload = { refresh_token: laptop.refresh };
      const { access_token } = (
        await frame.inject({ method: 'POST', url: '/api/auth/refresh', payload })
      ).json<TokenPair>();
      const renewed = { ...laptop, headers: { authorization: `Bearer ${access_token}` } };
      expect([await alive(laptop), await alive(renewed)]).to.deep.equal([true, true]);
      await change(renewed, 'correct horse', 'battery staple');
      expect([await alive(laptop), await alive(renewed)]).to.deep.equal([false, true]);
    });

    it('stays the same if the current one is wrong, and guesses are limited', async () => {
      const laptop = await login('laptop');
      const answer = await change(laptop, 'wrong', 'battery staple');
      expect(answer.statusCode).to.equal(403);
      expect(answer.json<{ detail: string }>().detail).to.match(/current_password/);
      for (let attempt = 2; attempt <= 10; attempt += 1) await change(laptop, 'wrong', 'battery staple');
      expect((await change(laptop, 'correct horse', 'battery staple')).statusCode).to.equal(429);
    });

    it('stays the same if the new one is invalid', async () => {
      const laptop = await login('laptop');
      for (const fresh of ['short', 'x'.repeat(73)]) {
        const answer = await change(laptop, 'correct horse', fresh);
        expect(answer.statusCode).to.equal(400);
        expect(answer.json<{ detail: string }>().detail).to.match(/^new_password must be/);
      }
      expect((await login('x')).status).to.equal(200);
    });
  });

  describe('its sessions', () => {
    it('are listed with their clients and times, the last renewed first', async () => {
      const phone = await login('phone');
      frame.now += 100;
      await login('laptop');
      frame.now += 100;
      await frame.inject({ method: 'POST', url: '/api/auth/refresh', payload: { refresh_token: phone.refresh } });
      const found = await sessions(phone);
      expect(found.map(({ client, current }) => [client, current])).to.deep.equal([
        ['phone', true],
        ['laptop', false],
      ]);
      expect(found[0]).to.include({
        created_at: frame.now - 200,
        renewed_at: frame.now,
        expires_at: frame.now + 30 * 86400,
      });
    });

    it('cannot be ended by other users', async () => {
      const other = await frame.signIn('admin');
      const laptop = await login('laptop');
      const [session] = await sessions(laptop);
      const answer = await frame.inject({
        method: 'DELETE',
        url: `/api/auth/sessions/${session?.id}`,
        headers: other.headers,
      });
      expect(answer.statusCode).to.equal(404);
      expect(await alive(laptop)).to.equal(true);
      expect(await sessions(laptop)).to.have.length(1);
    });

    it('can be ended one by one', async () => {
      const phone = await login('phone');
      const laptop = await login('laptop');
      const lost = (await sessions(laptop)).find(({ client }) => client === 'phone');
      expect((await ask('DELETE', `/api/auth/sessions/${lost?.id}`, laptop)).json()).to.deep.equal({ ok: true });
      expect([await alive(phone), await alive(laptop)]).to.deep.equal([false, true]);
      expect((await sessions(laptop)).map(({ client }) => client)).to.deep.equal(['laptop']);
      expect((await ask('DELETE', `/api/auth/sessions/${lost?.id}`, laptop)).statusCode).to.equal(404);
    });

    it('are not listed once they have expired', async () => {
      await login('phone');
      frame.now += 31 * 86400;
      const laptop = await login('laptop');
      expect((await sessions(laptop)).map(({ client }) => client)).to.deep.equal(['laptop']);
    });
  });
});
