import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { openSqlite } from '../../../core/plugin-api/toolkit/index.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const root = resolve(import.meta.dirname, '../../..');
const require = createRequire(import.meta.url);

/** Node-API 10 came with Node 22.14. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const line = major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 14) ? 13 : 12;
const folder = join(root, line === 13 ? '' : 'native/sqlite/node-20', 'node_modules/better-sqlite3');

interface Run {
  readonly code: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const options = { cwd: root, env: { PATH: process.env['PATH'], ...env } };
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, args, options)) };
  } catch (error) {
    const { code, signal, stdout, stderr } = error as Run & { signal: string | null };
    return { code: signal ?? code, stdout, stderr };
  }
}

describe(`SQLite's driver on Node ${process.versions.node}: line ${line}`, () => {
  it('is the version for this Node.js, and the only one loaded', () => {
    openSqlite(':memory:').close();
    const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] };
    const drivers = sharedObjects.filter((file) => file.includes('better-sqlite3'));
    expect(drivers).to.have.length(1);
    expect(drivers[0]).to.include(folder);
    const { version } = require(join(folder, 'package.json')) as { version: string };
    expect(version).to.match(new RegExp(`^${line}\\.`));
  });

  it('can encrypt a database', () =>
    withTempFolder((dir) => {
      const file = join(dir, 'secret.sqlite3');
      const db = openSqlite(file);
      db.pragma(`key = 'a key'`);
      db.exec(`CREATE TABLE photos (name TEXT); INSERT INTO photos VALUES ('a photo of a secret')`);
      db.close();
      expect(readFileSync(file).includes('a photo of a secret')).to.equal(false);
    }));

  // Line 12 ends the process on Node 24.19 and newer if statements are collected between two callbacks of a socket.
  it('survives the garbage collection of statements while a socket is read', async () => {
    const script = `
      const { loadDriver } = require('./native/sqlite/driver.cjs');
      const db = new (loadDriver())(':memory:');
      const net = require('node:net');
      const server = net.createServer((socket) => {
        socket.on('error', () => {});
        const timer = setInterval(() => socket.write(Buffer.alloc(2000)), 1);
        socket.on('close', () => clearInterval(timer));
      });
      server.listen(0, '127.0.0.1', async () => {
        let chunks = 0;
        for await (const chunk of net.connect(server.address().port, '127.0.0.1')) {
          for (let at = 0; at < 50; at += 1) db.prepare('SELECT ' + at);
          for (let at = 0, junk = []; at < 300; at += 1) {
            await null;
            junk.push(new Array(100).fill(at));
          }
          chunks += 1;
          if (chunks === 300) break;
        }
        server.close();
        console.log('alive');
      });`;
    expect(await run(['--eval', script])).to.deep.equal({ code: 0, stdout: 'alive\n', stderr: '' });
  });

  it('prints in one line what to do if it is not installed', async () => {
    // As after `npm ci --ignore-scripts` on Node 20, and after an installation that lost its binaries.
    const lost = `data:text/javascript,${encodeURIComponent(`
      import Module from 'node:module';
      const resolve = Module._resolveFilename;
      Module._resolveFilename = (name, ...rest) => {
        if (name.endsWith('.node') && name.includes('sqlite')) throw Object.assign(new Error(name), { code: 'MODULE_NOT_FOUND' });
        return resolve(name, ...rest);
      };`)}`;
    await withTempFolder(async (dir) => {
      const cli = ['--conditions=source', '--import=tsx', `--import=${lost}`, 'core/cli/cli.ts', 'serve'];
      const { code, stderr } = await run(cli, { DATA_DIR: dir, DEMO: '1' });
      expect(code).to.equal(1);
      expect(stderr).to.match(/^photofinch: SQLite's driver .+\n$/);
      expect(stderr).to.include(line === 13 ? 'install photofinch again' : 'run `npm run postinstall`');
    });
  });

  it('is left alone by the install script if it is already installed', async () => {
    const { code, stdout, stderr } = await run(['native/sqlite/install.cjs']);
    expect({ code, stdout, stderr }).to.deep.equal({ code: 0, stdout: '', stderr: '' });
  });

  it('needs no compiler on newer Node.js versions: the lock file has the entry that npm drops', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { gypfile?: boolean }>;
    };
    expect(packages['node_modules/better-sqlite3'], 'node native/sqlite/install.cjs mends it').to.have.property(
      'gypfile',
      false,
    );
  });
});
