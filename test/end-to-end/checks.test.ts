import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { generateSync } from 'otplib';
import { openSqlite } from '../../core/plugin-api/toolkit/index.ts';
import type { ChecksAnswer, Overview } from '../../core/http/wire.ts';
import { rigToken } from '../support/bridge-rig.ts';
import { BridgedService } from '../support/bridged-service.ts';
import { EditedFolder } from '../support/edited-store.ts';
import { admin } from '../support/library-client.ts';
import { runCli } from '../support/server-process.ts';
import { smallPhotos } from '../support/small-photos.ts';
import { until } from '../support/until.ts';

const seven = ['database', 'schema', 'disk', 'bridge', 'models', 'thumbnails', 'backups'];
const photos = 60;

describe('the seven checks of a running server', function () {
  let house: BridgedService;
  let dataDir: string;
  let modelsDir: string;

  before(async () => {
    house = new BridgedService((root) => new EditedFolder(root));
    dataDir = join(house.folder, 'data');
    modelsDir = join(house.folder, 'models');
    for (const [name, bytes] of await smallPhotos(photos)) house.store.put(`Trip/${name}`, bytes);
    await house.startBridge();
    await house.startService({ MODELS_DIR: modelsDir });
    await until(async () => (await house.library.total()) === photos);
  });
  after(() => house.close());

  /** The failed checks of a running server, by id. */
  const found = async (): Promise<Record<string, string>> => {
    const { ok, checks } = await house.library.json<ChecksAnswer>('/api/admin/checks', 'POST');
    expect(checks.map(({ id }) => id)).to.deep.equal(seven);
    const bad = checks.filter((check) => !check.ok);
    expect(ok).to.equal(bad.length === 0);
    for (const { detail } of checks)
      expect(detail)
        .to.match(/^[A-Z0-9].*\.$/s)
        .and.not.include(house.folder);
    return Object.fromEntries(bad.map(({ id, detail }) => [id, detail]));
  };
  /** The failed checks of the command line, with its exit code. */
  const told = async (changed: Record<string, string> = {}): Promise<{ code: number | null; bad: string[] }> => {
    const environment = { DATA_DIR: dataDir, MODELS_DIR: modelsDir, BRIDGE_URL: house.bridge.url };
    const { code, stdout } = await runCli(['check'], { ...environment, BRIDGE_TOKEN: rigToken, ...changed });
    const lines = stdout.split('\n').map((line) => /^(ok {4}|NOT OK) {2}(\S+) +(.*)$/.exec(line));
    expect(lines.flatMap((line) => line?.[2] ?? [])).to.deep.equal(seven);
    return { code, bad: lines.flatMap((line) => (line?.[1] === 'NOT OK' ? `${line[2]}: ${line[3]}` : [])) };
  };
  /** Expects the server and the command line to report the same failure of one check, and no other. */
  const expectBad = async (id: string, sentence: RegExp): Promise<void> => {
    const bad = await found();
    expect(Object.keys(bad)).to.deep.equal([id]);
    expect(bad[id]).to.match(sentence);
    const { code, bad: lines } = await told();
    expect(lines).to.have.length(1);
    expect(lines[0])
      .to.match(new RegExp(`^${id}: `))
      .and.match(new RegExp(sentence.source.replace('^', '')));
    expect(code).to.equal(1);
  };
  const restart = async (changed: Record<string, string> = {}): Promise<void> => {
    await house.service.stop();
    await house.startService({ MODELS_DIR: modelsDir, ...changed });
  };

  it('fail without a backup, and pass with one', async () => {
    await expectBad('backups', /There is no backup yet/);
    const taken = await house.library.json<object>('/api/admin/backup', 'POST');
    expect((await house.library.json<Overview>('/api/admin/overview')).last_backup).to.deep.equal(taken);
    expect(await found()).to.deep.equal({});
    expect(await told()).to.deep.equal({ code: 0, bad: [] });
  });

  it('report a schedule that cannot be read, until it is saved again', async () => {
    const file = join(dataDir, 'backup-schedule.json');
    writeFileSync(file, '{"enabled": tru');
    await expectBad('backups', /schedule/);
    const schedule = { enabled: true, hour: 3, minute: 0, keep: 5 };
    await house.library.json('/api/admin/schedule', 'PUT', schedule);
    expect(await found()).to.deep.equal({});
    expect(JSON.parse(readFileSync(file, 'utf8'))).to.deep.equal(schedule);
  });

  it('report a bridge that hangs, and one that is down', async () => {
    house.bridge.child.kill('SIGSTOP');
    expect((await found())['bridge']).to.match(/not answered within 5 seconds.* see whether photofinch-bridge hangs/);
    house.bridge.child.kill('SIGCONT');
    await house.bridge.stop();
    await until(async () => (await found())['bridge'] !== undefined);
    await expectBad('bridge', /see whether photofinch-bridge runs/);
    await house.startBridge();
    // A running server retries a bridge after so many failures only within half a minute, a new one at once.
    await restart();
    await until(async () => (await found())['bridge'] === undefined);
  });

  it('report a token that the bridge refuses', async () => {
    const wrong = { BRIDGE_TOKEN: 'another-token-of-the-bridge-that-is-long-enough' };
    await restart(wrong);
    expect((await found())['bridge']).to.match(/refuses BRIDGE_TOKEN: set it to the token/);
    expect((await told(wrong)).code).to.equal(1);
    await restart();
    await until(async () => Object.keys(await found()).length === 0);
  });

  it('report missing thumbnails, until the server has remade them', async () => {
    const folder = join(dataDir, 'thumbs', '0');
    for (const file of readdirSync(folder).slice(0, 5)) rmSync(join(folder, file));
    expect((await found())['thumbnails']).to.match(
      /^5 of 60 thumbnails are missing or empty: the server is remaking them/,
    );
    await until(async () => readdirSync(folder).length === photos && Object.keys(await found()).length === 0);
  });

  it('report that a newer version of the program has changed the index', async () => {
    const db = openSqlite(join(dataDir, 'index.sqlite3'));
    const version = db.pragma('user_version', { simple: true }) as number;
    db.pragma(`user_version = ${version + 1}`);
    expect((await found())['schema']).to.match(/restart the server, with the newest version of the program/);
    db.pragma(`user_version = ${version}`);
    db.close();
    expect(await found()).to.deep.equal({});
  });

  it('report a second factor that was encrypted with another secret, until it is turned off', async () => {
    const { secret } = await house.library.json<{ secret: string }>('/api/auth/2fa/enroll', 'POST', {
      password: admin.password,
    });
    await house.library.json('/api/auth/2fa/confirm', 'POST', { code: generateSync({ secret }) });
    expect(await found()).to.deep.equal({});
    await house.service.stop();
    const changed = { SIGNING_SECRET: 'another secret that is long enough for it' };
    const { code, bad } = await told(changed);
    expect(code).to.equal(1);
    expect(bad).to.have.length(1);
    expect(bad[0]).to.match(/^database: Two-step sign-in of 1 user .* `photofinch --disable-2fa <username>`/);
    const ended = await runCli(['--disable-2fa', admin.username], { DATA_DIR: dataDir, ...changed });
    expect(ended.code, ended.stderr).to.equal(0);
    expect((await told(changed)).bad).to.deep.equal([]);
    await house.startService({ MODELS_DIR: modelsDir });
  });

  it('report damage in the index', async () => {
    const copy = join(house.folder, 'copy');
    await house.service.stop();
    cpSync(dataDir, copy, { recursive: true, preserveTimestamps: true });
    const file = join(copy, 'index.sqlite3');
    const bytes = readFileSync(file);
    for (let at = 40 * 4096; at < bytes.length; at += 16 * 4096) bytes.fill(0x5a, at, at + 512);
    writeFileSync(file, bytes);
    const { code, bad } = await told({ DATA_DIR: copy });
    expect(code).to.equal(1);
    // Other checks may fail as well, depending on what is in the damaged pages.
    const [ofDatabase, ...more] = bad.filter((line) => line.startsWith('database: '));
    expect(ofDatabase).to.match(/The index is damaged \(.+\): stop the server and restore a backup\.$/);
    expect(more).to.deep.equal([]);
    expect((await told()).bad).to.deep.equal([]);
  });
});
