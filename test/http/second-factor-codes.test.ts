import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Accounts } from '../../core/http/wire.ts';
import { movedClock, type MovedClock } from '../support/moved-clock.ts';
import { codeOf, password, TwoFactorHouse, wrongCodeOf, type Inhabitant } from '../support/two-factor-house.ts';

describe('codes of the second factor, and switching it off', function () {
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

  const state = async ({ token }: { token: string }) => (await house.ask('GET', '/api/auth/2fa', { token })).json();

  describe('a code', () => {
    it('is accepted once, including the one that confirmed the enrolment, and older ones are refused', async () => {
      const anna = await house.newcomer();
      const { secret } = (await house.enroll(anna)).json<{ secret: string }>();
      const confirming = codeOf(secret);
      await house.confirm(anna, confirming);
      expect((await house.signInWith(anna.username, confirming)).status).to.equal(401);
      clock.forward(30);
      const older = codeOf(secret);
      clock.forward(30);
      const used = codeOf(secret);
      expect((await house.signInWith(anna.username, used)).status).to.equal(200);
      expect((await house.signInWith(anna.username, used)).status).to.equal(401);
      expect((await house.signInWith(anna.username, older)).status).to.equal(401);
    });

    it('lets in only one of 20 simultaneous sign-ins', async function () {
      const anna = await house.newcomer();
      const { secret } = await house.enrolled(anna);
      const pending = await Promise.all(Array.from({ length: 20 }, () => house.pendingToken(anna.username)));
      clock.forward(30);
      const code = codeOf(secret);
      const answers = await Promise.all(pending.map((token) => house.finish(token, code)));
      const inside = answers.filter(({ status }) => status === 200);
      expect(inside).to.have.length(1);
      expect(answers.filter(({ status }) => status === 401 || status === 429)).to.have.length(19);
    });
  });

  describe('recovery codes', () => {
    it('work once each, also in upper case, with spaces or without dashes', async () => {
      const anna = await house.newcomer();
      const { recoveryCodes } = await house.enrolled(anna);
      const [first = '', second = '', third = ''] = recoveryCodes;
      expect((await house.signInWith(anna.username, first)).status).to.equal(200);
      expect((await house.signInWith(anna.username, first)).status).to.equal(401);
      expect((await house.signInWith(anna.username, second.toUpperCase().replaceAll('-', ''))).status).to.equal(200);
      expect((await house.signInWith(anna.username, third.replaceAll('-', ' '))).status).to.equal(200);
      expect((await state(anna))['recovery_codes_left']).to.equal(7);
    });

    it('of another user are refused', async () => {
      const [anna, berta] = [await house.newcomer(), await house.newcomer()];
      const { recoveryCodes } = await house.enrolled(anna);
      await house.enrolled(berta);
      expect((await house.signInWith(berta.username, recoveryCodes[0] ?? '')).status).to.equal(401);
    });
  });

  describe('switching it off', () => {
    const off = ({ token }: Inhabitant, payload: object) => house.ask('DELETE', '/api/auth/2fa', { token, payload });

    it('needs the password and a code of the app or a recovery code', async () => {
      const anna = await house.newcomer();
      const { secret, recoveryCodes } = await house.enrolled(anna);
      clock.forward(30);
      for (const [payload, status] of [
        [{}, 400],
        [{ password }, 400],
        [{ code: codeOf(secret) }, 400],
        [{ password: 'wrong horse', code: codeOf(secret) }, 403],
        [{ password, code: wrongCodeOf(secret) }, 400],
      ] as const) {
        expect((await off(anna, payload)).status, JSON.stringify(Object.keys(payload))).to.equal(status);
        expect((await state(anna))['enabled']).to.equal(true);
      }
      expect((await off(anna, { password, code: codeOf(secret) })).json()).to.deep.equal({ ok: true });
      expect(await state(anna)).to.deep.equal({ available: true, enabled: false, recovery_codes_left: 0 });
      expect((await house.begin(anna.username)).json()).to.have.property('access_token');

      const renewed = await house.enrolled(anna);
      expect(renewed.secret).not.to.equal(secret);
      expect((await off(anna, { password, code: recoveryCodes[0] ?? '' })).status).to.equal(400);
      expect((await off(anna, { password, code: renewed.recoveryCodes[0] ?? '' })).status).to.equal(200);
    });

    it('answers 409, not a wrong code, if it is off already', async () => {
      const answer = await off(await house.newcomer(), { password, code: '123456' });
      expect([answer.status, answer.json()['detail']]).to.deep.equal([409, 'The second factor is off already.']);
    });

    it('between the two steps of a sign-in asks for the password again, and counts no wrong codes', async () => {
      const anna = await house.newcomer();
      const { secret } = await house.enrolled(anna);
      clock.forward(30);
      const pending = await house.pendingToken(anna.username);
      await house.ask('DELETE', `/api/admin/users/${anna.id}/2fa`, { token: admin });
      for (let attempt = 0; attempt < 11; attempt += 1) {
        const answer = await house.finish(pending, codeOf(secret));
        expect([answer.status, answer.json()['detail']]).to.deep.equal([
          401,
          'The sign-in took too long or was ended: begin again with the password.',
        ]);
      }
      expect((await house.begin(anna.username)).json()).to.have.property('access_token');
    });

    it('can be done by admins, whose list shows who has it on', async () => {
      const anna = await house.newcomer();
      await house.enrolled(anna);
      const row = async () =>
        (await house.ask('GET', '/api/admin/users', { token: admin }))
          .json<Accounts>()
          .users.find(({ id }) => id === anna.id);
      expect((await row())?.two_factor_enabled).to.equal(true);
      const path = `/api/admin/users/${anna.id}/2fa`;
      expect((await house.ask('DELETE', path, { token: anna.token })).status).to.equal(403);
      expect((await house.ask('DELETE', path)).status).to.equal(401);
      expect((await house.ask('DELETE', '/api/admin/users/999999/2fa', { token: admin })).status).to.equal(404);
      expect((await house.ask('DELETE', path, { token: admin })).json()).to.deep.equal({ ok: true });
      expect((await row())?.two_factor_enabled).to.equal(false);
      expect((await house.begin(anna.username)).json()).to.have.property('access_token');
    });
  });
});
