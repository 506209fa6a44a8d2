import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ChecksAnswer } from '../../core/http/wire.ts';
import { movedClock, type MovedClock } from '../support/moved-clock.ts';
import { codeOf, password, TwoFactorHouse, wrongCodeOf } from '../support/two-factor-house.ts';

describe('a stored second factor', function () {
  let folder: string;
  let house: TwoFactorHouse;
  let clock: MovedClock;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    clock = movedClock();
    house = await TwoFactorHouse.open(folder);
  });
  afterEach(async () => {
    await house.close();
    clock.restore();
    rmSync(folder, { recursive: true });
  });

  const restart = async (environment: Record<string, string> = {}) => {
    await house.close();
    house = await TwoFactorHouse.open(folder, environment);
  };
  const other = { SIGNING_SECRET: 'another secret of this server, which is long enough' };
  const check = async () => {
    const answer = await house.ask('POST', '/api/admin/checks', { token: await house.signIn('admin') });
    return answer.json<ChecksAnswer>().checks.find(({ id }) => id === 'database');
  };

  it('is not readable: neither the secret nor a recovery code nor a pending sign-in', async () => {
    const anna = await house.newcomer();
    const { secret, recoveryCodes } = await house.enrolled(anna);
    const pending = await house.pendingToken(anna.username);
    const data = join(folder, 'data');
    const files = readdirSync(data, { withFileTypes: true }).filter((entry) => entry.isFile());
    const bytes = files.map(({ name }) => readFileSync(join(data, name)).toString('latin1')).join('\n');
    expect(bytes).to.include(anna.username);
    for (const text of [secret, pending, ...recoveryCodes]) {
      for (const form of [text, text.toUpperCase(), text.toLowerCase(), text.replaceAll('-', '')]) {
        expect(bytes.includes(form), form).to.equal(false);
        expect(bytes.includes(Buffer.from(form).toString('base64').slice(0, -4)), `${form} in base64`).to.equal(false);
      }
    }
  });

  it('survives a restart with the used codes, but a pending sign-in does not', async () => {
    const anna = await house.newcomer();
    const { secret, recoveryCodes } = await house.enrolled(anna);
    const [recovery = ''] = recoveryCodes;
    await house.signInWith(anna.username, recovery);
    clock.forward(30);
    const code = codeOf(secret);
    expect((await house.signInWith(anna.username, code)).status).to.equal(200);
    const first = await house.begin(anna.username);
    await restart();
    expect((await house.signInWith(anna.username, code)).status).to.equal(401);
    expect((await house.signInWith(anna.username, recovery)).status).to.equal(401);
    clock.forward(30);
    const waiting = await house.ask('POST', '/api/auth/login/2fa', {
      payload: { code: codeOf(secret) },
      cookie: `pf_pending=${first.cookies.get('pf_pending')?.value}`,
    });
    expect(waiting.status).to.equal(401);
    expect((await house.signInWith(anna.username, codeOf(secret))).status).to.equal(200);
  });

  it('reports a changed server secret, accepts recovery codes then, and works again with the old secret', async () => {
    const anna = await house.newcomer();
    const berta = await house.newcomer();
    const carla = await house.newcomer();
    const { secret, recoveryCodes } = await house.enrolled(anna);
    await house.enrolled(berta);
    clock.forward(30);
    expect(await check()).to.include({ ok: true });

    await restart(other);
    const refused = await house.signInWith(anna.username, codeOf(secret));
    expect(refused.status).to.equal(503);
    expect(refused.json()['detail']).to.match(
      /secret of the server has changed: use a recovery code, or ask an admin, .*--disable-2fa/,
    );
    expect((await house.signInWith(anna.username, recoveryCodes[0] ?? '')).status).to.equal(200);
    expect((await house.begin(carla.username)).json()).to.have.property('access_token');
    const found = await check();
    expect(found?.ok).to.equal(false);
    expect(found?.detail).to.match(
      /Two-step sign-in of 2 users was encrypted with a different server secret: .*SIGNING_SECRET.*--disable-2fa/,
    );

    const admin = await house.signIn('admin');
    await house.ask('DELETE', `/api/admin/users/${berta.id}/2fa`, { token: admin });
    expect((await house.begin(berta.username)).json()).to.have.property('access_token');
    expect((await check())?.detail).to.match(/of 1 user /);

    await restart();
    expect((await house.signInWith(anna.username, codeOf(secret))).status).to.equal(200);
    expect(await check()).to.include({ ok: true });
  });

  it('can be switched off and set up again by its owner after the server secret has changed', async () => {
    const anna = await house.newcomer();
    const berta = await house.newcomer();
    const { secret, recoveryCodes } = await house.enrolled(anna);
    const begun = (await house.enroll(berta)).json<{ secret: string }>().secret;
    clock.forward(30);
    await restart(other);

    const off = (code: string) =>
      house.ask('DELETE', '/api/auth/2fa', { token: anna.token, payload: { password, code } });
    const refused = await off(codeOf(secret));
    expect([refused.status, refused.json()['detail']]).to.deep.equal([
      503,
      'Codes of your app cannot be checked any more, since the secret of the server has changed: use a recovery code, or ask an admin, or whoever runs the server (photofinch --disable-2fa <username>), to switch your second factor off.',
    ]);
    expect((await off(recoveryCodes[1] ?? '')).status).to.equal(200);
    const anew = await house.enrolled(anna);
    clock.forward(30);
    expect((await house.signInWith(anna.username, codeOf(anew.secret))).status).to.equal(200);

    const stale = await house.confirm(berta, codeOf(begun));
    expect([stale.status, stale.json()['detail']]).to.deep.equal([
      503,
      'The secret of the server has changed since this enrolment began: begin it anew.',
    ]);
    const { secret: fresh } = (await house.enroll(berta)).json<{ secret: string }>();
    expect((await house.confirm(berta, wrongCodeOf(fresh))).status).to.equal(400);
    expect((await house.confirm(berta, codeOf(fresh))).status).to.equal(200);
  });
});
