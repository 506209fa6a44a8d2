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

describe('photofinch open fails with a message for', () => {
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

  /** Expects it to end with one sentence that says what to do, and to leave no process running. */
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

  it('a folder that does not exist', () => refuses([at('nowhere')], /There is no folder .*nowhere: check its name/));

  it('an empty name, as of a variable that is not set', async () => {
    const { code, stderr } = await house.run(['']);
    expect([code, stderr.split('\n')[0]]).to.deep.equal([
      2,
      'photofinch: open was given an empty name: look at the variable that it came from',
    ]);
  });

  it('a file', () => refuses([at('a-file')], /a-file is no folder: name the one that your photos are in\./));

  it('an empty folder, as of a disk that is not mounted', () =>
    refuses([at('empty')], /empty is empty: mount its disk, or add --allow-empty/));

  it('a folder that the user may not read', async function () {
    if (process.getuid?.() === 0) skip(this, 'root may read every folder');
    mkdirSync(at('closed'), { mode: 0 });
    await refuses([at('closed')], /You can’t read the folder .*closed/);
    chmodSync(at('closed'), 0o700);
  });

  it('a vault with a wrong password', () =>
    refuses(['--gocryptfs', vault], /The password does not open the gocryptfs vault/, {
      GOCRYPTFS_PASSWORD: 'not the one',
    }));

  it('a vault without a password if there is no terminal to ask on', () =>
    refuses(['--gocryptfs', vault], /No password on standard input/));

  it('a vault that is given as a folder, and names the option for it', () =>
    refuses([vault], /is a vault of gocryptfs, .*: open it with photofinch open --gocryptfs, or/m));

  it('a folder that is not a vault', () =>
    refuses(['--gocryptfs', house.photos], /gocryptfs/, { GOCRYPTFS_PASSWORD: gocryptfsPassword }));

  it('a port that is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    await refuses([house.photos, '--port', String(port)], /Port \d+ is in use: stop the other program, or omit --port/);
    taken.close();
  });

  it('a data folder inside the photos, or photos inside the data folder', async () => {
    await refuses(
      [house.photos, '--data', join(house.photos, 'data')],
      /must not be inside each other: choose another data folder/,
    );
    await refuses([house.photos, '--data', house.root], /must not be inside each other/);
    expect(existsSync(join(house.photos, 'data'))).to.be.false;
  });

  it('a data folder that cannot be created', () =>
    refuses(
      [house.photos, '--data', join(at('a-file'), 'data')],
      /cannot be created \(ENOTDIR\): choose another with --data/,
    ));

  it('a data folder that another Photofinch process uses', async () => {
    const demo = await startServerProcess({ DATA_DIR: at('demo') }, { command: 'demo' });
    await refuses(
      [house.photos, '--data', at('demo')],
      /Photofinch is already running on the data folder .*demo: stop it first, or choose another with --data\./,
    );
    await demo.stop();
  });

  it('the address of a bridge that is not running', () =>
    refuses(['--url', `unix:${at('no.sock')}`], /The bridge at --url has no photos to show/, {
      BRIDGE_TOKEN: rigToken,
    }));

  it('no store, or two', async () => {
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

describe('photofinch open while another library is open', () => {
  const house = new OpenHouse();
  const at = (...names: string[]): string => join(house.root, ...names);
  const data = at('data');
  let open: Awaited<ReturnType<OpenHouse['open']>>;

  before(async () => {
    await house.fill(1);
    mkdirSync(at('empty'));
    // A folder that has no photos yet, on the default port or another one that is free.
    open = await house.open([at('empty'), '--allow-empty', '--data', data]);
  });
  after(async () => {
    await endProcess(open.child, 'SIGTERM');
    house.remove();
  });

  it('refuses the other library’s data folder for other photos', async () => {
    const { code, stderr } = await house.run([house.photos, '--data', data]);
    expect(code).to.equal(1);
    expect(stderr).to.match(
      /^photofinch: The data folder \S+ belongs to \S+empty: choose another with --data for \S+\n$/,
    );
  });

  it('opens its library on a port of its own', async () => {
    const other = await house.open([house.photos]);
    expect(other.url).not.to.equal(open.url);
    expect(await endProcess(other.child, 'SIGTERM')).to.equal(0);
  });
});

describe('photofinch open opens', () => {
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

  it('a gocryptfs vault, whose password is asked for on the terminal and not shown', async function () {
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
    // As if the terminal window were closed.
    child.kill('SIGKILL');
    await until(() => house.left().length === 0);
  });

  it('an rclone crypt vault, with the password from a file', async () => {
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

  it('a bridge that runs already, and leaves it running', async () => {
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
