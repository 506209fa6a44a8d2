import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../core/db/open.ts';
import { admin, LibraryClient } from '../support/library-client.ts';
import { runCli, startServerProcess } from '../support/server-process.ts';
import { withTempFolder } from '../support/temp-folder.ts';

const demoIsNotReal =
  /^photofinch: The data folder \S+ is the demo's, whose passwords everybody knows: set DATA_DIR .*\n$/;
const realIsNoDemo =
  /^photofinch: The data folder \S+ is of a real library and is not opened as the demo: .*DATA_DIR.*\n$/;

type Kind = 'demo' | 'real';

/** A data folder of the demo and one of a real library, each with an index that a server has made. */
class Folders {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(join(folder, 'photos'));
  }

  dataDir(kind: Kind): string {
    return join(this.#folder, kind);
  }

  /** The settings of one kind of library, with the data folder of the same or the other kind. */
  settings(kind: Kind, folder = kind): Record<string, string> {
    const own = {
      PLUGINS: 'test/fixtures/plugins/folder-source',
      FOLDER_SOURCE_PATH: join(this.#folder, 'photos'),
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
    };
    const place = { DATA_DIR: this.dataDir(folder), MODELS_DIR: join(this.#folder, 'none'), PORT: '0' };
    return kind === 'demo' ? { ...place, DEMO: '1' } : { ...place, ...own };
  }

  async make(kind: Kind): Promise<void> {
    const server = await startServerProcess(this.settings(kind));
    await LibraryClient.signIn(server.url, kind === 'demo' ? { username: 'demo', password: 'demo-demo' } : admin);
    await server.stop();
  }

  /** Copies a data folder that was made before. */
  copy(kind: Kind, from: Folders): void {
    cpSync(from.dataDir(kind), this.dataDir(kind), { recursive: true });
  }

  /** Changes an index by hand. */
  change(kind: Kind, sql: string): void {
    const db = openDatabase(join(this.dataDir(kind), 'index.sqlite3'));
    db.exec(sql);
    db.close();
  }

  users(kind: Kind): string[] {
    const db = openDatabase(join(this.dataDir(kind), 'index.sqlite3'));
    const names = db.prepare<[], string>('SELECT username FROM users ORDER BY username').pluck().all();
    db.close();
    return names;
  }

  /** The message of a command that must fail. */
  async refusal(words: string[], settings: Record<string, string>): Promise<string> {
    const { code, stderr } = await runCli(words, settings);
    expect(code, stderr).to.equal(1);
    return stderr;
  }
}

const asOfAnOlderVersion = `DELETE FROM sync_state WHERE key = 'library_kind'`;

describe('a data folder', function () {
  const made = mkdtempSync(join(tmpdir(), 'photofinch-'));
  const originals = new Folders(made);
  before(() => Promise.all([originals.make('demo'), originals.make('real')]));
  after(() => {
    rmSync(made, { recursive: true });
  });

  /** Calls `test` with copies of data folders that servers have made. */
  const withFolders = (kinds: readonly Kind[], test: (folders: Folders) => Promise<void>): Promise<void> =>
    withTempFolder((folder) => {
      const folders = new Folders(folder);
      for (const kind of kinds) folders.copy(kind, originals);
      return test(folders);
    });

  it('of the demo is not opened as a real library by any command, and stays the demo’s', () =>
    withFolders(['demo'], async (folders) => {
      const real = folders.settings('real', 'demo');
      for (const words of [['serve'], ['user', 'list'], ['backup'], ['check'], ['--disable-2fa', 'demo']]) {
        expect(await folders.refusal(words, real), words.join(' ')).to.match(demoIsNotReal);
      }
      expect(folders.users('demo')).to.deep.equal(['admin', 'demo']);
      const { code, stdout } = await runCli(['user', 'list'], folders.settings('demo'));
      expect([code, stdout]).to.deep.equal([0, 'admin\tadmin\tenabled\tDemo admin\ndemo\twrite\tenabled\tDemo\n']);
    }));

  it('of a real library is not opened as the demo, and gets no account of it', () =>
    withFolders(['real'], async (folders) => {
      for (const words of [['serve'], ['demo'], ['user', 'list']]) {
        expect(await folders.refusal(words, folders.settings('demo', 'real')), words.join(' ')).to.match(realIsNoDemo);
      }
      expect(folders.users('real')).to.deep.equal(['admin']);
    }));

  it('of an older version is recognised by its photo store, or else by its accounts', () =>
    withFolders(['demo', 'real'], async (folders) => {
      const isKnown = async (): Promise<void> => {
        expect(await folders.refusal(['user', 'list'], folders.settings('real', 'demo'))).to.match(demoIsNotReal);
        expect(await folders.refusal(['user', 'list'], folders.settings('demo', 'real'))).to.match(realIsNoDemo);
      };
      for (const kind of ['demo', 'real'] as const) folders.change(kind, asOfAnOlderVersion);
      await isKnown();
      for (const kind of ['demo', 'real'] as const) folders.change(kind, `DELETE FROM sync_state`);
      await isKnown();
      for (const kind of ['demo', 'real'] as const) {
        expect((await runCli(['user', 'list'], folders.settings(kind))).code).to.equal(0);
        // The kind is stored now, whatever happens to the accounts.
        folders.change(kind, `DELETE FROM users`);
      }
      await isKnown();
    }));

  it('of a real library on which the demo was once started is not served until the passwords are changed', () =>
    withFolders(['demo'], async (folders) => {
      folders.change('demo', asOfAnOlderVersion);
      folders.change('demo', `INSERT OR REPLACE INTO sync_state (key, value) VALUES ('store_id', '"a-store"')`);
      const real = folders.settings('real', 'demo');
      const known = (names: string): RegExp =>
        new RegExp(
          `^photofinch: The password of ${names} is the demo's, .* photofinch --reset-password \\w+, and start again`,
        );
      expect(await folders.refusal(['serve'], real)).to.match(known('demo and of admin'));
      expect((await runCli(['--reset-password', 'demo'], real, { input: 'a-password-of-ours\n' })).code).to.equal(0);
      expect(await folders.refusal(['serve'], real)).to.match(known('admin'));
      expect((await runCli(['--reset-password', 'admin'], real, { input: 'another-of-ours\n' })).code).to.equal(0);
      const server = await startServerProcess(real);
      await LibraryClient.signIn(server.url, { username: 'admin', password: 'another-of-ours' });
      await server.stop();
    }));

  it('accepts no snapshot of the other kind', () =>
    withFolders(['demo', 'real'], async (folders) => {
      const snapshot = async (kind: Kind): Promise<string> => {
        const { stdout, stderr } = await runCli(['backup'], folders.settings(kind));
        expect(stdout, stderr).to.match(/^index-/);
        return join(folders.dataDir(kind), 'backups', stdout.split('\n')[0] ?? '');
      };
      const [ofDemo, ofReal] = [await snapshot('demo'), await snapshot('real')];
      expect(await folders.refusal(['restore', '--trust', ofDemo], folders.settings('real'))).to.match(
        /is a snapshot of the demo and is not restored into a real library/,
      );
      expect(await folders.refusal(['restore', '--trust', ofReal], folders.settings('demo'))).to.match(
        /is a snapshot of a real library and is not restored into the demo/,
      );
      expect(await folders.refusal(['restore', ofDemo], folders.settings('real', 'demo'))).to.match(demoIsNotReal);
      expect([folders.users('demo'), folders.users('real')]).to.deep.equal([['admin', 'demo'], ['admin']]);
      const { code, stderr } = await runCli(['restore', ofDemo], folders.settings('demo'));
      expect(code, stderr).to.equal(0);
    }));
});
