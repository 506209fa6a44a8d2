import { cpSync, mkdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { createGocryptfsDriver } from '../../../plugins/bridge-upstream/bridge/drivers/gocryptfs.ts';
import { runBridge } from '../../support/bridge-process.ts';
import { listStore } from '../../support/driver-reading.ts';
import { gocryptfsPassword, keptVaultEnvironment, vaultsFolder } from '../../support/fixture-vaults.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

describe('the command line of the bridge', () => {
  it('prints its version and usage', async () => {
    const { code, stdout } = await runBridge(['--version']);
    expect(code).to.equal(0);
    expect(stdout).to.match(/^\d+\.\d+\.\d+\S*\n$/);
    const help = await runBridge(['--help']);
    expect(help.code).to.equal(0);
    for (const word of ['serve', 'check', 'accept-loss', 'token', 'BRIDGE_STORE']) expect(help.stdout).to.contain(word);
  });

  it('generates a different token each time', async () => {
    const [one, two] = await Promise.all([runBridge(['token']), runBridge(['token'])]);
    expect(one.stdout).to.match(/^[0-9a-f]{64}\n$/);
    expect(one.stdout).not.to.equal(two.stdout);
  });

  it('rejects unknown commands and options, and secrets in arguments', async () => {
    const cases: [string[], RegExp][] = [
      [['dance'], /unknown command: dance/],
      [['--colour'], /^photofinch-bridge: there is no option --colour\n/],
      [['check', '--stroe', '/x'], /^photofinch-bridge: there is no option --stroe: did you mean --store\?\n/],
      [['--token=0123456789'], /secrets do not belong on the command line/],
    ];
    for (const [args, message] of cases) {
      const { code, stderr, stdout } = await runBridge(args);
      expect([code, stdout]).to.deep.equal([2, '']);
      expect(stderr).to.match(message).and.not.contain('0123456789');
    }
  });

  describe('check', () => {
    it('counts the photos in the store of its flags, whatever the environment says, without a token or a journal', () =>
      withTempFolder(async (at) => {
        const store = join(at, 'store');
        mkdirSync(store);
        for (const name of ['a.jpg', 'b.HEIC', 'c.mov', 'notes.txt', '.hidden.jpg'])
          writeFileSync(join(store, name), name);
        const environment = { BRIDGE_DRIVER: 'gocryptfs', BRIDGE_STORE: join(at, 'another') };
        const { code, stdout, stderr } = await runBridge(
          ['check', '--driver', 'folder', '--store', store],
          environment,
        );
        expect([code, stderr]).to.deep.equal([0, '']);
        expect(stdout).to.equal('The store can be read: 3 photos and videos among 4 files.\n');
      }));

    it('names the folders that cannot be read, and continues with the others', () =>
      withTempFolder(async (root) => {
        cpSync(join(vaultsFolder, 'gocryptfs-default'), root, { recursive: true });
        const vault = { root, password: gocryptfsPassword };
        const { entries } = await listStore(createGocryptfsDriver(vault));
        unlinkSync(join(root, dirname(entries.get('Live/IMG_0001.jpg')!.handle), 'gocryptfs.diriv'));
        const { code, stdout, stderr } = await runBridge(['check'], keptVaultEnvironment('gocryptfs-default', root));
        expect([code, stderr]).to.deep.equal([0, '']);
        expect(stdout)
          .to.match(/can be read: \d+ photos/)
          .and.match(/\n1 folders cannot be read: .*\n  Live\n$/);
      }));

    it('reports in one line what is wrong with the store, without its path', () =>
      withTempFolder(async (at) => {
        const environment = { BRIDGE_DRIVER: 'folder', BRIDGE_STORE: at };
        const cases: [Record<string, string>, RegExp][] = [
          [{ ...environment, BRIDGE_CANARY: 'here/I/am.txt' }, /BRIDGE_CANARY is not in the store/],
          [{ ...environment, BRIDGE_REQUIRE_MOUNT: '1' }, /Nothing is mounted/],
          [{ ...environment, BRIDGE_STORE: join(at, 'nowhere') }, /./],
          [
            { ...environment, BRIDGE_STORE: join(vaultsFolder, 'gocryptfs-default') },
            /is a vault of gocryptfs, since it has a gocryptfs\.conf: open it with .*, or set BRIDGE_DRIVER \(--driver\) to gocryptfs/,
          ],
          [{ ...environment, BRIDGE_DRIVER: 'gocryptfs', GOCRYPTFS_PASSWORD: 'x' }, /./],
        ];
        for (const [bad, message] of cases) {
          const { code, stdout, stderr } = await runBridge(['check'], bad);
          expect([code, stdout], stderr).to.deep.equal([1, '']);
          expect(stderr).to.match(message);
          expect(stderr.trimEnd())
            .to.match(/^photofinch-bridge: /)
            .and.not.contain('\n');
          expect(stderr).not.to.contain(at);
        }
      }));
  });

  it('rejects accept-loss if no bridge has run', () =>
    withTempFolder(async (at) => {
      const { code, stderr } = await runBridge(['accept-loss'], { BRIDGE_DATA_DIR: at });
      expect(code).to.equal(1);
      expect(stderr).to.match(/no journal in BRIDGE_DATA_DIR/);
    }));
});
