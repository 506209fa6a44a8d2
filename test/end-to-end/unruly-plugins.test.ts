import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Overview, TokenPair } from '../../core/http/wire.ts';
import { photofinch } from '../support/programs.ts';
import { runCli, startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

const admin = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'a password of theirs' };
const fixture = (name: string): string => `test/fixtures/plugins/${name}`;
const accident = new URL('../fixtures/own-accident.mjs', import.meta.url).href;
const printsOn = new URL('../fixtures/prints-on.mjs', import.meta.url).href;

function environmentOf(folder: string, plugins: readonly string[]): Record<string, string> {
  mkdirSync(join(folder, 'photos'), { recursive: true });
  return {
    ...admin,
    DATA_DIR: join(folder, 'data'),
    MODELS_DIR: join(folder, 'models'),
    FOLDER_SOURCE_PATH: join(folder, 'photos'),
    PLUGINS: ['folder-source', ...plugins].map(fixture).join(','),
    UNRULY_TOKEN: 'tell-nobody',
  };
}

class Admin {
  readonly #server: ServerProcess;
  #token = '';

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  post(path: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return fetch(this.#server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async plugin(name: string): Promise<Overview['plugins'][number]> {
    if (this.#token === '') {
      const body = { username: admin.ADMIN_USERNAME, password: admin.ADMIN_PASSWORD };
      const answer = await this.post('/api/auth/login', body);
      this.#token = ((await answer.json()) as TokenPair).access_token;
    }
    const headers = { authorization: `Bearer ${this.#token}` };
    const answer = await fetch(`${this.#server.url}/api/admin/overview`, { headers });
    const found = ((await answer.json()) as Overview).plugins.find((plugin) => plugin.name === name);
    if (!found) throw new Error(`the overview lacks ${name}`);
    return found;
  }
}

/** The lines of the log about a plugin. */
function linesAbout(plugin: string, server: ServerProcess): Record<string, unknown>[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['plugin'] === plugin);
}

describe('a plugin with uncaught errors', function () {
  it('is shown to admins with its last error, and the server continues', () =>
    withTempFolder(async (folder) => {
      const server = await startServerProcess(environmentOf(folder, ['unruly']));
      try {
        const asAdmin = new Admin(server);
        expect(await asAdmin.plugin('unruly')).to.include({ faults: 0, last_fault: null });
        const told: readonly [way: string, message: RegExp][] = [
          ['throws in a timer', /^Cannot read properties of undefined/],
          ['throws a word in a timer', /^only a word$/],
          ['throws nothing in a timer', /^undefined$/],
          ['throws what cannot be examined', /^something that cannot be read$/],
          ['rejects and does not look', /^nobody waits for this$/],
          ['rejects with a word', /^just a word$/],
          ['asks the server and does not look', /no\/such\/folder|directory/],
          ['does not listen to a socket', /^connect ECONNREFUSED/],
          ['provides too late', /^Plugin unruly called host\.provide after register had ended/],
          ['provides too late and hides it', /^Plugin unruly called host\.provide after register had ended/],
          ['tells its secret', /^cannot log in with …$/],
        ];
        for (const [index, [way, message]] of told.entries()) {
          expect((await asAdmin.post(`/api/unruly/${way}`, {})).status, way).to.equal(200);
          await until(async () => (await asAdmin.plugin('unruly')).faults > index);
          const { faults, last_fault: last } = await asAdmin.plugin('unruly');
          expect(faults, way).to.equal(index + 1);
          expect(last?.message, way).to.match(message);
          expect(last?.at, way).to.be.closeTo(Date.now() / 1000, 60);
        }
        expect((await asAdmin.plugin('auth-totp')).faults, 'another plugin').to.equal(0);
        // One line a minute, with the place but without the message, which may name a photo.
        expect(linesAbout('unruly', server)).to.have.length(1);
        expect(linesAbout('unruly', server)[0]).to.include({ level: 50, place: 'index.js:9', times: 1 });
        expect(server.output()).not.to.match(/tell-nobody|Cannot read/);
        expect(await server.stop()).to.equal(0);
      } finally {
        await server.kill();
      }
    }));

  it('fills neither the log nor the memory, however many errors there are', () =>
    withTempFolder(async (folder) => {
      const server = await startServerProcess(environmentOf(folder, ['unruly']));
      try {
        const asAdmin = new Admin(server);
        for (let round = 1; round <= 3; round++) {
          await asAdmin.post('/api/unruly/throws a thousand times', {});
          await until(async () => (await asAdmin.plugin('unruly')).faults >= round * 1000);
        }
        const { faults, last_fault: last } = await asAdmin.plugin('unruly');
        expect(faults).to.equal(3000);
        expect(last?.message)
          .to.match(/^number 999 x+…$/)
          .and.to.have.length(300);
        expect(linesAbout('unruly', server).length).to.be.lessThan(3);
        expect(server.output().length).to.be.lessThan(20_000);
      } finally {
        await server.kill();
      }
    }));

  it('does not prevent the server from starting', () =>
    withTempFolder(async (folder) => {
      const server = await startServerProcess(environmentOf(folder, ['unruly-from-the-start']));
      try {
        const asAdmin = new Admin(server);
        await until(async () => (await asAdmin.plugin('unruly-from-the-start')).faults === 2);
        expect(await server.stop()).to.equal(0);
      } finally {
        await server.kill();
      }
    }));

  it('does not prevent a command from finishing', () =>
    withTempFolder(async (folder) => {
      const environment = environmentOf(folder, ['unruly-from-the-start']);
      await (await startServerProcess(environment)).stop();
      const { code, stderr } = await runCli(['backup'], { ...environment, LOG_LEVEL: 'silent' });
      expect(stderr).to.equal('');
      expect(code).to.equal(0);
    }));
});

describe('a plugin that leaves something running', function () {
  it('does not prevent a server or a command from exiting', () =>
    withTempFolder(async (folder) => {
      const environment = environmentOf(folder, ['unruly-leftovers']);
      const server = await startServerProcess(environment);
      try {
        expect(await server.stop()).to.equal(0);
      } finally {
        await server.kill();
      }
      const { code } = await runCli(['backup'], { ...environment, LOG_LEVEL: 'silent' });
      expect(code).to.equal(0);
    }));
});

describe('an uncaught error that no plugin has caused', function () {
  it('closes the server, and ends it with a message of one line', () =>
    withTempFolder(async (folder) => {
      const server = await startServerProcess(environmentOf(folder, ['unruly']), {
        how: ['--import', accident, ...photofinch],
      });
      try {
        await new Admin(server).plugin('unruly');
        const index = join(folder, 'data', 'index.sqlite3');
        expect(existsSync(`${index}-wal`), 'the index is open').to.equal(true);
        const exited = once(server.child, 'close') as Promise<[number | null]>;
        server.child.kill('SIGUSR2');
        expect((await exited)[0]).to.equal(1);
        const lines = server.output().split('\n');
        expect(lines.filter((line) => line.startsWith('photofinch: '))).to.deep.equal([
          'photofinch: Unexpected error, the program stops: the moon is not full.',
        ]);
        const [logged] = lines.filter((line) => line.includes('"level":60'));
        expect(logged).to.include('own-accident.mjs');
        expect(existsSync(`${index}-wal`), 'the index was closed').to.equal(false);
      } finally {
        await server.kill();
      }
    }));

  it('closes the server once, whatever is printed after its output was closed', () =>
    withTempFolder(async (folder) => {
      const server = await startServerProcess(environmentOf(folder, []), {
        how: ['--import', printsOn, ...photofinch],
      });
      try {
        const index = join(folder, 'data', 'index.sqlite3');
        expect(existsSync(`${index}-wal`), 'the index is open').to.equal(true);
        server.child.stdout?.destroy();
        const exited = once(server.child, 'close') as Promise<[number | null]>;
        server.child.kill('SIGUSR2');
        expect((await exited)[0]).to.equal(1);
        const told = server.output().match(/^photofinch: .*$/gm);
        expect(told).to.deep.equal(['photofinch: Unexpected error, the program stops: write EPIPE.']);
        expect(existsSync(`${index}-wal`), 'the index was closed').to.equal(false);
      } finally {
        await server.kill();
      }
    }));
});
