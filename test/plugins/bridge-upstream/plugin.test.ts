import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { HealthCheck, PhotoSource, PluginHost } from '../../../core/plugin-api/index.ts';
import { canBeOverheard, parseBridgeUrl } from '../../../plugins/bridge-upstream/client/address.ts';
import plugin from '../../../plugins/bridge-upstream/index.ts';
import { startFakeBridge } from '../../support/fake-bridge.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { neverAborted, token } from './client-server.ts';

/** Registers the plugin with a host that has these options. */
async function register(options: Record<string, string>): Promise<{
  sources: PhotoSource[];
  checks: HealthCheck[];
  log: string[];
}> {
  const sources: PhotoSource[] = [];
  const checks: HealthCheck[] = [];
  const log: string[] = [];
  const said = (level: string) => (message: string) => {
    log.push(`${level}: ${message}`);
  };
  const host: Partial<PluginHost> = {
    options: { WORKERS: '3', ...options },
    log: { debug: said('debug'), info: said('info'), warn: said('warn'), error: said('error') },
    provide: (_kind, implementation) => {
      sources.push(implementation as PhotoSource);
    },
    healthCheck: (check) => {
      checks.push(check);
    },
  };
  await plugin.register(host as PluginHost);
  return { sources, checks, log };
}

describe('the bridge plugin', () => {
  it('provides nothing without BRIDGE_URL', async () => {
    expect(await register({ BRIDGE_TOKEN: token })).to.deep.equal({
      sources: [],
      checks: [],
      log: ['debug: BRIDGE_URL is not set: no bridge is asked for photos'],
    });
  });

  it('provides a source and a check if BRIDGE_URL is set', async () => {
    const { sources, checks, log } = await register({ BRIDGE_URL: 'http://127.0.0.1:1', BRIDGE_TOKEN: token });
    expect(sources).to.have.length(1);
    expect(checks.map(({ id }) => id)).to.deep.equal(['bridge']);
    expect(log).to.deep.equal([]);
    await sources[0]?.close?.();
  });

  it('can read the token from a file', () =>
    withTempFolder(async (folder) => {
      const file = join(folder, 'token');
      writeFileSync(file, `${token}\n`);
      const { sources } = await register({ BRIDGE_URL: 'http://127.0.0.1:1', BRIDGE_TOKEN_FILE: file });
      expect(sources).to.have.length(1);
      await sources[0]?.close?.();
    }));

  it('reports invalid settings in one sentence, without the token', () =>
    withTempFolder(async (folder) => {
      const empty = join(folder, 'empty');
      writeFileSync(empty, '');
      const url = 'http://127.0.0.1:8471';
      const table: [Record<string, string>, string][] = [
        [{ BRIDGE_URL: url }, 'needs BRIDGE_TOKEN or BRIDGE_TOKEN_FILE'],
        [{ BRIDGE_URL: url, BRIDGE_TOKEN: token, BRIDGE_TOKEN_FILE: empty }, 'set one of them'],
        [{ BRIDGE_URL: url, BRIDGE_TOKEN: 'secret word' }, 'BRIDGE_TOKEN is no token'],
        [{ BRIDGE_URL: url, BRIDGE_TOKEN: 'sécret' }, 'BRIDGE_TOKEN is no token'],
        [{ BRIDGE_URL: url, BRIDGE_TOKEN_FILE: empty }, 'BRIDGE_TOKEN_FILE is no token'],
        [{ BRIDGE_URL: url, BRIDGE_TOKEN_FILE: join(folder, 'none') }, 'BRIDGE_TOKEN_FILE cannot be read (ENOENT)'],
        [{ BRIDGE_URL: '127.0.0.1:8471', BRIDGE_TOKEN: token }, 'BRIDGE_URL is not understood'],
        [{ BRIDGE_URL: 'ftp://bridge', BRIDGE_TOKEN: token }, 'BRIDGE_URL is not understood'],
        [{ BRIDGE_URL: 'unix:bridge.sock', BRIDGE_TOKEN: token }, 'by a full path'],
        [{ BRIDGE_URL: 'http://me:secret@bridge', BRIDGE_TOKEN: token }, 'must not hold a name or a password'],
        [{ BRIDGE_URL: `${url}?token=secret`, BRIDGE_TOKEN: token }, 'must end with its path'],
      ];
      for (const [options, sentence] of table) {
        let message = '';
        try {
          await register(options);
        } catch (error) {
          message = (error as Error).message;
        }
        expect(message).to.contain(sentence);
        expect(message).not.to.match(/secret|sécret|\n/);
        expect(message).not.to.contain(folder);
      }
      chmodSync(empty, 0o600);
    }));

  it('warns if others can read the traffic to the bridge', async () => {
    const { sources, log } = await register({ BRIDGE_URL: 'http://nas.local:8471', BRIDGE_TOKEN: token });
    expect(log).to.have.length(1);
    expect(log[0]).to.match(/^warn: .*https$/);
    await sources[0]?.close?.();
    for (const safe of [
      'http://127.0.0.1:1',
      'http://[::1]:1',
      'http://localhost',
      'https://nas.local',
      'unix:/run/b',
    ]) {
      expect(canBeOverheard(parseBridgeUrl(safe)), safe).to.equal(false);
    }
  });

  it('reports the health of the bridge to an admin', async () => {
    const bridge = await startFakeBridge();
    bridge.put('a.jpg', Buffer.from('not empty'));
    const { sources, checks } = await register({ BRIDGE_URL: bridge.url, BRIDGE_TOKEN: bridge.token });
    const check = () => checks[0]!.run({ signal: neverAborted });
    const well = await check();
    expect(well.ok).to.equal(true);
    expect(well.detail).to.match(/^The bridge \S+ \S+ has 1 photos\.$/);

    bridge.faults.health = { loggedIn: false, reason: 'wrong_key', detail: 'Set the password of the vault.' };
    expect(await check()).to.deep.equal({
      ok: false,
      detail: 'The key that the bridge was given does not fit its store (wrong_key): Set the password of the vault.',
    });
    bridge.faults.health = { reachable: false, reason: 'mass_disappearance' };
    expect(await check()).to.deep.include({ ok: false });
    bridge.faults.clear();
    bridge.faults.contract = '2';
    expect(await check()).to.deep.equal({
      ok: false,
      detail: 'The bridge speaks contract 2, this server speaks 1: update this server.',
    });
    await bridge.close();
    expect((await check()).detail).to.contain('see whether photofinch-bridge runs');
    await sources[0]?.close?.();
  });
});
