import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { startBridgeProcess } from '../../support/bridge-process.ts';
import { rigToken } from '../../support/bridge-rig.ts';
import { EditedFolder } from '../../support/edited-store.ts';
import type { FakeBridge } from '../../support/fake-bridge.ts';
import { photofinchBridgeKit } from '../../support/programs.ts';
import { stockedFakeBridge } from '../../support/stocked-fake-bridge.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

async function runKit(args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [...photofinchBridgeKit, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...environment },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** A hook for a bridge over a folder; it sets the modification times of files to an hour ago. */
const folderHook = (store: string): string => `#!/bin/sh
cd '${store}' || exit 1
case "$1" in
  put) mkdir -p "$(dirname "$2")" && cp "$3" "$2" && touch -d '1 hour ago' "$2" ;;
  remove) rm "$2" ;;
  rename) mkdir -p "$(dirname "$3")" && mv "$2" "$3" ;;
  touch) touch -d '2 hours ago' "$2" ;;
  *) exit 3 ;;
esac
`;

describe('photofinch-bridge-kit', () => {
  let bridge: FakeBridge;

  before(async () => {
    ({ bridge } = await stockedFakeBridge());
  });
  after(() => bridge.close());
  afterEach(() => {
    bridge.faults.clear();
    bridge.tamper = undefined;
  });

  it('prints each behaviour in a line, and exits with 0 if none failed', async () => {
    const { code, stdout, stderr } = await runKit(['--url', bridge.url, '--level', 'core'], {
      BRIDGE_TOKEN: bridge.token,
    });
    expect(stderr).to.equal('');
    expect(stdout).to.include('ok   core: rejects requests without a token on every route\n');
    expect(stdout).to.match(/\n\d\d passed, 0 failed, 0 skipped\n$/);
    expect(code).to.equal(0);
  });

  it('rejects an unknown option, and suggests the right one', async () => {
    const { code, stdout, stderr } = await runKit(['--ulr', bridge.url]);
    expect([code, stdout]).to.deep.equal([2, '']);
    expect(stderr).to.equal('photofinch-bridge-kit: there is no option --ulr: did you mean --url?\n');
  });

  it('skips checks that need a hook if there is none, and says so', async () => {
    const { code, stdout, stderr } = await runKit(['--url', bridge.url, '--level', 'sync', `--token=${bridge.token}`]);
    expect(stderr).to.equal('');
    expect(stdout).to.include(
      'skip sync: reports an added photo, lists it and returns its bytes\n       There is no hook that changes the store.',
    );
    expect(code).to.equal(0);
  });

  it('exits with 1 if a check failed, and prints the expected and the actual value', async () => {
    bridge.tamper = async (request, next) => {
      const answer = await next(request);
      return request.path.endsWith('/full') ? { ...answer, headers: { ...answer.headers, etag: '"x"' } } : answer;
    };
    await withTempFolder(async (folder) => {
      writeFileSync(join(folder, 'token'), `${bridge.token}\n`);
      const args = ['--url', bridge.url, '--level', 'core', '--json', '--token-file', join(folder, 'token')];
      const { code, stdout } = await runKit(args);
      const { failed, checks } = JSON.parse(stdout) as {
        failed: number;
        checks: { outcome: string; reason: string }[];
      };
      expect([code, failed]).to.deep.equal([1, 2]);
      expect(checks.find(({ outcome }) => outcome === 'failed')?.reason).to.match(
        /ETag, .*: expected "[0-9a-f]{40}", got "x"\./,
      );
    });
  });

  it('changes the store of the shipped bridge through a hook, and cleans up afterwards', async () => {
    await withTempFolder(async (folder) => {
      const [store, hook] = [join(folder, 'store'), join(folder, 'hook')];
      new EditedFolder(store).put('kept.jpg', Buffer.from('kept'));
      writeFileSync(hook, folderHook(store));
      chmodSync(hook, 0o755);
      const shipped = await startBridgeProcess({
        ...{ BRIDGE_DRIVER: 'folder', BRIDGE_STORE: store, BRIDGE_DATA_DIR: join(folder, 'data') },
        ...{ BRIDGE_SCAN_INTERVAL: '1', LOG_LEVEL: 'error' },
      });
      try {
        const args = ['--url', shipped.url, '--level', 'sync', '--hook', hook, '--patience', '30', '--json'];
        const { code, stdout } = await runKit(args, { BRIDGE_TOKEN: rigToken });
        const { checks } = JSON.parse(stdout) as { checks: { behaviour: string; outcome: string; reason?: string }[] };
        expect(checks.filter(({ outcome }) => outcome === 'failed')).to.deep.equal([]);
        expect(checks.find(({ behaviour }) => behaviour.startsWith('keeps the uid and rev'))?.outcome).to.equal(
          'passed',
        );
        expect(checks.find(({ behaviour }) => behaviour.includes('expired cursor'))?.reason).to.equal(
          'The store cannot expire.',
        );
        expect(code).to.equal(0);
        const left = readdirSync(store, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
        expect(left.map(({ name }) => name)).to.deep.equal(['kept.jpg']);
      } finally {
        await shipped.stop();
      }
    });
  });

  it('exits with 2 if the hook cannot put a file', async () => {
    await withTempFolder(async (folder) => {
      const hook = join(folder, 'hook');
      writeFileSync(hook, '#!/bin/sh\nexit 3\n');
      chmodSync(hook, 0o755);
      const args = ['--url', bridge.url, '--level', 'core', '--hook', hook];
      const { code, stderr } = await runKit(args, { BRIDGE_TOKEN: bridge.token });
      expect([code, stderr]).to.deep.equal([2, 'The store cannot put.\n']);
    });
  });

  const refusals: Readonly<Record<string, readonly [args: readonly string[], says: RegExp]>> = {
    'no URL': [[], /--url/],
    'a URL of another kind': [['--url', 'https://example.org', '--token', 'x'], /must be like/],
    'no token': [['--url', 'http://127.0.0.1:1'], /--token-file/],
    'a missing token file': [['--url', 'http://127.0.0.1:1', '--token-file', '/no/such/file'], /cannot be read/],
    'an unknown level': [['--url', 'http://127.0.0.1:1', '--token', 'x', '--level', 'all'], /the levels are core/],
    'an unknown option': [['--verbose'], /--verbose/],
    'a bridge that is not running': [['--url', 'http://127.0.0.1:1', '--token', 'x'], /there was no response/],
  };
  for (const [what, [args, says]] of Object.entries(refusals)) {
    it(`exits with 2 and one line for ${what}`, async () => {
      const { code, stderr } = await runKit(args);
      expect(code).to.equal(2);
      expect(stderr)
        .to.match(says)
        .and.match(/^[^\n]+\n$/);
    });
  }
});
