import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { generateSync } from 'otplib';
import type { Health, TokenPair, TwoFactorRequired } from '../../core/http/wire.ts';
import { runCli, startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { password, TwoFactorHouse } from '../support/two-factor-house.ts';
import { until } from '../support/until.ts';

async function ask<T>(url: string, method: string, body?: object, token?: string): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

describe('a backup of an encrypted library on another machine', function () {
  it('is restored with the recovery key alone, without a terminal; second factors and plugins’ secrets still work', () =>
    withTempFolder(async (folder) => {
      const plugins = { PLUGINS: 'test/fixtures/plugins/folder-source,test/fixtures/plugins/adjustable' };
      // An unencrypted library with a second factor and a plugin’s secret, which is encrypted afterwards.
      const house = await TwoFactorHouse.open(folder, plugins);
      const anna = await house.newcomer('admin');
      const { secret } = await house.enrolled(anna);
      const admin = await house.signIn('admin');
      const values = { PASSWORD: 'opens the sky' };
      const path = '/api/admin/plugins/adjustable';
      expect((await house.ask('PATCH', path, { token: admin, payload: { values } })).status).to.equal(200);
      await house.close();
      const here = { DATA_DIR: join(folder, 'data') };
      const good = async (words: string[], environment: Record<string, string>, input: string): Promise<string> => {
        const { code, stdout, stderr } = await runCli(words, environment, { input: `${input}\n` });
        expect(code, stderr).to.equal(0);
        return stdout;
      };
      const said = await good(['encrypt'], here, 'a phrase of theirs');
      const recoveryKey = /^Recovery key: (\S+)$/m.exec(said)?.[1] ?? '';
      const locked = await startServerProcess({ ...here, ...plugins, FOLDER_SOURCE_PATH: join(folder, 'photos') });
      await unlock(locked, { passphrase: 'a phrase of theirs' });
      const { access_token: token } = await ask<TokenPair>(`${locked.url}/api/auth/login`, 'POST', {
        username: 'admin',
        password,
      });
      await ask(`${locked.url}/api/admin/backup`, 'POST', {}, token);
      await locked.stop();

      // The other machine has the two files of the backup, and nothing else.
      const elsewhere = join(folder, 'elsewhere');
      mkdirSync(elsewhere);
      const backups = join(folder, 'data', 'backups');
      const name = readdirSync(backups).find((file) => file.endsWith('.sqlite3')) ?? '';
      for (const ending of ['', '.json']) copyFileSync(join(backups, name + ending), join(elsewhere, name + ending));
      rmSync(join(folder, 'data'), { recursive: true });
      const there = { DATA_DIR: join(elsewhere, 'data') };
      const wrong = await runCli(['restore', join(elsewhere, name)], there, { input: 'another phrase\n' });
      expect([wrong.code, wrong.stderr]).to.deep.equal([
        1,
        'photofinch: This does not open the library. Nothing was changed.\n',
      ]);
      expect(await good(['restore', join(elsewhere, name)], there, recoveryKey)).to.match(/^Restored\.$/m);

      const server = await startServerProcess({ ...there, ...plugins, FOLDER_SOURCE_PATH: join(folder, 'photos') });
      try {
        await unlock(server, { recovery_key: recoveryKey });
        const url = `${server.url}/api/auth/login`;
        const first = await ask<TwoFactorRequired>(url, 'POST', { username: anna.username, password });
        // The current code may have been used when the app was enrolled.
        const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });
        const both = { pending_token: first.pending_token, code };
        const session = await ask<TokenPair>(`${url}/2fa`, 'POST', both);
        const { values: kept } = await ask<{ values: Record<string, unknown> }>(
          `${server.url}/api/adjustable`,
          'GET',
          undefined,
          session.access_token,
        );
        expect(kept['PASSWORD']).to.equal('opens the sky');
      } finally {
        await server.stop();
      }
    }));
});

async function unlock({ url }: ServerProcess, body: object): Promise<void> {
  await ask(`${url}/api/unlock`, 'POST', body);
  await until(async () => {
    const { locked } = await ask<Health>(`${url}/api/health`, 'GET').catch(() => ({ locked: true }));
    return !locked;
  });
}
