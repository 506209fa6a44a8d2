import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { generate } from 'otplib';
import { outputOf } from '../../support/child-process.ts';
import { holdsCopies } from '../../support/held-copy.ts';
import { admin, LibraryClient } from '../../support/library-client.ts';
import { photofinch } from '../../support/programs.ts';
import { runCli, startServerProcess } from '../../support/server-process.ts';
import { fillDisk, withSmallDisk } from '../../support/small-disk.ts';
import { addTags, tagsIn } from '../../support/tagged-index.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

const source = (folder: string) => ({ PLUGINS: 'test/fixtures/plugins/folder-source', FOLDER_SOURCE_PATH: folder });
const snapshotName = /^index-\d{8}T\d{6}\.\d{3}Z\.sqlite3$/;

const snapshotsIn = (dataDir: string): string[] =>
  readdirSync(join(dataDir, 'backups')).filter((name) => name !== '.lock');

describe('photofinch backup', function () {
  it('takes a snapshot with and without a running server, even if settings of the photo source are missing', () =>
    withTempFolder(async (folder) => {
      const dataDir = join(folder, 'data');
      const credentials = { ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password };
      const server = await startServerProcess({ DATA_DIR: dataDir, ...source(folder), ...credentials });
      const library = await LibraryClient.signIn(server.url);
      const { PLUGINS } = source(folder);
      for (const stop of [false, true]) {
        if (stop) await server.stop();
        const { code, stdout, stderr } = await runCli(['backup'], { DATA_DIR: dataDir, PLUGINS });
        expect(code, stderr).to.equal(0);
        expect(stderr).to.match(/^photofinch: Plugin \S+ needs FOLDER_SOURCE_PATH: .* It is left out now\.\n$/);
        const [name, size, sha256, verified, ...rest] = stdout.split('\n');
        expect(name).to.match(snapshotName);
        expect(size).to.match(/^ {2}size {6}\S+ [KM]B \(\d+ bytes\)$/);
        expect(sha256).to.match(/^ {2}sha256 {4}[0-9a-f]{64}$/);
        expect(verified).to.equal('  verified  yes');
        expect(rest).to.deep.equal(['']);
        if (stop) continue;
        const { backups } = await library.json<{ backups: { name: string }[] }>('/api/admin/backups');
        expect(backups.map((backup) => backup.name)).to.deep.equal([name]);
        const { entries } = await library.json<{ entries: { action: string; actor: string; subject: string }[] }>(
          '/api/admin/audit',
        );
        expect(entries[0]).to.include({ action: 'backup.taken', actor: 'command line', subject: name });
      }
    }));

  it('reports in one line that there is no index, and creates none', () =>
    withTempFolder(async (folder) => {
      const dataDir = join(folder, 'nothing');
      const { code, stderr } = await runCli(['backup'], { DATA_DIR: dataDir });
      expect(code).to.equal(1);
      expect(stderr).to.match(/^photofinch: There is no index in the data folder .*\n$/);
      expect(existsSync(dataDir)).to.equal(false);
    }));

  it('reports missing permissions for the data folder instead of a missing index', () =>
    withTempFolder(async (folder) => {
      writeFileSync(join(folder, 'index.sqlite3'), '');
      chmodSync(folder, 0);
      // Root can read every folder unless it gives up that capability.
      const asUser = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];
      const command = [...asUser, process.execPath, ...photofinch, 'backup'];
      const { code, stderr } = await outputOf(
        spawn(command[0]!, command.slice(1), { env: { ...process.env, DATA_DIR: folder } }),
      );
      chmodSync(folder, 0o700);
      expect(code).to.equal(1);
      expect(stderr).to.match(/^photofinch: This user can’t use the data folder: .*\n$/);
    }));

  it('reports in one line that the disk is full, and leaves no partial snapshot', async function () {
    await withSmallDisk(this, 80, async (folder) => {
      addTags(join(folder, 'index.sqlite3'), 1000, { padding: 1000 });
      fillDisk(folder, 1_500_000);
      const { code, stderr } = await runCli(['backup'], { DATA_DIR: folder });
      expect(code).to.equal(1);
      expect(stderr).to.match(/^photofinch: .*(disk is full|no room|too little room).*\n$/);
      expect(snapshotsIn(folder)).to.deep.equal([]);
    });
  });

  it('leaves no partial snapshot when it is interrupted', () =>
    withTempFolder(async (folder) => {
      addTags(join(folder, 'index.sqlite3'), 6000, { padding: 2000 });
      const cli = [...holdsCopies, ...photofinch, 'backup'];
      const child = spawn(process.execPath, cli, { env: { PATH: process.env['PATH'], DATA_DIR: folder } });
      const output = outputOf(child);
      await until(() => existsSync(join(folder, 'backups')) && snapshotsIn(folder).length > 0);
      child.kill('SIGINT');
      const { code, stderr } = await output;
      expect(stderr).to.equal('photofinch: Stopped: no snapshot was taken.\n');
      expect(code).to.equal(1);
      expect(snapshotsIn(folder)).to.deep.equal([]);
    }));
});

describe('photofinch restore', function () {
  it('leaves no partial copy and the index unchanged when it is interrupted', () =>
    withTempFolder(async (folder) => {
      const index = join(folder, 'index.sqlite3');
      const snapshot = join(folder, 'snapshot.sqlite3');
      addTags(snapshot, 6000, { padding: 2000 });
      addTags(index, 3);
      const cli = [...holdsCopies, ...photofinch, 'restore', '--trust', snapshot];
      const child = spawn(process.execPath, cli, { env: { PATH: process.env['PATH'], DATA_DIR: folder } });
      const output = outputOf(child);
      const part = join(folder, 'restoring.sqlite3');
      await until(() => existsSync(part));
      child.kill('SIGINT');
      const { code, stderr } = await output;
      expect(stderr).to.equal('photofinch: Stopped. Nothing was restored; the index is unchanged.\n');
      expect(code).to.equal(1);
      expect(existsSync(part)).to.equal(false);
      expect(tagsIn(index)).to.equal(3);
    }));
});

describe('photofinch --disable-2fa', function () {
  it('lets a user sign in without a code, at once on a running server, even with another SIGNING_SECRET', () =>
    withTempFolder(async (folder) => {
      const dataDir = join(folder, 'data');
      mkdirSync(dataDir);
      const environment = {
        DATA_DIR: dataDir,
        ...source(folder),
        ADMIN_USERNAME: admin.username,
        ADMIN_PASSWORD: admin.password,
      };
      const server = await startServerProcess({ ...environment, SIGNING_SECRET: 'a'.repeat(32) });
      const library = await LibraryClient.signIn(server.url);
      const { secret } = await library.json<{ secret: string }>('/api/auth/2fa/enroll', 'POST', {
        password: admin.password,
      });
      await library.json('/api/auth/2fa/confirm', 'POST', { code: await generate({ secret }) });
      const signIn = async (): Promise<object> => {
        const answer = await fetch(`${server.url}/api/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(admin),
        });
        return (await answer.json()) as object;
      };
      expect(await signIn()).to.have.property('two_factor_required', true);

      const other = { DATA_DIR: dataDir, SIGNING_SECRET: 'b'.repeat(32) };
      const done = await runCli(['--disable-2fa', 'Admin'], other);
      expect(done).to.deep.equal({
        code: 0,
        stdout: 'Two-step sign-in is off for Admin. The password is enough now.\n',
        stderr: '',
      });
      expect(await signIn()).to.have.property('access_token');
      const again = await runCli(['--disable-2fa', 'admin'], other);
      expect([again.code, again.stdout]).to.deep.equal([0, 'Two-step sign-in was already off for admin.\n']);
      const nobody = await runCli(['--disable-2fa', 'nobody'], other);
      expect([nobody.code, nobody.stderr]).to.deep.equal([1, 'photofinch: There is no user nobody.\n']);
      const { entries } = await library.json<{ entries: { actor: string; subject: string }[] }>('/api/admin/audit');
      const ours = entries.filter(({ actor }) => actor === 'command line');
      expect(ours.map(({ subject }) => subject)).to.deep.equal(['admin']);
      await server.stop();
    }));
});
