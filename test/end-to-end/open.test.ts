import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { PhotoList, SetupState, TokenPair } from '../../core/http/wire.ts';
import { endProcess } from '../support/child-process.ts';
import { makeAccount, OpenHouse, ownAccount, post, untilRead } from '../support/open-process.ts';
import { until } from '../support/until.ts';

describe('photofinch open with a folder of photos', () => {
  const house = new OpenHouse();
  let open: Awaited<ReturnType<OpenHouse['open']>>;
  let tokens: TokenPair;

  before(async () => {
    await house.fill(3);
    open = await house.open();
  });
  after(async () => {
    for (const pid of house.left()) process.kill(pid, 'SIGKILL');
    await until(() => house.left().length === 0);
    house.remove();
  });

  it('asks for the first account, for which the link contains the code', async () => {
    const setup = (await (await fetch(`${open.url}/api/setup`)).json()) as SetupState;
    expect(setup).to.deep.equal({ wanted: true });
    tokens = await makeAccount(open);
    expect(tokens.user).to.include({ username: ownAccount.username, role: 'admin' });
  });

  it('reads the photos of the folder, and serves them', async () => {
    await untilRead(open, 3);
    const answer = await fetch(`${open.url}/api/photos`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    const { photos } = (await answer.json()) as PhotoList;
    const thumb = await fetch(`${open.url}${photos[0]?.thumb_url ?? ''}`);
    expect([photos.length, thumb.status, thumb.headers.get('content-type')]).to.deep.equal([3, 200, 'image/webp']);
  });

  it('prints its progress in few lines if there is no terminal', async () => {
    await until(() => open.output().includes('Library read: 3 photos.\n'));
    expect(open.output().split('\n').length).to.be.below(9);
  });

  it('prints a link that is valid once', async () => {
    expect((await post(`${open.url}/api/auth/link`, { code: open.code })).status).to.equal(401);
  });

  it('listens only on the loopback address, and the bridge on a socket that no other user can access', () => {
    const port = Number(new URL(open.url).port).toString(16).toUpperCase().padStart(4, '0');
    const listeners = ['tcp', 'tcp6']
      .flatMap((table) => readFileSync(`/proc/net/${table}`, 'utf8').split('\n'))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, at = '', , state]) => state === '0A' && at.endsWith(`:${port}`));
    expect(listeners.map(([, at]) => at)).to.deep.equal([`0100007F:${port}`]);
    const bridge = join(dataOf(house), 'bridge');
    expect(statSync(bridge).mode & 0o777).to.equal(0o700);
    expect(statSync(join(bridge, 'socket')).isSocket()).to.be.true;
  });

  it('has no secret on a command line', () => {
    for (const line of house.commandLines())
      expect(line)
        .not.to.match(/[0-9a-f]{64}/)
        .and.not.to.include(open.code);
  });

  it('is not opened a second time, and says where it is open', async () => {
    const { code, stderr } = await house.run([house.photos]);
    expect([code, stderr]).to.deep.equal([
      1,
      `photofinch: ${house.photos} is open already at ${open.url} (process ${open.child.pid ?? 0}): use that, or end it first.\n`,
    ]);
    expect(await (await fetch(`${open.url}/api/setup`)).json()).to.deep.equal({ wanted: false });
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    it(`ends cleanly at ${signal}, even if that comes twice, and signs the owner in when it is opened again`, async () => {
      // npm passes ^C on to its child, which has already got it from the terminal.
      const asked = performance.now();
      const echo = setTimeout(() => {
        // A signal after more than a second is no echo: it ends the process at once.
        if (performance.now() - asked < 500) open.child.kill(signal);
      }, 30);
      expect(await endProcess(open.child, signal)).to.equal(0);
      clearTimeout(echo);
      await until(() => house.left().length === 0);
      expect(readFileSync(join(dataOf(house), 'photofinch.log'), 'utf8')).not.to.match(/"level":(50|60)/);
      open = await house.open();
      const answer = await post(`${open.url}/api/auth/link`, { code: open.code });
      expect(((await answer.json()) as TokenPair).user.username).to.equal(ownAccount.username);
      expect((await post(`${open.url}/api/auth/link`, { code: open.code })).status).to.equal(401);
    });
  }

  it('leaves nothing running when it is killed', async () => {
    expect(house.left().length).to.be.at.least(2);
    open.child.kill('SIGKILL');
    await until(() => house.left().length === 0);
    open = await house.open();
    await untilRead(open, 3);
  });

  it('leaves nothing running when it is killed while it reads its photos', async () => {
    const other = new OpenHouse();
    try {
      // Enough of them that it is still reading.
      await other.fill(60);
      const opened = await other.open();
      const { child, url } = opened;
      await makeAccount(opened);
      await until(async () => ((await (await fetch(`${url}/api/status`)).json()) as { pending: number }).pending > 0);
      child.kill('SIGKILL');
      await until(() => other.left().length === 0);
    } finally {
      other.remove();
    }
  });

  it('ends with a message when its bridge ends', async () => {
    const [bridge = 0] = house
      .left()
      .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('bridge-upstream'));
    process.kill(bridge, 'SIGKILL');
    await until(() => open.child.exitCode !== null);
    expect(open.child.exitCode).to.equal(1);
    expect(open.output()).to.match(/\nphotofinch: The bridge stopped unexpectedly: see \S+, then start again\.\n$/);
  });
});

/** The only data folder of a house, at the usual place of the platform. */
function dataOf({ home }: OpenHouse): string {
  const place = join(home, '.local', 'share', 'photofinch');
  const [only = '', ...others] = readdirSync(place);
  expect(others).to.deep.equal([]);
  expect(only).to.match(/^photos-[0-9a-f]{10}$/);
  return join(place, only);
}
