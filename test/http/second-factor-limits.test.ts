import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { inject } from '../../core/compose/inject.ts';
import { movedClock, type MovedClock } from '../support/moved-clock.ts';
import { codeOf, password, TwoFactorHouse, wrongCodeOf, type Inhabitant } from '../support/two-factor-house.ts';
import { PluginState } from '../../core/store/plugin-state.ts';

describe('an attacker who knows only the password', function () {
  let folder: string;
  let house: TwoFactorHouse;
  let clock: MovedClock;
  let admin: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    clock = movedClock();
    house = await TwoFactorHouse.open(folder);
    admin = await house.signIn('admin');
  });
  after(async () => {
    await house.close();
    clock.restore();
    rmSync(folder, { recursive: true });
  });

  const enrolled = async () => {
    const anna = await house.newcomer();
    const { secret } = await house.enrolled(anna);
    clock.forward(30);
    return { anna, secret };
  };

  describe('guessing codes', () => {
    it('is blocked for 15 minutes after ten guesses, in any sign-in, from any address and after a restart', async function () {
      const { anna, secret } = await enrolled();
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        expect((await house.signInWith(anna.username, wrongCodeOf(secret))).status).to.equal(401);
      }
      const refused = await house.signInWith(anna.username, codeOf(secret));
      expect(refused.status).to.equal(429);
      expect(Number(refused.headers['retry-after'])).to.be.within(1, 900);

      await house.close();
      house = await TwoFactorHouse.open(folder);
      expect((await house.signInWith(anna.username, codeOf(secret))).status).to.equal(429);
      const { anna: berta, secret: other } = await enrolled();
      expect((await house.signInWith(berta.username, codeOf(other))).status).to.equal(200);

      clock.forward(900);
      expect((await house.signInWith(anna.username, codeOf(secret))).status).to.equal(200);
    });

    it('counts for the address together with guessing passwords', async function () {
      const { anna, secret } = await enrolled();
      const address = TwoFactorHouse.newAddress();
      const pending = await house.pendingToken(anna.username);
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        expect((await house.finish(pending, wrongCodeOf(secret), { address })).status).to.equal(401);
        expect((await house.begin('nobody', { address })).status).to.equal(401);
      }
      expect((await house.begin(anna.username, { address })).status).to.equal(429);
      expect((await house.finish(pending, codeOf(secret), { address })).status).to.equal(429);
      expect((await house.finish(pending, codeOf(secret))).status).to.equal(200);
    });

    it('does not prevent the owner from changing the password', async function () {
      const { anna, secret } = await enrolled();
      const pending = await house.pendingToken(anna.username);
      for (let attempt = 1; attempt <= 10; attempt += 1) await house.finish(pending, wrongCodeOf(secret));
      expect((await house.finish(pending, codeOf(secret))).status).to.equal(429);
      const payload = { current_password: password, new_password: 'battery staple' };
      expect((await house.ask('POST', '/api/auth/password', { token: anna.token, payload })).status).to.equal(200);
    });

    it('in an open session is also blocked after ten guesses, when switching off and confirming the factor', async function () {
      const { anna, secret } = await enrolled();
      const off = (code: string) =>
        house.ask('DELETE', '/api/auth/2fa', { token: anna.token, payload: { password, code } });
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        expect((await off(wrongCodeOf(secret))).status).to.equal(400);
      }
      expect((await off(codeOf(secret))).status).to.equal(429);

      const berta = await house.newcomer();
      const begun = (await house.enroll(berta)).json<{ secret: string }>().secret;
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        expect((await house.confirm(berta, wrongCodeOf(begun))).status).to.equal(400);
      }
      expect((await house.confirm(berta, codeOf(begun))).status).to.equal(429);
    });
  });

  describe('a sign-in that waits for its code', () => {
    it('expires', async () => {
      const { anna, secret } = await enrolled();
      const pending = await house.pendingToken(anna.username);
      clock.forward(301);
      expect((await house.finish(pending, codeOf(secret))).status).to.equal(401);
      expect((await house.signInWith(anna.username, codeOf(secret))).status).to.equal(200);
    });

    const user = ({ id }: Inhabitant, rest = '') => `/api/admin/users/${id}${rest}`;
    const byAdmin = (method: string, url: string, payload?: object) =>
      house.ask(method, url, { token: admin, ...(payload && { payload }) });
    const meanwhile: Record<string, (anna: Inhabitant) => Promise<{ status: number }>> = {
      'is disabled': (anna) => byAdmin('PATCH', user(anna), { disabled: true }),
      'is disabled and enabled again': async (anna) => {
        await byAdmin('PATCH', user(anna), { disabled: true });
        return byAdmin('PATCH', user(anna), { disabled: false });
      },
      'is deleted': (anna) => byAdmin('DELETE', user(anna)),
      'is signed out everywhere': (anna) => byAdmin('POST', user(anna, '/logout')),
      'is given a new password': (anna) => byAdmin('PATCH', user(anna), { password: 'battery staple' }),
      'sets a new password': (anna) =>
        house.ask('POST', '/api/auth/password', {
          token: anna.token,
          payload: { current_password: password, new_password: 'battery staple' },
        }),
      'has the password reset on the command line': async (anna) => {
        (
          await house.running.container.resolve(inject.accounts).readyToResetPassword(anna.username, 'battery staple')
        )();
        return { status: 200 };
      },
    };
    for (const [what, act] of Object.entries(meanwhile)) {
      it(`is cancelled when its user ${what}`, async () => {
        const { anna, secret } = await enrolled();
        const pending = await house.pendingToken(anna.username);
        expect((await act(anna)).status).to.equal(200);
        const answer = await house.finish(pending, codeOf(secret));
        expect([answer.status, answer.cookies.size]).to.deep.equal([401, 0]);
      });
    }

    it('continues when its user gets another name or role', async () => {
      const { anna, secret } = await enrolled();
      const pending = await house.pendingToken(anna.username);
      await byAdmin('PATCH', user(anna), { display_name: 'Anna B.', role: 'write' });
      const answer = await house.finish(pending, codeOf(secret));
      expect(answer.json<{ user: object }>().user).to.include({ display_name: 'Anna B.', role: 'write' });
    });
  });

  it('a deleted account leaves no second factor that a later account could inherit', async () => {
    const { anna } = await enrolled();
    const state = house.running.container.resolve(PluginState).of('auth-totp');
    expect(state.get(`user ${anna.id}`)).to.be.a('string');
    await house.ask('DELETE', `/api/admin/users/${anna.id}`, { token: admin });
    expect(state.get(`user ${anna.id}`)).to.equal(undefined);
    expect(JSON.parse(state.get('users') ?? '')).not.to.include(anna.id);

    // Even if the server is killed in between, so that the enrolment stays behind.
    state.set(`user ${anna.id}`, '{"sealed":"","confirmed":true,"usedStep":0,"recovery":[]}');
    const { id } = await house.newcomer();
    expect(id).to.be.greaterThan(anna.id);
  });
});
