import { join } from 'node:path';
import { expect } from 'chai';
import type { PhotoList, TokenPair } from '../../core/http/wire.ts';
import { AccountsHouse } from '../support/account-client.ts';
import { writePhotos } from '../support/pictures.ts';
import { runCli } from '../support/server-process.ts';
import { until } from '../support/until.ts';

/** Everything that gives access: both tokens of a session, and the signed address of a thumbnail. */
interface Keys extends TokenPair {
  readonly thumb: string;
}

describe('a user of a running server', function () {
  let house: AccountsHouse;
  let admin: TokenPair;
  let id: number;
  let password = 'anna-password';

  before(async () => {
    house = new AccountsHouse();
    await writePhotos(join(house.folder, 'photos'), 1);
    await house.start();
    admin = await house.signIn('admin');
    ({ id } = await house.add(admin.access_token, 'anna', 'read'));
    await until(async () => (await photos(admin)).photos[0]?.thumb_url != null);
  });
  after(() => house.close());

  const photos = async ({ access_token: token }: TokenPair): Promise<PhotoList> =>
    (await house.ask('GET', '/api/photos', { token })).json();
  const signIn = async (): Promise<Keys> => {
    const pair = await house.signIn('anna', password);
    const thumb = (await photos(pair)).photos[0]?.thumb_url ?? '';
    expect((await house.ask('GET', thumb)).status, 'a signed address').to.equal(200);
    return { ...pair, thumb };
  };
  const byAdmin = async (method: string, path: string, body?: object): Promise<void> => {
    const answer = await house.ask(method, `/api/admin/users/${id}${path}`, { token: admin.access_token, body });
    expect(answer.status).to.equal(200);
  };
  const expectShutOut = async ({ access_token: token, refresh_token, thumb }: Keys): Promise<void> => {
    expect((await house.ask('GET', '/api/photos', { token })).status, 'access token').to.equal(401);
    expect((await house.ask('GET', thumb)).status, 'signed address').to.equal(403);
    const renewal = await house.ask('POST', '/api/auth/refresh', { body: { refresh_token } });
    expect(renewal.status, 'refresh token').to.equal(401);
  };

  it('loses all access when they are disabled, even once they are enabled again, until a new sign-in', async () => {
    const sessions = [await signIn(), await signIn()];
    await byAdmin('PATCH', '', { disabled: true });
    for (const keys of sessions) await expectShutOut(keys);
    await byAdmin('PATCH', '', { disabled: false });
    for (const keys of sessions) await expectShutOut(keys);
    await signIn();
  });

  it('loses all access when an admin signs them out', async () => {
    const keys = await signIn();
    await byAdmin('POST', '/logout');
    await expectShutOut(keys);
  });

  it('loses all access when an admin gives them another password', async () => {
    const keys = await signIn();
    password = 'given by an admin';
    await byAdmin('PATCH', '', { password });
    await expectShutOut(keys);
  });

  it('loses all access when their password is set from the command line', async () => {
    const [keys, others] = [await signIn(), await house.signIn('admin')];
    password = 'set at the console';
    const { DATA_DIR = '' } = house.environment;
    const { code, stderr } = await runCli(['--reset-password', 'anna'], { DATA_DIR }, { input: `${password}\n` });
    expect(code, stderr).to.equal(0);
    await expectShutOut(keys);
    await signIn();
    expect(await house.knows(others.access_token), 'somebody else').to.equal(true);
  });

  it('gets no lasting session with an old password that is being verified while another one is set', async () => {
    const sockets = await house.sockets(6);
    const old = { username: 'anna', password };
    password = 'set meanwhile';
    const { DATA_DIR = '' } = house.environment;
    let setting = true;
    const reset = runCli(['--reset-password', 'anna'], { DATA_DIR }, { input: `${password}\n` }).finally(() => {
      setting = false;
    });
    const opened: TokenPair[] = [];
    const knocking = sockets.map(async (socket) => {
      do {
        const answer = await socket.ask('POST', '/api/auth/login', { body: old });
        if (answer.status === 200) opened.push(answer.json());
        else break;
      } while (setting);
    });
    await Promise.all([reset, ...knocking]);
    expect((await reset).code).to.equal(0);
    expect(opened, 'signed in before').to.have.length.above(0);
    for (const { access_token } of opened) expect(await house.knows(access_token)).to.equal(false);
  });
});
