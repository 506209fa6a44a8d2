import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Health } from '../../core/http/wire.ts';
import { gocryptfsPassword, vaultsFolder } from '../support/fixture-vaults.ts';
import { makeAccount, OpenHouse, post } from '../support/open-process.ts';
import { runCli } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const passphrase = 'a phrase of theirs';

describe('photofinch open with a vault in an encrypted library', () => {
  const house = new OpenHouse();
  const data = join(house.root, 'data');
  const vault = join(house.root, 'vault');
  let open: Awaited<ReturnType<OpenHouse['open']>>;
  const healthOf = async (): Promise<Partial<Health>> =>
    fetch(`${open.url}/api/health`).then(
      async (answer) => (await answer.json()) as Health,
      () => ({}),
    );
  const unlocked = async (): Promise<string> => {
    expect((await post(`${open.url}/api/unlock`, { passphrase })).status).to.equal(200);
    await until(async () => (await healthOf()).locked === false);
    const body = { username: 'anna', password: 'a-password-of-theirs' };
    const answer = await post(`${open.url}/api/auth/login`, body);
    return answer.ok
      ? ((await answer.json()) as { access_token: string }).access_token
      : (await makeAccount(open)).access_token;
  };

  before(async () => {
    await house.fill(1);
    cpSync(join(vaultsFolder, 'gocryptfs-xchacha'), vault, { recursive: true });
    const { code } = await runCli(['encrypt'], { DATA_DIR: data }, { input: `${passphrase}\n` });
    expect(code).to.equal(0);
  });
  beforeEach(async () => {
    open = await house.open(['--gocryptfs', vault, '--data', data], { GOCRYPTFS_PASSWORD: gocryptfsPassword });
  });
  afterEach(async () => {
    for (const pid of house.left()) process.kill(pid, 'SIGKILL');
    await until(() => house.left().length === 0);
  });
  after(() => {
    house.remove();
  });

  it('has no secret in the environment of its bridge', () => {
    const bridges = house.left().filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('bridge/cli'));
    expect(bridges).to.have.length(1);
    for (const pid of bridges) {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      expect(environment).to.not.include(gocryptfsPassword);
      expect(environment).to.not.match(/TOKEN|PASSWORD=/);
    }
  });

  for (const [how, lock] of [
    ['a signal', () => Promise.resolve(open.child.kill('SIGUSR2'))],
    [
      'an admin',
      async (token: string) => {
        const authorization = `Bearer ${token}`;
        const answer = await fetch(`${open.url}/api/admin/lock`, { method: 'POST', headers: { authorization } });
        expect(answer.status).to.equal(200);
      },
    ],
  ] as const) {
    it(`ends together with its bridge when it is locked by ${how}, so that no process keeps the keys of the vault`, async () => {
      const token = await unlocked();
      const ended = once(open.child, 'close');
      await lock(token);
      expect(await ended).to.deep.equal([0, null]);
      expect(open.output()).to.include('The program ends, since it has the keys of the vault in memory');
      await until(() => house.left().length === 0);
    });
  }
});
