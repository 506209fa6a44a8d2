import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { rigToken } from '../support/bridge-rig.ts';
import { endBridges, startBridgeProcess } from '../support/bridge-process.ts';
import { endProcess, outputOf } from '../support/child-process.ts';
import { gocryptfsPassword, rcloneVaults, vaultsFolder } from '../support/fixture-vaults.ts';
import { needsTerminal } from '../support/on-terminal.ts';
import { makeAccount, OpenHouse, untilRead } from '../support/open-process.ts';
import { startServerProcess } from '../support/server-process.ts';
import { skip } from '../support/skip.ts';
import { until } from '../support/until.ts';

describe('what cannot be opened', () => {
  const house = new OpenHouse();
  const at = (...names: string[]): string => join(house.root, ...names);
  const vault = at('vault');

  before(async () => {
    await house.fill(1);
    mkdirSync(at('empty'));
    writeFileSync(at('a-file'), 'not a folder');
    cpSync(join(vaultsFolder, 'gocryptfs-default'), vault, { recursive: true });
  });
  afterEach(async () => {
    await until(() => house.left().length === 0);
  });
  after(() => {
    house.remove();
  });

  /** It ends with one sentence that says what to do, and nothing of it goes on. */
  const refuses = async (
    args: readonly string[],
    sentence: RegExp,
    environment: Record<string, string> = {},
    input = '',
  ): Promise<void> => {
    const { code, stdout, stderr } = await house.run(args, environment, input);
    expect([code, stdout.trim()], stderr).to.deep.equal([1, '']);
    expect(stderr).to.match(sentence);
    expect(stderr).to.match(/^photofinch: [^\n]+\n$/);
    expect(house.left()).to.deep.equal([]);
  };

  it('a folder that is not there', () => refuses([at('nowhere')], /There is no folder .*nowhere: check its name/));

  it('an empty name, as of a variable that is not set', async () => {
    const { code, stderr } = await house.run(['']);
    expect([code, stderr.split('\n')[0]]).to.deep.equal([
      2,
      'photofinch: open was given an empty name: look at the variable that it came from',
    ]);
  });

  it('a file', () => refuses([at('a-file')], /a-file is no folder: name the one that your photos are in\./));

  it('an empty folder, as one whose disk is not mounted', () =>
    refuses([at('empty')], /empty is empty: mount its disk, or add --allow-empty/));

  it('a folder that its user may not read', async function () {
    // Root may read everything.
    if (process.getuid?.() === 0) skip(this, 'root may read every folder');
    mkdirSync(at('closed'), { mode: 0 });
    await refuses([at('closed')], /You can’t read the folder .*closed/);
    chmodSync(at('closed'), 0o700);
  });

  it('a vault with another password', () =>
    refuses(['--gocryptfs', vault], /The password does not open the gocryptfs vault/, {
      GOCRYPTFS_PASSWORD: 'not the one',
    }));

  it('a vault without a password, where nobody can be asked', () =>
    refuses(['--gocryptfs', vault], /No password on standard input/));

  it('a vault that is taken for a folder, with the option that opens it', () =>
    refuses([vault], /is a vault of gocryptfs, .*: open it with photofinch open --gocryptfs, or/m));

  it('a folder that is no vault', () =>
    refuses(['--gocryptfs', house.photos], /gocryptfs/, { GOCRYPTFS_PASSWORD: gocryptfsPassword }));

  it('with a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    await refuses([house.photos, '--port', String(port)], /Port \d+ is in use: stop the other program, or omit --port/);
    taken.close();
  });

  it('with its data among the photos, or the photos among its data', async () => {
    await refuses(
      [house.photos, '--data', join(house.photos, 'data')],
      /must not be inside each other: choose another data folder/,
    );
    await refuses([house.photos, '--data', house.root], /must not be inside each other/);
    expect(existsSync(join(house.photos, 'data'))).to.be.false;
  });

  it('with a data folder that cannot be made', () =>
    refuses(
      [house.photos, '--data', join(at('a-file'), 'data')],
      /cannot be created \(ENOTDIR\): choose another with --data/,
    ));

  it('with a data folder that another program of ours has', async () => {
    const demo = await startServerProcess({ DATA_DIR: at('demo') }, { command: 'demo' });
    await refuses(
      [house.photos, '--data', at('demo')],
      /Photofinch is already running on the data folder .*demo: stop it first, or choose another with --data\./,
    );
    await demo.stop();
  });

  it('by the address of a bridge that is not there', () =>
    refuses(['--url', `unix:${at('no.sock')}`], /The bridge at --url has no photos to show/, {
      BRIDGE_TOKEN: rigToken,
    }));

  it('without a store, or with two', async () => {
    for (const args of [[], [house.photos, '--gocryptfs', vault]]) {
      const { code, stderr } = await house.run(args);
      expect([code, stderr.split('\n')[0]]).to.deep.equal([
        2,
        args.length === 0
          ? 'photofinch: open needs the folder of your photos, or --rclone-crypt, --gocryptfs or --url'
          : 'photofinch: open takes one store: a folder, --rclone-crypt, --gocryptfs or --url',
      ]);
    }
  });
});

describe('while one library is open', () => {
  const house = new OpenHouse();
  const at = (...names: string[]): string => join(house.root, ...names);
  const data = at('data');
  let open: Awaited<ReturnType<OpenHouse['open']>>;

  before(async () => {
    await house.fill(1);
    mkdirSync(at('empty'));
    // Photos are still to come; and the usual port, or another that is free.
    open = await house.open([at('empty'), '--allow-empty', '--data', data]);
  });
  after(async () => {
    await endProcess(open.child, 'SIGTERM');
    house.remove();
  });

  it('its data folder is not for other photos', async () => {
    const { code, stderr } = await house.run([house.photos, '--data', data]);
    expect(code).to.equal(1);
    expect(stderr).to.match(
      /^photofinch: The data folder \S+ belongs to \S+empty: choose another with --data for \S+\n$/,
    );
  });

  it('others can be, each on a port of its own', async () => {
    const other = await house.open([house.photos]);
    expect(other.url).not.to.equal(open.url);
    expect(await endProcess(other.child, 'SIGTERM')).to.equal(0);
  });
});

describe('vaults and bridges, opened by one command', () => {
  const house = new OpenHouse();
  before(() => house.fill(2));
  afterEach(async () => {
    await endBridges();
    await until(() => house.left().length === 0);
  });
  after(() => {
    house.remove();
  });

  const ends = async (open: Awaited<ReturnType<OpenHouse['open']>>): Promise<void> => {
    expect(await endProcess(open.child, 'SIGTERM')).to.equal(0);
  };

  it('a gocryptfs directory, whose password is asked for on the terminal and not shown', async function () {
    needsTerminal(this);
    const vault = join(house.root, 'gocryptfs');
    cpSync(join(vaultsFolder, 'gocryptfs-default'), vault, { recursive: true });
    const child = house.spawnOnTerminal(['--gocryptfs', vault, '--port', '0']);
    let shown = '';
    child.stdout.on('data', (text: Buffer) => (shown += text.toString()));
    const opened = house.opened(child);
    await until(() => shown.includes('Password of the vault'));
    child.stdin.write(`${gocryptfsPassword}\n`);
    const open = await opened;
    expect(open.output()).not.to.include(gocryptfsPassword);
    // The window is closed.
    child.kill('SIGKILL');
    await until(() => house.left().length === 0);
  });

  it('an rclone crypt directory, with the password of a file', async () => {
    const { settings } = rcloneVaults['rclone-standard']!;
    const vault = join(house.root, 'rclone');
    cpSync(join(vaultsFolder, 'rclone-standard'), vault, { recursive: true });
    const password = join(house.root, 'password');
    writeFileSync(password, `${settings.password}\n`, { mode: 0o600 });
    await ends(
      await house.open(['--rclone-crypt', vault, '--port', '0'], {
        RCLONE_CRYPT_PASSWORD_FILE: password,
        RCLONE_CRYPT_PASSWORD2: settings.salt ?? '',
      }),
    );
    const { code, stderr } = await outputOf(
      house.spawn(['--rclone-crypt', vault], { RCLONE_CRYPT_PASSWORD_FILE: password }),
    );
    expect([code, stderr]).to.deep.equal([
      1,
      'photofinch: None of the names in the store decrypts: the password, the salt or the settings for names are not those of the store.\n',
    ]);
  });

  it('a bridge that runs already, which goes on', async () => {
    const bridge = await startBridgeProcess({
      BRIDGE_DRIVER: 'folder',
      BRIDGE_STORE: house.photos,
      BRIDGE_DATA_DIR: join(house.root, 'bridge-data'),
    });
    const open = await house.open(['--url', bridge.url, '--port', '0'], { BRIDGE_TOKEN: rigToken });
    await makeAccount(open);
    await untilRead(open, 2);
    await ends(open);
    expect(bridge.child.exitCode).to.equal(null);
    await bridge.stop();
  });
});
