import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { openSqlite } from '../../core/plugin-api/toolkit/index.ts';
import type { TokenPair } from '../../core/http/wire.ts';
import { takenAt } from '../../core/upkeep/snapshots/snapshot-name.ts';
import { BackupRig, filesIn } from '../support/backup-rig.ts';
import { isLongRun } from '../support/long-run.ts';
import { seededRandom } from '../support/seed.ts';
import { runCli, startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const megabytes = 60;
const kills = isLongRun ? 5 : 2;
const random = seededRandom();

describe('snapshots of a server that is killed or stopped while it takes one', function () {
  let folder: string;
  let backups: string;
  let environment: Record<string, string>;
  let server: ServerProcess | undefined;
  const lookedAt = new Map<string, string>();

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const data = join(folder, 'data');
    backups = join(data, 'backups');
    mkdirSync(join(folder, 'photos'));
    const rig = new BackupRig(data);
    rig.fill(megabytes);
    await rig.close();
    environment = {
      DATA_DIR: data,
      PLUGINS: 'test/fixtures/plugins/folder-source',
      FOLDER_SOURCE_PATH: join(folder, 'photos'),
      MODELS_DIR: join(folder, 'models'),
      ADMIN_USERNAME: 'admin',
      ADMIN_PASSWORD: 'correct horse',
    };
  });
  after(async () => {
    await server?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(): Promise<() => Promise<Response>> {
    server = await startServerProcess(environment);
    const { url } = server;
    const login = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'correct horse' }),
    });
    const { access_token: token } = (await login.json()) as TokenPair;
    return () => fetch(`${url}/api/admin/backup`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  }

  /** Verifies each file with the name of a snapshot; its content only once, unless it has changed since. */
  function wholeSnapshots(): string[] {
    const names = existsSync(backups) ? filesIn(backups).filter((name) => takenAt(name) !== null) : [];
    for (const name of names) {
      const file = join(backups, name);
      const { ino, mtimeMs } = statSync(file);
      if (lookedAt.get(name) === `${ino} ${mtimeMs}`) continue;
      lookedAt.set(name, `${ino} ${mtimeMs}`);
      const { size, sha256, verified } = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Record<string, unknown>;
      expect([size, verified]).to.deep.equal([statSync(file).size, true]);
      expect(sha256).to.equal(createHash('sha256').update(readFileSync(file)).digest('hex'));
      const db = openSqlite(file, { readonly: true });
      expect(db.pragma('integrity_check', { simple: true })).to.equal('ok');
      expect(db.prepare('SELECT count(*) FROM sync_state').pluck().get()).to.be.at.least(megabytes * 10);
      db.close();
    }
    return names;
  }

  const isHalfMade = (): boolean => filesIn(backups).some((name) => name.startsWith('unfinished-'));

  /**
   * Takes snapshots one after the other until an unfinished one is seen: this process may be delayed for as long as a
   * snapshot takes.
   * @returns how many were finished before, and the end of the unfinished one
   */
  async function untilHalfMade(take: () => Promise<Response>): Promise<{ whole: number; taking: Promise<unknown> }> {
    let begun = 0;
    let isTaken = true;
    let taking: Promise<unknown> = Promise.resolve();
    await until(() => {
      if (isHalfMade()) return true;
      if (isTaken) {
        begun += 1;
        isTaken = false;
        taking = take()
          .catch(() => undefined)
          .finally(() => (isTaken = true));
      }
      return false;
    });
    return { whole: begun - 1, taking };
  }

  it('are complete if they have the name of one, at whatever moment the server is killed', async () => {
    let take = await start();
    const begin = performance.now();
    expect((await take()).status).to.equal(200);
    const whole = performance.now() - begin;
    let unfinished = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      // From the first moment to after the last, and once while one is unfinished: the time that a snapshot takes varies.
      const { taking } = kill === 0 ? await untilHalfMade(take) : { taking: take().catch(() => undefined) };
      if (kill > 0) await sleep((whole * 1.1 * (kill + random())) / kills);
      await server?.kill();
      await taking;
      wholeSnapshots();
      if (isHalfMade()) unfinished += 1;
      take = await start();
      await until(() => !isHalfMade());
    }
    expect(unfinished, 'kills that found one half made').to.be.greaterThan(0);
    const before = wholeSnapshots().length;
    expect((await take()).status).to.equal(200);
    expect(wholeSnapshots()).to.have.length(before + 1);
  });

  it('are abandoned when the server is asked to stop', async () => {
    const before = wholeSnapshots();
    await server?.kill();
    const take = await start();
    const { whole, taking } = await untilHalfMade(take);
    expect(await server?.stop()).to.equal(0);
    await taking;
    // The last one may have finished in the time that requests get for it.
    const least = before.length + whole;
    expect(wholeSnapshots().length).to.be.within(least, least + 1);
    expect(filesIn(backups).filter((name) => name.startsWith('unfinished-'))).to.deep.equal([]);
  });

  it('are taken one after the other if the command line takes one as well', async () => {
    const before = wholeSnapshots().length;
    const take = await start();
    const [answer, { code, stderr }] = await Promise.all([take(), runCli(['backup'], environment)]);
    expect([answer.status, code], stderr).to.deep.equal([200, 0]);
    expect(wholeSnapshots()).to.have.length(before + 2);
    expect(await server?.stop()).to.equal(0);
  });
});
