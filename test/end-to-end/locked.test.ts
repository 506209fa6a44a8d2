import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Encryption, Health, PhotoList, Status, TokenPair } from '../../core/http/wire.ts';
import { photoLikeJpeg, writePhotos } from '../support/pictures.ts';
import { programsBelow } from '../support/process-tree.ts';
import { runCli, startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const passphrase = 'a phrase of theirs';
const account = { username: 'admin', password: 'admin-password' };
/** Enough that indexing is still in progress when this is checked, even if this process is delayed for seconds. */
const photos = 200;

describe('the real server of an encrypted library', function () {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  const keyFile = join(folder, 'key');
  const settings = {
    DATA_DIR: join(folder, 'data'),
    PLUGINS: 'test/fixtures/plugins/folder-source',
    FOLDER_SOURCE_PATH: join(folder, 'photos'),
    MODELS_DIR: join(folder, 'models'),
    ADMIN_USERNAME: account.username,
    ADMIN_PASSWORD: account.password,
    WORKERS: '1',
    CLUSTER_INTERVAL: '1',
  };
  let server: ServerProcess | undefined;

  const start = async (more: Record<string, string> = {}): Promise<ServerProcess> => {
    server = await startServerProcess({ ...settings, ...more });
    return server;
  };
  const post = (path: string, body: object, token?: string): Promise<Response> =>
    fetch(`${server?.url ?? ''}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  const get = async <T>(path: string, token = ''): Promise<T> =>
    (await (await fetch(`${server?.url ?? ''}${path}`, { headers: { authorization: `Bearer ${token}` } })).json()) as T;
  /** Undefined while nothing listens, as between two servers. */
  const isLocked = async (): Promise<boolean | undefined> =>
    (await get<Health>('/api/health').catch(() => undefined))?.locked;
  const signIn = async (): Promise<string> =>
    ((await (await post('/api/auth/login', account)).json()) as TokenPair).access_token;
  const unlock = async (): Promise<void> => {
    expect((await post('/api/unlock', { passphrase })).status).to.equal(200);
    await until(async () => (await isLocked()) === false);
  };

  before(async () => {
    await writePhotos(settings.FOLDER_SOURCE_PATH, photos, 640, 480);
    // A JPEG that is too long for the buffers of any browser.
    const long = Buffer.concat([await photoLikeJpeg(99, 640, 480), Buffer.alloc(60_000_000)]);
    writeFileSync(join(settings.FOLDER_SOURCE_PATH, 'long.jpg'), long);
    writeFileSync(keyFile, Buffer.from('what a stick holds that lies in a drawer'));
    const { code, stdout, stderr } = await runCli(['encrypt'], settings, { input: `${passphrase}\n` });
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(stdout).to.match(/^Recovery key: ([0-9A-Z]{4}-){8}[0-9A-Z]{4}$/m);
  });
  after(async () => {
    await server?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts locked, says so, and continues at the same address once it is unlocked', async () => {
    const started = await start();
    await until(() =>
      started.output().includes('The library is locked: open this address in a browser to unlock it.\n'),
    );
    expect((await post('/api/unlock', { passphrase: 'a phrase of others' })).status).to.equal(401);
    await unlock();
    expect(server?.url).to.equal(started.url);
    expect((await get<Encryption>('/api/admin/encryption', await signIn())).slots).to.have.length(2);
  });

  it('is locked at once by SIGUSR2, also its child processes, while it sends a photo and indexes', async () => {
    const token = await signIn();
    const found = async (): Promise<PhotoList> => get<PhotoList>('/api/photos?limit=1000', token);
    await until(async () => (await found()).photos.length > 2);
    expect((await get<Status>('/api/status')).pending).to.be.greaterThan(0);
    const [photo] = (await found()).photos;
    const sent = await fetch(`${server?.url ?? ''}/api/photos/${photo?.uid ?? ''}/full`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const pid = server?.child.pid ?? 0;
    server?.child.kill('SIGUSR2');
    await until(async () => (await isLocked()) === true);
    expect(programsBelow('node', pid)).to.deep.equal([pid]);
    expect((await fetch(`${server?.url ?? ''}/api/photos`)).status).to.equal(503);
    await sent.body?.cancel().catch(() => undefined);
  });

  it('starts locked after it was killed while locked', async () => {
    await server?.kill();
    await start();
    expect(await isLocked()).to.equal(true);
  });

  it('continues the indexing that it had begun, once it is unlocked', async () => {
    await unlock();
    await until(async () => {
      const status = await get<Status>('/api/status');
      return status.photos === photos + 1 && status.pending === 0;
    });
  });

  it('can be locked by an admin while it sends a long photo to a client that has stopped reading', async () => {
    const token = await signIn();
    const { photos: all } = await get<PhotoList>('/api/photos?limit=1000', token);
    const sizes = await Promise.all(
      all.map(async ({ uid }) => ({ uid, size: (await get<{ size: number }>(`/api/photos/${uid}`, token)).size })),
    );
    const long = sizes.find(({ size }) => size > 60_000_000);
    const sent = await fetch(`${server?.url ?? ''}/api/photos/${long?.uid ?? ''}/full`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(sent.status).to.equal(200);
    expect((await post('/api/admin/lock', {}, token)).status).to.equal(200);
    await until(async () => (await isLocked()) === true);
    const rest: unknown = await sent.arrayBuffer().catch((error: unknown) => error);
    expect(rest).to.be.instanceOf(Error);
  });

  it('keeps other servers off the data folder while it is locked', async () => {
    const second = await runCli(['serve'], { ...settings, PORT: '0' });
    expect([second.code, second.stderr]).to.deep.equal([
      1,
      `photofinch: Photofinch is already running on the data folder ${settings.DATA_DIR}: stop it first, or set DATA_DIR to another folder.\n`,
    ]);
  });

  it('stops cleanly while it is locked, even during an attempt to unlock it', async () => {
    const pid = server?.child.pid ?? 0;
    const unlocking = post('/api/unlock', { passphrase }).catch(() => undefined);
    let stretching: number | undefined;
    await until(() => (stretching = programsBelow('node', pid).find((one) => one !== pid)) !== undefined);
    process.kill(stretching ?? 0, 'SIGSTOP');
    const stopped = server?.stop();
    await until(async () => (await isLocked()) === undefined);
    process.kill(stretching ?? 0, 'SIGCONT');
    await unlocking;
    expect(await stopped).to.equal(0);
  });

  it('unlocks itself with a key file, by its setting or as a credential of systemd', async () => {
    const added = await runCli(['unlock', 'add', '--key-file', keyFile], settings, { input: `${passphrase}\n` });
    expect([added.code, added.stderr]).to.deep.equal([0, '']);
    expect(added.stdout).to.match(/^Added the key file \([0-9a-f-]{36}\)\.$/m);
    const credentials = join(folder, 'credentials');
    mkdirSync(credentials);
    writeFileSync(join(credentials, 'photofinch-unlock-key'), 'what a stick holds that lies in a drawer');
    for (const by of [{ UNLOCK_KEY_FILE: keyFile }, { CREDENTIALS_DIRECTORY: credentials }]) {
      await start(by);
      expect(await isLocked()).to.equal(false);
      const state = await get<Encryption>('/api/admin/encryption', await signIn());
      expect(state.opens_itself).to.equal(true);
      expect(await server?.stop()).to.equal(0);
    }
  });

  it('ends with a message if its start fails after it was unlocked', async () => {
    await start({ ADMIN_PASSWORD: '', PLUGINS: `${settings.PLUGINS},no-such-plugin` });
    const ended = new Promise((resolve) => server?.child.once('close', resolve));
    expect((await post('/api/unlock', { passphrase })).status).to.equal(200);
    expect(await ended).to.equal(1);
    expect(server?.output()).to.match(/^photofinch: .*no-such-plugin/m);
  });
});
