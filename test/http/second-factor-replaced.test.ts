import { expect } from 'chai';
import type { Accounts } from '../../core/http/wire.ts';
import { MemorySecondFactor } from '../core/plugins/memory-plugins.ts';
import { movedClock } from '../support/moved-clock.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { codeOf, TwoFactorHouse } from '../support/two-factor-house.ts';

const plugins = 'test/fixtures/plugins/folder-source,test/fixtures/plugins/handed-over';

describe('a second factor in the place of the shipped one', function () {
  it('has no routes of the shipped one; who enrolled there is still asked for its codes', () =>
    withTempFolder(async (folder) => {
      const clock = movedClock();
      let house = await TwoFactorHouse.open(folder);
      const anna = await house.newcomer();
      const berta = await house.newcomer();
      const { secret } = await house.enrolled(anna);
      await house.close();

      const memory = new MemorySecondFactor();
      memory.codes.set(berta.id, new Set(['berta-1', 'berta-2']));
      (globalThis as { handedOver?: unknown }).handedOver = { provided: { 'second-factor': memory } };
      house = await TwoFactorHouse.open(folder, { PLUGINS: plugins });
      try {
        clock.forward(30);
        expect((await house.ask('GET', '/api/auth/2fa', { token: anna.token })).status).to.equal(404);
        expect((await house.enroll(berta)).status).to.equal(404);

        expect((await house.signInWith(anna.username, 'berta-1')).status).to.equal(401);
        expect((await house.signInWith(anna.username, codeOf(secret))).status).to.equal(200);
        expect((await house.signInWith(berta.username, 'berta-1')).status).to.equal(200);

        const admin = await house.signIn('admin');
        const rows = async () =>
          (await house.ask('GET', '/api/admin/users', { token: admin }))
            .json<Accounts>()
            .users.filter(({ two_factor_enabled }) => two_factor_enabled)
            .map(({ id }) => id);
        expect(await rows()).to.have.members([anna.id, berta.id]);
        for (const { id } of [anna, berta]) await house.ask('DELETE', `/api/admin/users/${id}/2fa`, { token: admin });
        expect(await rows()).to.deep.equal([]);
        expect((await house.begin(anna.username)).json()).to.have.property('access_token');
      } finally {
        await house.close();
        clock.restore();
        delete (globalThis as { handedOver?: unknown }).handedOver;
      }
    }));
});
