import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Accounts, FactorChallenge, OwnFactors, PendingLogin, TwoFactorRequired } from '../../core/http/wire.ts';
import { PluginHttpError, type PluginHost, type SecondFactor } from '../../core/plugin-api/index.ts';
import { inject } from '../../core/compose/inject.ts';
import { MemorySecondFactor } from '../core/plugins/memory-plugins.ts';
import { movedClock } from '../support/moved-clock.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { codeOf, TwoFactorHouse, wrongCodeOf } from '../support/two-factor-house.ts';

const plugins = 'test/fixtures/plugins/folder-source,test/fixtures/plugins/handed-over';

/** A second factor whose challenge contains the user and the origin at which they sign in. */
class Pigeons extends MemorySecondFactor implements SecondFactor {
  readonly label = { en: 'Carrier pigeon', fr: 'Pigeon voyageur' };
  readonly codeField = { hint: 'On the left leg', pattern: '[a-z]+-[0-9]' };
  readonly prompt = { module: '/plugins/handed-over/prompt.js' };
  readonly enrolment = { page: '/plugins/handed-over/', label: 'Your pigeons' };

  begin(userId: number, { origin }: { origin: string }): Promise<unknown> {
    return Promise.resolve({ userId, origin });
  }
}

const withPigeons = (test: (house: TwoFactorHouse, pigeons: Pigeons) => Promise<void>): Promise<void> =>
  withTempFolder(async (folder) => {
    const clock = movedClock();
    const pigeons = new Pigeons();
    const pages = join(folder, 'pages');
    mkdirSync(pages);
    for (const file of ['index.html', 'prompt.js']) writeFileSync(join(pages, file), '');
    (globalThis as { handedOver?: unknown }).handedOver = {
      provided: { 'second-factor': pigeons },
      routes: (host: PluginHost) => {
        host.pages({ folder: pages });
        return [];
      },
    };
    const house = await TwoFactorHouse.open(folder, { PLUGINS: plugins });
    try {
      await test(house, pigeons);
    } finally {
      await house.close();
      clock.restore();
      delete (globalThis as { handedOver?: unknown }).handedOver;
    }
  });

describe('a second factor beside the included one', function () {
  it('is offered at sign-in to users who enrolled in both, and a code of either is enough', () =>
    withPigeons(async (house, pigeons) => {
      const anna = await house.newcomer();
      const { recoveryCodes } = await house.enrolled(anna);
      pigeons.codes.set(anna.id, new Set(['anna-1', 'anna-2', 'anna-3']));

      const begun = (await house.begin(anna.username)).json<TwoFactorRequired>();
      expect(begun.factors).to.deep.equal([
        {
          plugin: 'handed-over',
          label: { en: 'Carrier pigeon', fr: 'Pigeon voyageur' },
          challenges: true,
          prompt: '/plugins/handed-over/prompt.js',
          code_field: { hint: 'On the left leg', pattern: '[a-z]+-[0-9]' },
        },
        {
          plugin: 'auth-totp',
          label: { en: 'Authenticator app', de: 'Authenticator-App', fr: 'Application d’authentification' },
          challenges: false,
          prompt: null,
          code_field: null,
        },
      ]);
      for (const code of ['anna-1', recoveryCodes[0] ?? '']) {
        expect((await house.signInWith(anna.username, code)).status, code).to.equal(200);
      }
      const finish = async (code: string, factor: string) =>
        house.ask('POST', '/api/auth/login/2fa', {
          payload: { pending_token: await house.pendingToken(anna.username), code, factor },
        });
      expect((await finish('anna-2', 'auth-totp')).status).to.equal(401);
      expect((await finish('anna-2', 'handed-over')).status).to.equal(200);
      expect((await finish('anna-3', 'no-such-plugin')).status).to.equal(404);
      const { factors } = (await house.ask('GET', '/api/auth/factors', { token: anna.token })).json<OwnFactors>();
      expect(factors.map(({ plugin, enabled, enrolment }) => [plugin, enabled, enrolment])).to.deep.equal([
        ['handed-over', true, { page: '/plugins/handed-over/', label: 'Your pigeons' }],
        ['auth-totp', true, null],
      ]);
    }));

  it('creates challenges with the page’s origin, only for users who gave the password or are signed in', () =>
    withPigeons(async (house, pigeons) => {
      const anna = await house.newcomer();
      pigeons.codes.set(anna.id, new Set(['anna-1']));
      const challenge = (payload: object, more = {}) =>
        house.ask('POST', '/api/auth/login/2fa/challenge', { payload, ...more });

      const pending_token = await house.pendingToken(anna.username);
      const asked = { pending_token, factor: 'handed-over' };
      const own = new URL((await house.running.container.resolve(inject.server)).info.uri);
      expect((await challenge(asked)).json<FactorChallenge>()).to.deep.equal({
        challenge: { userId: anna.id, origin: own.origin },
      });
      expect((await challenge({ ...asked, factor: 'auth-totp' })).status).to.equal(404);
      expect((await challenge({ ...asked, pending_token: 'f'.repeat(64) })).status).to.equal(401);
      expect((await challenge({ factor: 'handed-over' })).status).to.equal(401);

      const cookie = `pf_pending=${(await house.begin(anna.username)).cookies.get('pf_pending')?.value ?? ''}`;
      expect((await challenge({ factor: 'handed-over' }, { cookie })).status).to.equal(200);
      const waiting = (await house.ask('GET', '/api/auth/login/2fa', { cookie })).json<PendingLogin>();
      expect(waiting.factors.map(({ plugin }) => plugin)).to.deep.equal(['handed-over']);
      const again = await house.ask('POST', '/api/auth/factors/challenge', {
        token: anna.token,
        payload: { factor: 'handed-over' },
      });
      expect(again.json<FactorChallenge>().challenge).to.include({ userId: anna.id });
    }));

  it('answers 503 and is reported as a plugin fault if it throws, but passes on its own refusals', () =>
    withPigeons(async (house, pigeons) => {
      const anna = await house.newcomer();
      pigeons.codes.set(anna.id, new Set(['anna-1']));
      const challenge = async () => {
        const payload = { pending_token: await house.pendingToken(anna.username), factor: 'handed-over' };
        return house.ask('POST', '/api/auth/login/2fa/challenge', { payload });
      };
      pigeons.begin = () => Promise.reject(new Error('no wings'));
      const failed = await challenge();
      expect(failed.status).to.equal(503);
      expect(failed.json<{ detail: string }>().detail).to.match(
        /^The second factor of the plugin handed-over has failed: /,
      );
      const faults = house.running.container.resolve(inject.pluginFaults);
      expect(faults.of('handed-over').last?.message).to.equal('no wings');

      pigeons.begin = () => Promise.reject(new PluginHttpError(409, 'The pigeons fly to another address.'));
      const refused = await challenge();
      expect(refused.status).to.equal(409);
      expect(refused.json<{ detail: string }>().detail).to.equal('The pigeons fly to another address.');
      expect(faults.of('handed-over').count).to.equal(1);
    }));

  it('limits the challenges for each user, as each may send a message', () =>
    withPigeons(async (house, pigeons) => {
      const [anna, berta] = [await house.newcomer(), await house.newcomer()];
      for (const { id } of [anna, berta]) pigeons.codes.set(id, new Set(['code-1']));
      const statuses = new Set<number>();
      for (let count = 0; count < 30; count++) {
        const pending_token = await house.pendingToken(anna.username);
        const payload = { pending_token, factor: 'handed-over' };
        statuses.add((await house.ask('POST', '/api/auth/login/2fa/challenge', { payload })).status);
      }
      expect([...statuses]).to.deep.equal([200]);
      const ofOther = { pending_token: await house.pendingToken(berta.username), factor: 'handed-over' };
      const more = { pending_token: await house.pendingToken(anna.username), factor: 'handed-over' };
      expect((await house.ask('POST', '/api/auth/login/2fa/challenge', { payload: more })).status).to.equal(429);
      expect((await house.ask('POST', '/api/auth/login/2fa/challenge', { payload: ofOther })).status).to.equal(200);
      // A challenge that was made before can still be answered.
      expect((await house.signInWith(anna.username, 'code-1')).status).to.equal(200);
    }));

  it('is switched off with the included one by an admin, and its codes confirm changes of the own account', () =>
    withPigeons(async (house, pigeons) => {
      const admin = await house.newcomer('admin');
      const { secret } = await house.enrolled(admin);
      pigeons.codes.set(admin.id, new Set(['pigeon-1']));
      const change = (code: string) =>
        house.ask('PATCH', `/api/admin/users/${admin.id}`, {
          token: admin.token,
          payload: { role: 'admin', current_password: 'correct horse', code },
        });
      expect((await change(wrongCodeOf(secret))).status).to.equal(403);
      expect((await change('pigeon-1')).status).to.equal(200);

      const token = await house.signIn('admin');
      const enabled = async () =>
        (await house.ask('GET', '/api/admin/users', { token }))
          .json<Accounts>()
          .users.filter(({ two_factor_enabled }) => two_factor_enabled).length;
      expect(await enabled()).to.equal(1);
      await house.ask('DELETE', `/api/admin/users/${admin.id}/2fa`, { token });
      expect(await enabled()).to.equal(0);
      expect((await house.begin(admin.username)).json()).to.have.property('access_token');
      expect((await house.signInWith(admin.username, codeOf(secret))).status).to.equal(401);
    }));
});
