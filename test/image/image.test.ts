import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { SearchResults, Status } from '../../core/http/wire.ts';
import { LibraryClient, admin } from '../support/library-client.ts';
import { installFaces, modelsDir } from '../support/model-packs.ts';
import { skip } from '../support/skip.ts';
import { until } from '../support/until.ts';
import { baseOf, getBase } from './base-image.ts';
import { Compose } from './compose-file.ts';
import { composeFileForWorkers, getNats } from './for-workers.ts';
import { attempts, processes } from './inside.ts';
import { Podman, run } from './podman.ts';
import { fillStore } from './store.ts';
import { filterOf } from './system-call-filter.ts';

const baseOfAddOn = (file: string): string => /^FROM (\S+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
/** The builder may not be allowed to start containers, and only Docker's format has health checks. */
const building = '--isolation chroot --network host --pull=never --layers=false --format docker'.split(' ');
const dockerfile = 'docs/deploy/Dockerfile';
const token = createHash('sha256').update('the image').digest('hex');

/** Creates the first account. */
const first = ['--env', `ADMIN_USERNAME=${admin.username}`, '--env', `ADMIN_PASSWORD=${admin.password}`];

const shutIn = {
  user: '1000',
  capabilities: 0,
  newPrivileges: false,
  calls: 'filtered',
  network: 'ENETUNREACH',
  program: 'EROFS',
  tmp: 'done',
};

describe('the image, built from its Dockerfile and run as in the compose file', function () {
  this.timeout(900_000);
  let podman: Podman;
  let store: Record<string, string>;
  let compose: Compose;
  let url: string;

  before(async function () {
    if (process.getuid?.() !== 0) skip(this, 'building the image without a registry takes root');
    for (const tool of ['podman', 'debootstrap', 'catatonit']) {
      if (spawnSync(tool, ['--version']).error)
        skip(this, `${tool}, with which the image is built and run, is not installed`);
    }
    podman = new Podman();
    const base = baseOf(dockerfile);
    try {
      console.log(`    (built on ${await getBase(podman, base)})`);
      await podman.call('run', '--rm', '--network', 'none', base.name, 'true');
    } catch (error) {
      skip(this, `containers cannot be run here, whatever the image: ${String(error)}`);
    }
    await podman.call('build', ...building, '--file', dockerfile, '--tag', 'photofinch', '.');

    store = await fillStore(variables().PHOTOS);
    compose = new Compose('docs/deploy/compose.yaml', variables());
    for (const [name, internal] of compose.networks) {
      await podman.call('network', 'create', ...(internal ? ['--internal'] : []), name);
    }
    url = await startAll(podman, compose, { photofinch: first });
  });
  /** Of the compose file. */
  const variables = () => ({ PHOTOS: join(podman.folder, 'photos'), BRIDGE_TOKEN: token });
  after(async () => {
    // `before` may have skipped the tests.
    await (podman as Podman | undefined)?.end();
  });

  it('starts the bridge, the server and the door, which all become healthy', async () => {
    for (const name of ['bridge', 'photofinch', 'door']) {
      await until(async () => (await podman.health(name)) === 'healthy');
    }
  });

  it('serves the photos of the store over HTTP, through the door', async () => {
    const library = await LibraryClient.signIn(url);
    await untilShown(library, store);
    const photo = [...(await library.photos()).values()][0]!;
    expect(photo.state).to.equal('indexed');
    const original = createHash('sha1')
      .update(await library.bytes(photo))
      .digest('hex');
    expect(original).to.equal(photo.sha1);
    const page = await fetch(url);
    expect(page.status).to.equal(200);
    expect(await page.text()).to.contain('<script');
  });

  it('runs its programs without privileges, network access, and write access to programs and photos', async () => {
    expect(await podman.ask('bridge', attempts)).to.deep.equal({ ...shutIn, store: 'EROFS' });
    expect(await podman.ask('photofinch', attempts)).to.deep.equal({ ...shutIn, store: 'ENOENT' });
  });

  it('stops cleanly: no program is killed, and the index is closed', async () => {
    for (const name of ['door', 'photofinch', 'bridge']) await podman.call('stop', name);
    const data = await podman.call('volume', 'inspect', '--format', '{{.Mountpoint}}', 'data');
    expect(existsSync(join(data, 'index.sqlite3'))).to.equal(true);
    expect(existsSync(join(data, 'index.sqlite3-wal'))).to.equal(false);
    for (const name of ['photofinch', 'bridge']) {
      expect(await podman.call('inspect', '--format', '{{.State.ExitCode}}', name)).to.equal('0');
    }
  });

  it('needs no other system calls than the systemd units allow, and finds faces', async function () {
    if (spawnSync('systemd-analyze', ['--version']).error) skip(this, 'systemd-analyze is not installed');
    const withModels = existsSync(join(modelsDir, 'yunet_n_dynamic.onnx'));
    if (withModels) await installModels(podman);
    else console.log(`      (no models at ${modelsDir}: finding faces is not tested)`);

    await podman.call('rm', '--force', '--all');
    const filtered = (unit: string): string[] => {
      const filter = join(podman.folder, `${unit}.json`);
      writeFileSync(filter, JSON.stringify(filterOf(`docs/deploy/${unit}.service`)));
      return ['--security-opt', `seccomp=${filter}`];
    };
    const more = { bridge: filtered('photofinch-bridge'), photofinch: filtered('photofinch') };
    const library = await LibraryClient.signIn(await startAll(podman, compose, more));
    await untilShown(library, store);
    if (withModels) await until(async () => (await library.json<Status>('/api/status')).faces > 0);
    await library.json('/api/admin/backup', 'POST');
    for (const name of ['photofinch', 'bridge']) {
      await podman.call('stop', name);
      expect(await podman.call('logs', name)).to.not.match(/EPERM|not permitted/i);
      expect(await podman.call('inspect', '--format', '{{.State.ExitCode}}', name)).to.equal('0');
    }
  });

  it('has its models run by a worker, once an admin has admitted it, in the profile for workers', async function () {
    const nats = await getNats(podman, 'nats:2.11-alpine');
    if (nats === null) skip(this, 'there is neither the image of NATS nor nats-server');
    console.log(`      (${nats})`);
    await podman.call('rm', '--force', '--all');
    await podman.call('volume', 'rm', 'data');
    const folder = join(podman.folder, 'deploy');
    const withWorkers = new Compose(await composeFileForWorkers(folder), variables());
    await podman.call('run', ...withWorkers.runArguments('nats'));
    const there = ['--add-host', `nats:${await addressIn(podman, 'nats', 'inside')}`];
    await podman.call('run', ...withWorkers.runArguments('ml-worker', there));
    const waiting = [...first, ...there, '--env', 'ML_NATS_WITHOUT_WORKERS=wait'];
    const library = await LibraryClient.signIn(await startAll(podman, withWorkers, { photofinch: waiting }));
    await untilShown(library, store);
    expect(await podman.ask('ml-worker', attempts)).to.deep.equal({ ...shutIn, store: 'ENOENT' });

    const people = async (): Promise<number> => (await library.json<SearchResults>('/api/search?q=person')).total;
    expect(await people()).to.equal(0);
    const command = ['exec', 'photofinch', 'node', 'bin/photofinch.cjs', 'workers'];
    await until(async () => (await podman.call(...command, 'list')).includes('waiting'));
    const [fingerprint = ''] = /\S+/.exec(await podman.call(...command, 'list')) ?? [];
    expect(await podman.call(...command, 'admit', fingerprint)).to.contain('Admitted');
    await until(async () => (await people()) > 0);
    for (const name of ['ml-worker', 'photofinch']) {
      await podman.call('stop', name);
      expect(await podman.call('inspect', '--format', '{{.State.ExitCode}}', name)).to.equal('0');
    }
  });

  it('runs as a Home Assistant add-on: as two users without its token, and the server cannot read its options', async () => {
    const folder = 'docs/deploy/home-assistant';
    await podman.call('rm', '--force', '--all');
    await podman.call('tag', 'photofinch', baseOfAddOn(`${folder}/Dockerfile`));
    await podman.call('build', ...building, '--tag', 'add-on', folder);
    const data = join(podman.folder, 'add-on');
    mkdirSync(data);
    const given = { driver: 'folder', store: '/media', admin_username: admin.username, admin_password: admin.password };
    writeFileSync(join(data, 'options.json'), JSON.stringify({ ...given, https: false, trust_proxy: false }));
    const photos = join(podman.folder, 'photos');
    const mounts = ['--volume', `${data}:/data`, '--volume', `${photos}:/media:ro`, '--tmpfs', '/tmp'];
    const supervisor = ['--env', 'SUPERVISOR_TOKEN=of the house'];
    await podman.call(
      'run',
      '--detach',
      '--init',
      '--name',
      'add-on',
      '--network',
      'outside',
      ...mounts,
      ...supervisor,
      'add-on',
    );
    await until(async () => / 0.1.0 listens on http/.test(await podman.call('logs', 'add-on')));
    const library = await LibraryClient.signIn(`http://${await addressIn(podman, 'add-on', 'outside')}:8470`);
    await untilShown(library, store);

    // Each of the two users can read only its own processes.
    const asked = ['node', 'photofinch-bridge'].map((user) => podman.ask('add-on', processes, user));
    const seen = (await Promise.all(asked)).flat() as { program: string; user: string; knows: boolean }[];
    const users = new Map(seen.map(({ program, user }) => [program, user]));
    expect([...users.keys()].sort()).to.deep.equal(['bin/photofinch-bridge.cjs', 'bin/photofinch.cjs']);
    expect(new Set([...users.values(), '0']).size).to.equal(3);
    expect(seen.filter(({ knows }) => knows)).to.deep.equal([]);
    const refused = podman.call('exec', '--user', 'node', 'add-on', 'cat', '/data/options.json');
    expect(await refused.catch(String)).to.contain('Permission denied');

    await podman.call('stop', '--time', '20', 'add-on');
    expect(await podman.call('inspect', '--format', '{{.State.ExitCode}}', 'add-on')).to.equal('0');
    expect(existsSync(join(data, 'library/index.sqlite3-wal'))).to.equal(false);
  });
});

/** Syncs repeatedly: the first sync may come before the bridge’s first scan, and the next one only minutes later. */
async function untilShown(library: LibraryClient, store: Record<string, string>): Promise<void> {
  await until(async () => {
    await library.sync();
    return (await library.total()) === Object.keys(store).length;
  });
  await library.untilHolds(store, 120);
}

/**
 * Starts the bridge, the server and the door.
 * @param more options for each of them that are not in the compose file
 * @returns the URL of the door
 */
async function startAll(
  podman: Podman,
  compose: Compose,
  more: Readonly<Partial<Record<string, readonly string[]>>>,
): Promise<string> {
  for (const name of ['bridge', 'photofinch']) {
    await podman.call('run', ...compose.runArguments(name, more[name]));
  }
  // The program that resolves names of containers is missing in the Podman of Debian 12.
  const at = await addressIn(podman, 'photofinch', 'inside');
  await podman.call('run', ...compose.runArguments('door', ['--add-host', `photofinch:${at}`]));
  // The server responds before it has created the first account.
  await until(async () => (await podman.call('logs', 'photofinch')).includes(' listens on '));
  return `http://${await addressIn(podman, 'door', 'outside')}:8470`;
}

/** Copies models to the folder in which the server expects them. */
async function installModels(podman: Podman): Promise<void> {
  const packs = join(podman.folder, 'packs');
  installFaces(packs);
  const models = await podman.call('volume', 'inspect', '--format', '{{.Mountpoint}}', 'models');
  cpSync(packs, models, { recursive: true, dereference: true });
  await run('chown', ['--recursive', '1000:1000', models]);
}

/** The address of a container in one of its networks. */
async function addressIn(podman: Podman, container: string, network: string): Promise<string> {
  return podman.call('inspect', '--format', `{{(index .NetworkSettings.Networks "${network}").IPAddress}}`, container);
}
