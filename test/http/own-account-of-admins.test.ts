import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Accounts, AuditEntries } from '../../core/http/wire.ts';
import { movedClock, type MovedClock } from '../support/moved-clock.ts';
import { codeOf, password, TwoFactorHouse, wrongCodeOf, type Inhabitant } from '../support/two-factor-house.ts';

/** The attacker has stolen the access token of an admin, and nothing else. */
describe('an admin’s own account', function () {
  let folder: string;
  let house: TwoFactorHouse;
  let clock: MovedClock;
  let anna: Inhabitant;
  let secret: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    clock = movedClock();
    house = await TwoFactorHouse.open(folder);
  });
  after(async () => {
    await house.close();
    clock.restore();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    anna = await house.newcomer('admin');
    ({ secret } = await house.enrolled(anna));
    clock.forward(30);
  });

  const ask = (method: string, rest: string, payload?: object, of: Inhabitant = anna) =>
    house.ask(method, `/api/admin/users/${of.id}${rest}`, { token: anna.token, ...(payload && { payload }) });
  const isUnchanged = async () => {
    expect((await house.signInWith(anna.username, codeOf(secret))).status).to.equal(200);
    const rows = (await house.ask('GET', '/api/admin/users', { token: anna.token })).json<Accounts>().users;
    expect(rows.find(({ id }) => id === anna.id)).to.include({
      role: 'admin',
      disabled: false,
      two_factor_enabled: true,
    });
  };

  for (const [what, method, rest, payload] of [
    ['get another password', 'PATCH', '', { password: 'battery staple' }],
    ['be demoted', 'PATCH', '', { role: 'read' }],
    ['be disabled', 'PATCH', '', { disabled: true }],
    ['be deleted', 'DELETE', '', {}],
    ['lose its second factor', 'DELETE', '/2fa', {}],
  ] as const) {
    it(`can ${what} only with the password and a code`, async () => {
      for (const proof of [
        {},
        { current_password: 'wrong horse', code: codeOf(secret) },
        { code: codeOf(secret) },
        { current_password: password },
        { current_password: password, code: wrongCodeOf(secret) },
      ]) {
        const refused = await ask(method, rest, { ...payload, ...proof });
        expect([refused.status, JSON.stringify(proof)]).to.deep.equal([403, JSON.stringify(proof)]);
        expect(refused.json()['detail']).to.match(/password|code/);
      }
      await isUnchanged();
      clock.forward(30);
      expect(
        (await ask(method, rest, { ...payload, current_password: password, code: codeOf(secret) })).status,
      ).to.equal(200);
    });
  }

  it('needs no code without a second factor, and no password to change only the name', async () => {
    anna = await house.newcomer('admin');
    const fresh = { password: 'battery staple' };
    expect((await ask('PATCH', '', fresh)).status).to.equal(403);
    expect((await ask('PATCH', '', { display_name: 'Anna' })).json()).to.include({ display_name: 'Anna' });
    expect((await ask('PATCH', '', { ...fresh, current_password: password })).status).to.equal(200);
    expect((await house.begin(anna.username, fresh)).json()).to.have.property('access_token');
  });

  it('limits the guesses of its password here, too', async () => {
    for (let attempt = 1; attempt <= 10; attempt += 1) await ask('DELETE', '', { current_password: 'wrong horse' });
    expect((await ask('DELETE', '', { current_password: password, code: codeOf(secret) })).status).to.equal(429);
  });

  it('is protected, but other accounts can be changed without password and code', async () => {
    const berta = await house.newcomer('admin');
    await house.enrolled(berta);
    expect((await ask('DELETE', '/2fa', undefined, berta)).status).to.equal(200);
    expect((await ask('PATCH', '', { password: 'battery staple' }, berta)).status).to.equal(200);
    expect((await ask('DELETE', '', undefined, berta)).status).to.equal(200);
  });

  it('gets an audit entry with the changed field, without the password and code that were sent', async () => {
    await ask('PATCH', '', { password: 'battery staple', current_password: password, code: codeOf(secret) });
    const token = await house.signIn('admin');
    const { entries } = (
      await house.ask('GET', '/api/admin/audit?action=user.changed&limit=1', { token })
    ).json<AuditEntries>();
    expect(entries[0]).to.include({ actor: anna.username, subject: anna.username, detail: 'password' });
  });
});
