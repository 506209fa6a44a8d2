import { join } from 'node:path';
import { expect } from 'chai';
import type { Health } from '../../core/http/wire.ts';
import { endProcess } from '../support/child-process.ts';
import { makeAccount, OpenHouse, post, untilRead } from '../support/open-process.ts';
import { runCli } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const passphrase = 'a phrase of theirs';

describe('photofinch open with an encrypted library', () => {
  const house = new OpenHouse();
  const data = join(house.root, 'data');

  before(async () => {
    await house.fill(2);
    const { code, stdout } = await runCli(['encrypt'], { DATA_DIR: data }, { input: `${passphrase}\n` });
    expect([code, stdout.includes('There is no library in')]).to.deep.equal([0, true]);
  });
  after(async () => {
    for (const pid of house.left()) process.kill(pid, 'SIGKILL');
    await until(() => house.left().length === 0);
    house.remove();
  });

  it('asks to unlock it in the browser first, after which the printed link is valid', async () => {
    const open = await house.open([house.photos, '--data', data]);
    expect(open.output()).to.include('it asks to unlock the library and then signs you in, once.');
    const isLocked = async (): Promise<boolean | undefined> =>
      fetch(`${open.url}/api/health`).then(
        async (answer) => ((await answer.json()) as Health).locked,
        () => undefined,
      );
    expect(await isLocked()).to.equal(true);
    expect((await post(`${open.url}/api/unlock`, { passphrase })).status).to.equal(200);
    await until(async () => (await isLocked()) === false);
    expect((await makeAccount(open)).user.role).to.equal('admin');
    await untilRead(open, 2);
    open.child.kill('SIGUSR2');
    await until(async () => (await isLocked()) === true);
    expect(await endProcess(open.child, 'SIGTERM')).to.equal(0);
  });
});
