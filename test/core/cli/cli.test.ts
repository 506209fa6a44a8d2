import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase, type Db } from '../../../core/db/open.ts';
import { SignInLinks } from '../../../core/store/accounts/sign-in-links.ts';
import { Users } from '../../../core/store/accounts/users.ts';
import { holdDataFolder } from '../../../core/settings/data-folder.ts';
import { transactOn } from '../../../core/store/transact.ts';
import { EditedFacts } from '../../../core/store/photos/edited-facts.ts';
import { PhotoRows } from '../../support/photo-rows.ts';
import { runCli, startServerProcess } from '../../support/server-process.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

const source = { PLUGINS: 'test/fixtures/plugins/folder-source' };

/** Links a user to a sign-in service. @returns readers of the remaining links and of the last audit entry about one */
function link(dataDir: string, username: string): { left: () => unknown[]; audited: () => unknown[] } {
  const onIndex = <T>(use: (db: Db) => T): T => {
    const db = openDatabase(join(dataDir, 'index.sqlite3'));
    try {
      return use(db);
    } finally {
      db.close();
    }
  };
  onIndex((db) => {
    const { id: userId } = new Users(db).byName(username)!;
    new SignInLinks(db).add({ plugin: 'auth-oidc', subject: 's', userId, name: 'anna@example.org', createdAt: 1 });
  });
  return {
    left: () => onIndex((db) => db.prepare<[], object>('SELECT * FROM sign_in_links').all()),
    audited: () =>
      onIndex((db) => {
        const last =
          "SELECT subject, detail FROM audit_entries WHERE action = 'sign_in.unlinked' ORDER BY id DESC LIMIT 1";
        return Object.values(db.prepare<[], Record<string, unknown>>(last).get() ?? {});
      }),
  };
}

describe('the command line', () => {
  it('prints a usage text', async () => {
    const { code, stdout } = await runCli(['--help'], {});
    expect(code).to.equal(0);
    expect(stdout).to.include('photofinch serve').and.include('--reset-password');
  });

  it('prints the usage of one command if the command is named', async () => {
    const { code, stdout } = await runCli(['backup', '--help'], {});
    expect(code).to.equal(0);
    expect(stdout).to.match(/^ {2}photofinch backup +back up the index, even while the server runs\n$/);
  });

  it('verifies the name of an account before it asks for a password', () =>
    withTempFolder(async (folder) => {
      const environment = { DATA_DIR: join(folder, 'data') };
      const misspelt = await runCli(['user', 'add', 'b@b'], environment);
      expect(misspelt.stderr).to.match(/^photofinch: username must be 1 to 64 of the characters/);
      await runCli(['user', 'add', 'anna'], environment, { input: 'correct horse\n' });
      const nobody = await runCli(['--reset-password', 'nobody'], environment);
      expect(nobody.stderr).to.equal('photofinch: There is no user nobody.\n');
    }));

  it('refuses an index that was truncated, but accepts an empty one that a killed start left', () =>
    withTempFolder(async (folder) => {
      const dataDir = join(folder, 'data');
      const environment = { ...source, FOLDER_SOURCE_PATH: folder, DATA_DIR: dataDir };
      const index = join(dataDir, 'index.sqlite3');
      mkdirSync(dataDir);
      writeFileSync(index, '');
      const added = await runCli(['user', 'add', 'anna'], environment, { input: 'correct horse\n' });
      expect(added.stderr).to.equal('');
      const server = await startServerProcess(environment);
      await server.stop();
      truncateSync(index);
      for (const command of [['user', 'list'], ['backup'], ['serve']]) {
        const { code, stderr } = await runCli(command, environment);
        expect(stderr, command.join(' ')).to.include(`The index ${index} is damaged: restore a backup`);
        expect(code).to.equal(1);
      }
      expect(statSync(index).size).to.equal(0);
    }));

  it('creates no new index if the index is a link to a file on a missing disk', () =>
    withTempFolder(async (folder) => {
      const dataDir = join(folder, 'data');
      const disk = join(folder, 'disk');
      mkdirSync(dataDir);
      mkdirSync(disk);
      symlinkSync(join(disk, 'index.sqlite3'), join(dataDir, 'index.sqlite3'));
      for (const command of [['user', 'list'], ['backup'], ['serve'], ['encrypt']]) {
        const { code, stderr } = await runCli(command, { ...source, FOLDER_SOURCE_PATH: folder, DATA_DIR: dataDir });
        expect(stderr, command.join(' ')).to.include(
          'is a link to a file that is not there: see whether its disk is mounted',
        );
        expect(code).to.equal(1);
      }
      expect(readdirSync(disk)).to.deep.equal([]);
    }));

  it('refuses an unknown command, and prints the usage', async () => {
    const { code, stderr } = await runCli(['launch'], {});
    expect(code).to.equal(2);
    expect(stderr).to.include('unknown command: launch').and.include('photofinch serve');
  });

  it('names an invalid setting in one line', async () => {
    const { code, stderr } = await runCli(['serve'], { PORT: 'eighty' });
    expect(code).to.equal(1);
    expect(stderr.trim().split('\n')).to.have.length(1);
    expect(stderr).to.include('PORT');
  });

  it('says what to do when there is no photo source', () =>
    withTempFolder(async (folder) => {
      const { code, stderr } = await runCli(['serve'], { DATA_DIR: join(folder, 'data') });
      expect(code).to.equal(1);
      expect(stderr).to.include('set BRIDGE_URL').and.to.include('PLUGINS');
    }));

  it('writes edits as sidecars while a server has the data folder, and removes the sidecars of undone edits', () =>
    withTempFolder(async (folder) => {
      const environment = { DATA_DIR: join(folder, 'data') };
      const out = join(folder, 'sidecars');
      const none = await runCli(['export-sidecars', out], environment);
      expect([none.code, none.stdout]).to.deep.equal([1, '']);
      expect(none.stderr).to.include('There is no index');

      await runCli(['user', 'add', 'anna'], environment, { input: 'correct horse\n' });
      const db = openDatabase(join(folder, 'data/index.sqlite3'));
      const id = new PhotoRows(db).add({ uid: 'a', name: 'A.JPG' });
      transactOn(db)(() => new EditedFacts(db).decide(id, { caption: 'Hello' }, 1));
      // As a running server does.
      const held = holdDataFolder(environment.DATA_DIR);
      const done = await runCli(['export-sidecars', out], environment);
      expect([done.code, done.stderr]).to.deep.equal([0, '']);
      expect(done.stdout).to.include(`1 sidecar written to ${out}.`);
      expect(readFileSync(join(out, 'A.JPG.xmp'), 'utf8')).to.include('Hello');

      transactOn(db)(() => new EditedFacts(db).decide(id, { caption: null }, 2));
      db.close();
      const undone = await runCli(['export-sidecars', out], environment);
      expect([undone.code, undone.stderr]).to.deep.equal([0, '']);
      expect(undone.stdout).to.include('1 sidecar removed, because the edit was taken back.');
      held.release();
      expect(existsSync(join(out, 'A.JPG.xmp'))).to.equal(false);
    }));

  it('adds and lists users, sets passwords, and unlinks sign-in services', () =>
    withTempFolder(async (folder) => {
      const environment = { DATA_DIR: join(folder, 'data') };
      const added = await runCli(['user', 'add', 'Anna', '--role', 'admin', '--display-name', 'Anna B.'], environment, {
        input: 'correct horse\n',
      });
      expect(added.stderr).to.equal('');
      expect(added.code).to.equal(0);

      const twice = await runCli(['user', 'add', 'anna'], environment, { input: 'correct horse\n' });
      expect(twice.code).to.equal(1);
      expect(twice.stderr).to.include('taken');

      const short = await runCli(['user', 'add', 'ben'], environment, { input: 'short\n' });
      expect(short.code).to.equal(1);
      expect(short.stderr).to.match(/8/);

      const common = await runCli(['user', 'add', 'ben'], environment, { input: 'Sunshine\n' });
      expect([common.code, common.stderr]).to.deep.equal([
        1,
        'photofinch: password is one of the most common passwords, which are guessed first: choose another.\n',
      ]);

      const list = await runCli(['user', 'list'], environment);
      expect(list.stdout).to.equal('anna\tadmin\tenabled\tAnna B.\n');

      const server = await startServerProcess({ ...environment, ...source, FOLDER_SOURCE_PATH: folder });
      try {
        const login = (password: string) => signIn(server.url, 'anna', password);
        const first = await login('correct horse');
        expect(first.status).to.equal(200);
        const { access_token } = (await first.json()) as { access_token: string };

        const reset = await runCli(['--reset-password', 'anna'], environment, { input: 'battery staple\n' });
        expect(reset.code, reset.stderr).to.equal(0);
        const me = await fetch(`${server.url}/api/auth/me`, { headers: { authorization: `Bearer ${access_token}` } });
        expect(me.status, 'a token from before').to.equal(401);
        expect((await login('correct horse')).status).to.equal(401);
        expect((await login('battery staple')).status).to.equal(200);

        expect((await runCli(['user', 'unlink', 'anna'], environment)).stdout).to.include('has no passkeys');
        for (const [words, input] of [
          [['user', 'unlink', 'Anna'], ''],
          [['--reset-password', 'anna'], 'staple battery\n'],
        ] as const) {
          const before = link(environment.DATA_DIR, 'anna');
          const ended = await runCli(words, environment, { input });
          expect([ended.code, ended.stderr]).to.deep.equal([0, '']);
          expect(ended.stdout).to.include('Ended: auth-oidc: anna@example.org');
          expect(before.left(), words.join(' ')).to.deep.equal([]);
          expect(before.audited()).to.deep.equal(['anna', 'auth-oidc: anna@example.org']);
        }
        const nobody = await runCli(['user', 'unlink', 'nobody'], environment);
        expect([nobody.code, nobody.stderr]).to.deep.equal([1, 'photofinch: There is no user nobody.\n']);
      } finally {
        await server.stop();
      }
    }));

  it('does not change the password if the sign-in links cannot be removed', () =>
    withTempFolder(async (folder) => {
      const environment = { DATA_DIR: join(folder, 'data') };
      await runCli(['user', 'add', 'anna'], environment, { input: 'correct horse\n' });
      link(environment.DATA_DIR, 'anna');
      const db = openDatabase(join(environment.DATA_DIR, 'index.sqlite3'));
      try {
        db.exec("CREATE TRIGGER no_room BEFORE DELETE ON sign_in_links BEGIN SELECT raise(ABORT, 'disk is full'); END");
        const state = (): unknown => db.prepare('SELECT password_hash, token_epoch FROM users').all();
        const before = state();
        const reset = await runCli(['--reset-password', 'anna'], environment, { input: 'battery staple\n' });
        expect(reset.code).to.equal(1);
        expect(reset.stderr).to.include('disk is full');
        expect(state()).to.deep.equal(before);
      } finally {
        db.close();
      }
    }));

  it('refuses a common password for the first admin in one line, and ignores it once there is an admin', () =>
    withTempFolder(async (folder) => {
      const environment = { DATA_DIR: join(folder, 'data'), ...source, FOLDER_SOURCE_PATH: folder };
      const { code, stderr } = await runCli(['serve'], { ...environment, ADMIN_PASSWORD: 'Password1' });
      expect(code).to.equal(1);
      expect(stderr).to.match(
        /^photofinch: Setting ADMIN_PASSWORD is one of the most common .*choose another, or .*\n$/,
      );

      await runCli(['user', 'add', 'anna', '--role', 'admin'], environment, { input: 'correct horse\n' });
      const server = await startServerProcess({ ...environment, ADMIN_PASSWORD: 'Password1' });
      await server.stop();
    }));

  it('creates a first admin, and prints the password once', () =>
    withTempFolder(async (folder) => {
      const environment = { DATA_DIR: join(folder, 'data'), ...source, FOLDER_SOURCE_PATH: folder };
      const first = await startServerProcess(environment);
      const shown = /First account: admin \/ (\S+)/;
      await until(() => shown.test(first.output()));
      const password = shown.exec(first.output())?.[1] ?? '';
      const answer = await signIn(first.url, 'admin', password);
      expect(answer.status).to.equal(200);
      expect(await first.stop()).to.equal(0);

      const second = await startServerProcess(environment);
      await second.stop();
      expect(second.output()).to.not.match(shown);
    }));

  it('allows only one server per data folder', () =>
    withTempFolder(async (folder) => {
      const environment = { DATA_DIR: join(folder, 'data'), ...source, FOLDER_SOURCE_PATH: folder };
      const first = await startServerProcess(environment);
      const second = await runCli(['serve'], { ...environment, PORT: '0' });
      expect(second.code).to.equal(1);
      expect(second.stderr).to.include('Photofinch is already running');
      expect((await fetch(`${first.url}/api/health`)).status).to.equal(200);
      expect(await first.stop()).to.equal(0);
    }));

  it('reports a taken port, and still creates the first account at the next start', () =>
    withTempFolder(async (folder) => {
      const common = { ...source, FOLDER_SOURCE_PATH: folder };
      const first = await startServerProcess({ DATA_DIR: join(folder, 'one'), ...common });
      const { port } = new URL(first.url);
      const second = await runCli(['serve'], { DATA_DIR: join(folder, 'two'), ...common, PORT: port });
      expect(second.code).to.equal(1);
      expect(second.stderr).to.include(`Port ${port}`);
      await first.stop();

      const third = await startServerProcess({ DATA_DIR: join(folder, 'two'), ...common });
      await until(() => third.output().includes('First account: admin'));
      await third.stop();
    }));
});

describe('the built program', function () {
  before(function () {
    if (!existsSync('dist/core/cli/cli.js')) {
      console.log('      skipped: there is no build; `npm test` makes one first');
      this.skip();
    }
  });

  it('serves the demo library and the page that shows it', () =>
    withTempFolder(async (folder) => {
      const server = await startServerProcess({ DATA_DIR: folder }, { command: 'demo', how: ['bin/photofinch.cjs'] });
      try {
        const page = await (await fetch(server.url)).text();
        const asset = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
        expect((await fetch(server.url + asset)).status).to.equal(200);
        const login = await signIn(server.url, 'demo', 'demo-demo');
        const { access_token } = (await login.json()) as { access_token: string };
        const count = async (): Promise<number> => {
          const answer = await fetch(`${server.url}/api/photos?limit=1`, {
            headers: { authorization: `Bearer ${access_token}` },
          });
          return ((await answer.json()) as { total: number }).total;
        };
        await until(async () => (await count()) === 60);
      } finally {
        await server.stop();
      }
    }));
});

function signIn(url: string, username: string, password: string): Promise<Response> {
  return fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
}
