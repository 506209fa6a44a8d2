import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { describeBackupTarget } from '../../../core/plugin-api/contract-tests.ts';
import { fakeHostOfShipped as fakeHost } from '../../../core/plugin-api/fake-host/fake-host.ts';
import { restoreIndex } from '../../../core/upkeep/restore.ts';
import plugin from '../../../plugins/backup-remote/index.ts';
import { startTestApp } from '../../support/app.ts';
import { obscure } from '../../support/rclone.ts';
import { until } from '../../support/until.ts';
import { WebDav } from '../../support/webdav.ts';
import { hashOf, nameOf, quiet, snapshotOf } from './offered-snapshots.ts';
import { useRemote } from './remote-rig.ts';

const inQuotes = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The command lines of the rclone processes that this process runs, as all users of the machine can read them. */
function argumentsOfRclone(): string[] {
  const read = (file: string): string => readFileSync(file, 'utf8');
  return readdirSync('/proc').flatMap((id) => {
    if (!/^\d+$/.test(id)) return [];
    try {
      const isOurs = read(`/proc/${id}/status`).includes(`\nPPid:\t${process.pid}\n`);
      const line = read(`/proc/${id}/cmdline`);
      return isOurs && line.startsWith('rclone\0') && line.includes('rcat') ? [line] : [];
    } catch {
      // The process has ended meanwhile.
      return [];
    }
  });
}

describe('copies in a remote of rclone', () => {
  const remote = useRemote();
  const { newTarget } = remote;

  describeBackupTarget(async () => {
    const { target, folder, cleanup } = await newTarget({ BACKUP_REMOTE_KEEP: '2' });
    const read = (name: string) =>
      Promise.resolve({
        bytes: readFileSync(join(folder, name)),
        record: readFileSync(join(folder, `${name}.json`), 'utf8'),
      });
    return { target, read, cleanup };
  });

  it('are limited to the configured number, and older snapshots are no longer copied', async () => {
    const { target, folder, cleanup } = await newTarget({ BACKUP_REMOTE_KEEP: '2' });
    const [first, second, third] = [snapshotOf(1, 3), snapshotOf(2), snapshotOf(3)];
    for (const snapshot of [second, third, first]) await target.keep(snapshot, quiet());
    const both = [second, third].flatMap(({ name }) => [name, `${name}.json`]);
    expect(readdirSync(folder).sort()).to.deep.equal(both.sort());
    const fourth = snapshotOf(4);
    await target.keep(fourth, quiet());
    expect((await target.list(quiet())).map(({ name }) => name)).to.deep.equal([fourth.name, third.name]);
    await cleanup();
  });

  it('are counted up to the server’s newest snapshot, so that those of a clock that was ahead are kept beside them', async () => {
    const { target, cleanup } = await newTarget({ BACKUP_REMOTE_KEEP: '2' });
    for (const snapshot of [snapshotOf(28), snapshotOf(29), snapshotOf(3), snapshotOf(1, 3), snapshotOf(4)]) {
      await target.keep(snapshot, quiet());
    }
    expect((await target.list(quiet())).map(({ name }) => name)).to.deep.equal([29, 28, 4, 3].map(nameOf));
    await cleanup();
  });

  it('of a clock that was ahead do not displace correct ones if they are made later', async () => {
    const { target, cleanup } = await newTarget({ BACKUP_REMOTE_KEEP: '1' });
    for (const snapshot of [snapshotOf(1), snapshotOf(2), snapshotOf(28, 2), snapshotOf(29, 2)]) {
      await target.keep(snapshot, quiet());
    }
    expect((await target.list(quiet())).map(({ name }) => name)).to.deep.equal([29, 28, 2].map(nameOf));
    await cleanup();
  });

  it('are made again if they were corrupted in the remote', async () => {
    const { target, folder, cleanup } = await newTarget();
    const snapshot = snapshotOf(1);
    await target.keep(snapshot, quiet());
    writeFileSync(join(folder, snapshot.name), randomBytes(snapshot.size));
    await target.keep(snapshot, quiet());
    expect(hashOf(join(folder, snapshot.name))).to.equal(snapshot.sha256);
    await cleanup();
  });

  it('whose upload was cut off are removed with the next one', async () => {
    const { target, folder, cleanup } = await newTarget();
    await target.keep(snapshotOf(1), quiet());
    writeFileSync(join(folder, 'unfinished-index-20260102T030000.000Z.sqlite3'), 'half');
    await target.keep(snapshotOf(3), quiet());
    expect(readdirSync(folder).filter((name) => name.startsWith('unfinished'))).to.deep.equal([]);
    await cleanup();
  });

  it('fail with the message of rclone', async () => {
    const { target, cleanup } = await newTarget({ BACKUP_REMOTE: 'elsewhere:copies' });
    const failure = await target.keep(snapshotOf(1), quiet()).then(
      () => undefined,
      (error: unknown) => error as Error,
    );
    expect(failure?.message).to.match(/^rclone says: .*didn't find section in config file/);
    await cleanup();
  });

  describe('with a connection string', () => {
    const password = 'a "quoted" word, of ours';
    /** The forms in which it could appear: anybody can reveal a password that rclone has obscured. */
    const secretsOf = (connection: string): string[] => [
      ...[password, obscure(password), inQuotes(password), connection, inQuotes(connection)],
      `bearer "of" ours`,
      `bearer \\"of\\" ours`,
      `bearer ""of"" ours`,
    ];
    let quoted: WebDav;
    before(async () => {
      const folder = join(remote.root(), 'quoted');
      mkdirSync(folder);
      quoted = await WebDav.start(folder, password);
    });
    after(() => quoted.stop());

    it('are made without showing the password to other users of the machine', async () => {
      const connection = `:webdav,url="${quoted.url}",vendor=other,user=me,pass="${obscure(password)}":secret`;
      const { target, cleanup } = await newTarget({ BACKUP_REMOTE: connection });
      const snapshot = snapshotOf(1);
      const seen: string[] = [];
      const slowly = async function* () {
        // Meanwhile rclone waits for the bytes.
        await until(() => seen.push(...argumentsOfRclone()) > 0);
        yield* snapshot.open();
      };
      await target.keep({ ...snapshot, open: () => Readable.from(slowly(), { objectMode: false }) }, quiet());
      expect(readdirSync(join(quoted.folder, 'secret')).sort()).to.deep.equal([snapshot.name, `${snapshot.name}.json`]);
      expect(seen[0]).to.include('rcat');
      for (const secret of secretsOf(connection)) expect(seen[0]).not.to.include(secret);
      await cleanup();
    });

    it('fail without revealing the password', async () => {
      const wrong = [
        `:webdav,url="${quoted.url}",vendor=other,user=me,pass="${obscure('another')}":secret`,
        `:webdav,url="${quoted.url}",vendor=other,user=me,pass="${password.replaceAll('"', '""')}":secret`,
        `:webdav,url="${quoted.url}",bearer_token="bearer ""of"" ours":secret`,
        `:webdav,url="${quoted.url}",bearer_token="bearer ""of"" ours`,
        `:nosuch,bearer_token="bearer ""of"" ours":secret`,
      ];
      for (const connection of wrong) {
        const { target, cleanup } = await newTarget({ BACKUP_REMOTE: connection });
        const failure = await target.keep(snapshotOf(1), quiet()).catch((error: unknown) => error as Error);
        expect((failure as Error).message).to.match(/^rclone says: .*the remote/);
        for (const secret of [...secretsOf(connection), obscure('another')]) {
          expect((failure as Error).message).not.to.include(secret);
        }
        await cleanup();
      }
    });
  });

  it('can go to a remote that is configured in the environment of the server', async () => {
    const variables = { RCLONE_CONFIG_FROMENV_TYPE: 'alias', RCLONE_CONFIG_FROMENV_REMOTE: 'dav:' };
    Object.assign(process.env, variables);
    try {
      const folder = 'changed';
      const { target, cleanup } = await newTarget({ BACKUP_REMOTE: `fromenv:${folder}` });
      await target.keep(snapshotOf(1), quiet());
      expect(readdirSync(join(remote.dav().folder, folder))).to.have.length(2);
      await cleanup();
    } finally {
      for (const name of Object.keys(variables)) Reflect.deleteProperty(process.env, name);
    }
  });

  it('need no remote at the start of the server, but a valid number of copies', async () => {
    const fake = await fakeHost(plugin);
    expect(fake.provided('backup-target').isReady?.()).to.equal(false);
    await fake.stop();
    const failure = await fakeHost(plugin, { environment: { BACKUP_REMOTE_KEEP: 'many' } }).catch(
      (error: unknown) => error,
    );
    expect((failure as Error).message).to.equal('BACKUP_REMOTE_KEEP must be a number from 1 to 10000');
  });

  it('go only to a remote of rclone.conf, which an admin can choose', async () => {
    const fake = await fakeHost(plugin, { environment: { BACKUP_REMOTE_CONFIG: remote.dav().config } });
    const target = fake.provided('backup-target');
    fake.changeSettings({ REMOTE: 'dav:changed', KEEP: 1 });
    expect(target.isReady?.()).to.equal(true);
    for (const snapshot of [snapshotOf(1), snapshotOf(2)]) await target.keep(snapshot, quiet());
    expect(await target.list(quiet())).to.have.length(1);
    for (const REMOTE of ['/tmp/copies', ':webdav,bearer_token_command=touch:x', 'dav,vendor=other:x', '--help', 'x']) {
      fake.changeSettings({ REMOTE });
      const failure = await target.keep(snapshotOf(3), quiet()).catch((error: unknown) => error as Error);
      expect((failure as Error).message).to.match(/^The setting REMOTE must be a remote of rclone\.conf/);
    }
    await fake.stop();
  });

  it('go to the remote that was set when they began, even if an admin sets another meanwhile', async () => {
    const fake = await fakeHost(plugin, { environment: { BACKUP_REMOTE_CONFIG: remote.dav().config } });
    const target = fake.provided('backup-target');
    fake.changeSettings({ REMOTE: 'dav:before' });
    const before = target.place?.();
    const snapshot = snapshotOf(1);
    const open = () => {
      fake.changeSettings({ REMOTE: 'dav:after' });
      return snapshot.open();
    };
    await target.keep({ ...snapshot, open }, quiet());
    expect(readdirSync(join(remote.dav().folder, 'before')).sort()).to.deep.equal([nameOf(1), `${nameOf(1)}.json`]);
    expect(await target.list(quiet())).to.deep.equal([]);
    expect(target.place?.()).not.to.equal(before);
    fake.changeSettings({ REMOTE: 'dav:before', KEEP: 2 });
    expect(target.place?.()).to.equal(before);
    await fake.stop();
  });

  it('are made by the server, and can be restored on another machine', async () => {
    const secret = 'the secret of both machines, at least 32 bytes';
    const app = await startTestApp({
      environment: {
        PLUGINS: 'test/fixtures/plugins/folder-source,backup-remote',
        BACKUP_REMOTE: 'dav:whole',
        BACKUP_REMOTE_CONFIG: remote.dav().config,
        SIGNING_SECRET: secret,
      },
    });
    const folder = join(remote.dav().folder, 'whole');
    const taken = await app.call('POST', '/api/admin/backup', { as: 'admin' });
    const { name } = JSON.parse(taken.payload) as { name: string };
    await until(async () => {
      const answer = await app.call('GET', '/api/admin/backup-targets', { as: 'admin' });
      return answer.payload.includes(`"last":{"name":"${name}"`);
    });
    await app.stop();
    const dataDir = mkdtempSync(join(remote.root(), 'data-'));
    const { after: counts } = await restoreIndex(dataDir, join(folder, name), { signingSecret: secret });
    expect(counts.users).to.equal(3);
  });
});
