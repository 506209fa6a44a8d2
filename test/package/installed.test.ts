import { expect } from 'chai';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { endProcess } from '../support/child-process.ts';
import { skip } from '../support/skip.ts';
import { until } from '../support/until.ts';

const root = resolve(import.meta.dirname, '../..');

/** Without the options of the `npm exec` that may run these tests: npx would use them as its own. */
const environment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(call|package|yes|loglevel)$/.test(name)),
  ),
  NODE_OPTIONS: '',
};

/** Runs a program. @returns its output */
function run(cwd: string, command: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): string {
  const env = { ...environment, ...more };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** The size on disk in megabytes. */
const sizeOf = (folder: string): number => Number(run(folder, 'du', ['-sm', '.']).split('\t')[0]);

/** Starts `photofinch demo` in a project that has it installed, signs in, and searches. */
async function expectDemo(project: string): Promise<void> {
  const port = await freePort();
  const server = spawn('npx', ['--no-install', 'photofinch', 'demo'], {
    cwd: project,
    env: { ...environment, PORT: `${port}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  try {
    const base = `http://127.0.0.1:${port}`;
    await until(() => printed.includes('listens on') || server.exitCode !== null);
    expect(printed).to.contain('listens on');
    expect((await fetch(`${base}/api/health`)).status).to.equal(200);
    const signedIn = await fetch(`${base}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'demo', password: 'demo-demo' }),
    });
    const { access_token: token } = (await signedIn.json()) as { access_token: string };
    const found = await fetch(`${base}/api/search?q=beach`, { headers: { authorization: `Bearer ${token}` } });
    expect(found.status, await found.text()).to.equal(200);
  } finally {
    // npx starts a shell that starts the server, so the whole process group has to end.
    if (server.exitCode === null) process.kill(-(server.pid ?? 0), 'SIGTERM');
    await endProcess(server, 'SIGTERM');
  }
}

const pluginTest = `
  import { describeSecondFactor } from '@photofinch/plugin-api/contract-tests';
  import { fakeHost } from '@photofinch/plugin-api/fake-host';
  import { API_VERSION } from '@photofinch/plugin-api';

  class Codes {
    #codes = new Map([[1, new Set(['111111', '222222'])]]);
    async isEnabled(user) { return this.#codes.has(user); }
    async status(user) { return { enabled: this.#codes.has(user), recoveryCodesLeft: this.#codes.get(user)?.size ?? 0 }; }
    async verify(user, code) { return this.#codes.get(user)?.delete(code) ?? false; }
    async disable(user) { this.#codes.delete(user); }
  }
  const plugin = {
    name: 'few-codes', version: '1.0.0', apiVersion: API_VERSION,
    register(host) { host.provide('second-factor', new Codes()); },
  };

  const tests = [];
  globalThis.describe = (_title, define) => define();
  globalThis.it = (_title, test) => tests.push(test);
  describeSecondFactor(async () => {
    const fake = await fakeHost(plugin);
    const codes = ['111111', '222222'];
    return {
      secondFactor: fake.provided('second-factor'), enrolledUserId: 1, otherUserId: 2,
      code: () => codes.shift(), cleanup: () => fake.stop(),
    };
  });
  for (const test of tests) await test();
  console.log(tests.length);
`;

describe('the packages, installed into empty projects', function () {
  // On Node 20, the database driver is compiled.
  this.timeout(1_200_000);
  let folder: string | undefined;
  let files: readonly string[] = [];

  before(function () {
    if (process.env['TEST_BUILT'] !== '1') skip(this, 'nothing is built: set TEST_BUILT=1 after npm run build');
    if (spawnSync('npm', ['ping', '--fetch-retries=0'], { encoding: 'utf8' }).status !== 0) {
      skip(this, 'the registry of npm cannot be reached');
    }
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    for (const from of [root, join(root, 'core/plugin-api/package')]) {
      run(from, 'npm', ['pack', '--pack-destination', folder]);
    }
    files = readdirSync(folder).map((name) => join(folder ?? '', name));
    expect(files).to.have.length(2);
  });
  after(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });

  const project = (name: string): string => {
    const home = join(folder!, name);
    mkdirSync(home);
    writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }');
    return home;
  };
  const expectPluginTest = (home: string): void => {
    writeFileSync(join(home, 'plugin-test.js'), pluginTest);
    expect(Number(run(home, process.execPath, ['plugin-test.js']))).to.be.greaterThan(7);
  };

  it('serve the demo and test a plugin, installed by npm in less than 300 MB without a second onnxruntime', async () => {
    const home = project('by-npm');
    // If the driver is compiled, this takes a third of the time without optimisation.
    const flags = { CFLAGS: '-O0', CXXFLAGS: '-O0' };
    run(home, 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...files], flags);
    const modules = join(home, 'node_modules');
    expect(sizeOf(modules)).to.be.lessThan(300);
    expect(['onnxruntime-web', 'onnxruntime-node'].filter((name) => existsSync(join(modules, name)))).to.deep.equal([]);
    expectPluginTest(home);
    await expectDemo(home);
  });

  it('serve the demo and test a plugin, installed by pnpm, which does not run the scripts of packages', async () => {
    const home = project('by-pnpm');
    writeFileSync(join(home, 'pnpm-workspace.yaml'), 'strictDepBuilds: false\n');
    run(home, 'npx', ['--yes', 'pnpm@latest', 'add', '--prefer-offline', ...files]);
    expectPluginTest(home);
    if (Number(process.versions['napi']) < 10) {
      // The driver compiled for npm is used again, since compiling it takes minutes.
      const [compiled, here] = ['by-npm', 'by-pnpm'].map((name) =>
        join(folder!, name, 'node_modules/photofinch/native/sqlite/node-20/node_modules'),
      );
      cpSync(compiled!, here!, { recursive: true, dereference: true });
    }
    await expectDemo(home);
  });
});
