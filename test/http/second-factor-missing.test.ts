import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import pino from 'pino';
import type { Accounts, AuditEntries, ChecksAnswer } from '../../core/http/wire.ts';
import { SecondFactorMarks } from '../../core/store/accounts/second-factor-marks.ts';
import { inject } from '../../core/compose/inject.ts';
import { MemorySecondFactor } from '../core/plugins/memory-plugins.ts';
import { runCli } from '../support/server-process.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { codeOf, password, TwoFactorHouse, wrongCodeOf, type Inhabitant } from '../support/two-factor-house.ts';

const withPlugin = { PLUGINS: 'test/fixtures/plugins/folder-source,test/fixtures/plugins/handed-over' };

describe('an enrolment in the included second factor', () => {
  it('is recorded by the server itself, from its first code until it is switched off', () =>
    withTempFolder(async (folder) => {
      const house = await TwoFactorHouse.open(folder);
      try {
        const anna = await house.newcomer();
        const marks = () => new SecondFactorMarks(house.running.container.resolve(inject.db)).of(anna.id);
        const { secret } = (await house.enroll(anna)).json<{ secret: string }>();
        await house.confirm(anna, wrongCodeOf(secret));
        expect(marks()).to.deep.equal([]);
        const confirmed = await house.confirm(anna, codeOf(secret));
        expect(marks()).to.deep.equal([{ plugin: 'auth-totp', forget: false }]);
        const [code] = confirmed.json<{ recovery_codes: string[] }>().recovery_codes;
        await house.ask('DELETE', '/api/auth/2fa', { token: anna.token, payload: { password, code } });
        expect(marks()).to.deep.equal([]);
      } finally {
        await house.close();
      }
    }));
});

describe('a second factor whose plugin is not loaded', function () {
  let folder: string;
  let house: TwoFactorHouse;
  let memory: MemorySecondFactor;
  let anna: Inhabitant;
  let berta: Inhabitant;

  const restart = async (environment: Record<string, string> = {}) => {
    await house.close();
    house = await TwoFactorHouse.open(folder, environment);
  };
  const byAdmin = async (method: string, url: string) => house.ask(method, url, { token: await house.signIn('admin') });
  const check = async () =>
    (await byAdmin('POST', '/api/admin/checks')).json<ChecksAnswer>().checks.filter(({ id }) => id === 'database');
  const enrolledUsers = async () =>
    (await byAdmin('GET', '/api/admin/users'))
      .json<Accounts>()
      .users.filter(({ two_factor_enabled }) => two_factor_enabled)
      .map(({ username }) => username);
  const isLetIn = async (who: Inhabitant) => 'access_token' in (await house.begin(who.username)).json();

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    memory = new MemorySecondFactor();
    (globalThis as { handedOver?: unknown }).handedOver = { provided: { 'second-factor': memory } };
    house = await TwoFactorHouse.open(folder, withPlugin);
    anna = await house.newcomer();
    berta = await house.newcomer();
    memory.codes.set(anna.id, new Set(['anna-1', 'anna-2', 'anna-3']));
  });
  afterEach(async () => {
    await house.close();
    delete (globalThis as { handedOver?: unknown }).handedOver;
    rmSync(folder, { recursive: true });
  });

  it('refuses the password alone to users who have signed in with its codes, and names its plugin', async () => {
    expect((await house.signInWith(anna.username, 'anna-1')).status).to.equal(200);
    await restart();
    const refused = await house.begin(anna.username);
    expect([refused.status, refused.cookies.size]).to.deep.equal([503, 0]);
    expect(refused.json()['detail']).to.match(/plugin handed-over, which is not loaded.*--disable-2fa/);
    expect(await isLetIn(berta)).to.equal(true);
    const { entries } = (await byAdmin('GET', '/api/admin/audit?action=login.failed')).json<AuditEntries>();
    expect(entries[0]).to.include({ actor: null, subject: anna.username, detail: 'second factor not loaded' });
  });

  it('also refuses users who were enrolled when the server last started with the plugin', async () => {
    await restart(withPlugin);
    await restart();
    expect(await isLetIn(anna)).to.equal(false);
  });

  it('is not revealed without the password', async () => {
    await restart(withPlugin);
    await restart();
    const wrong = await house.begin(anna.username, { password: 'wrong horse' });
    const unknown = await house.begin('nobody', { password: 'wrong horse' });
    expect(wrong.status).to.equal(401);
    expect(wrong.json()).to.deep.equal(unknown.json());
  });

  it('is shown in the checks, of which there are still seven, and in the list of users', async () => {
    await restart(withPlugin);
    expect((await check()).map(({ ok }) => ok)).to.deep.equal([true]);
    await restart();
    const [found, ...more] = await check();
    expect(more).to.deep.equal([]);
    expect(found?.ok).to.equal(false);
    expect(found?.detail).to.match(/^1 user has a second factor of the plugin handed-over, which is not loaded/);
    const { checks } = (await byAdmin('POST', '/api/admin/checks')).json<ChecksAnswer>();
    expect(checks).to.have.length(7);
    expect(await enrolledUsers()).to.deep.equal([anna.username]);
  });

  it('is logged when the server starts', async () => {
    await restart(withPlugin);
    const lines: { level: number; msg: string; plugin?: string; users?: number }[] = [];
    const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line) as never) });
    await house.close();
    house = await TwoFactorHouse.open(folder, {}, (container) => container.register(inject.log, { useValue: log }));
    const told = lines.filter(({ plugin }) => plugin === 'handed-over');
    expect(told).to.have.length(1);
    expect(told[0]).to.include({ level: 40, users: 1 });
    expect(told[0]?.msg).to.match(/not loaded.*--disable-2fa/);
  });

  it('asks for codes as before once the plugin is back', async () => {
    await restart(withPlugin);
    await restart();
    await restart(withPlugin);
    expect(await isLetIn(anna)).to.equal(false);
    expect((await house.signInWith(anna.username, 'anna-1')).status).to.equal(200);
  });

  it('can be switched off by an admin, and the plugin forgets it once it is back', async () => {
    await restart(withPlugin);
    await restart();
    expect((await byAdmin('DELETE', `/api/admin/users/${anna.id}/2fa`)).json()).to.deep.equal({ ok: true });
    expect(await isLetIn(anna)).to.equal(true);
    expect(await enrolledUsers()).to.deep.equal([]);
    expect((await check()).map(({ ok }) => ok)).to.deep.equal([true]);
    await restart(withPlugin);
    expect([...memory.codes.keys()]).to.deep.equal([]);
    expect(await isLetIn(anna)).to.equal(true);
  });

  it('can be switched off by photofinch --disable-2fa while the server runs without the plugin', async () => {
    await restart(withPlugin);
    await restart();
    const settings = { DATA_DIR: join(folder, 'data') };
    const done = await runCli(['--disable-2fa', anna.username], settings);
    expect([done.code, done.stderr]).to.deep.equal([0, '']);
    expect(done.stdout).to.equal(`Two-step sign-in is off for ${anna.username}. The password is enough now.\n`);
    expect(await isLetIn(anna)).to.equal(true);
    const again = await runCli(['--disable-2fa', anna.username], settings);
    expect(again.stdout).to.equal(`Two-step sign-in was already off for ${anna.username}.\n`);
  });

  it('can be switched off by photofinch --disable-2fa without the plugin, while the server has it', async () => {
    await restart(withPlugin);
    await runCli(['--disable-2fa', anna.username], { DATA_DIR: join(folder, 'data') });
    expect(await isLetIn(anna)).to.equal(true);
    expect([...memory.codes.keys()]).to.deep.equal([]);
  });

  it('can be switched off by photofinch --disable-2fa even if plugins conflict', async () => {
    await restart(withPlugin);
    await restart();
    const source = 'test/fixtures/plugins/folder-source';
    const clash = { DATA_DIR: join(folder, 'data'), PLUGINS: `${source},${source}` };
    const done = await runCli(['--disable-2fa', anna.username], clash);
    expect(done.stderr).to.match(/is named twice: name it once in PLUGINS\. No plugin is asked now\.\n$/);
    expect(done.code).to.equal(0);
    expect(await isLetIn(anna)).to.equal(true);
  });

  it('does not affect users who switched theirs off while the plugin was loaded', async () => {
    await restart(withPlugin);
    memory.codes.delete(anna.id);
    await restart(withPlugin);
    await restart();
    expect(await isLetIn(anna)).to.equal(true);
  });
});
