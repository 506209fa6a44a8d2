import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { migrate } from '../../../core/db/migrate.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase } from '../../../core/db/open.ts';
import facesPack from '../../../plugins/ml-onnx/packs/faces.json' with { type: 'json' };
import { Mirror, withMirror } from '../../plugins/ml-onnx/mirror.ts';
import { outputOf } from '../../support/child-process.ts';
import { modelsDir as weights, needModels } from '../../support/model-packs.ts';
import { photofinch } from '../../support/programs.ts';
import { runCli, startServerProcess, type ServerProcess } from '../../support/server-process.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

const [detector, embedder] = facesPack.files.map(({ path }) => path) as [string, string];

/** No server listens on this port. */
const noNetwork = { MODELS_URL: 'http://127.0.0.1:9' };

const folders = (folder: string): Record<string, string> => ({
  DATA_DIR: join(folder, 'data'),
  MODELS_DIR: join(folder, 'models'),
});

/** With nothing built in, the small face pack has to be pulled. */
const bareFolders = (folder: string): Record<string, string> => ({ ...folders(folder), ML_BUILT_IN: 'none' });

function realFile(path: string): Buffer | undefined {
  const file = join(weights, basename(path));
  return existsSync(file) ? readFileSync(file) : undefined;
}

describe('photofinch models next to a library', function () {
  const filesIn = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String).sort();

  it('creates no data folder when it lists or pulls models', () =>
    withTempFolder(async (folder) => {
      const listed = await runCli(['models', 'list'], folders(folder));
      expect(listed.code, listed.stderr).to.equal(0);
      const pulled = await runCli(['models', 'pull', 'faces', '--from', folder], bareFolders(folder));
      expect(pulled.stderr).to.match(/--from has no /);
      expect(existsSync(join(folder, 'data'))).to.equal(false);
    }));

  it('leaves the data folder of a library unchanged', () =>
    withTempFolder(async (folder) => {
      const data = join(folder, 'data');
      await (await startServerProcess({ ...folders(folder), DEMO: '1' })).stop();
      const before = filesIn(data);
      expect((await runCli(['models', 'list'], { ...folders(folder), DEMO: '1' })).code).to.equal(0);
      expect(filesIn(data)).to.deep.equal(before);
    }));

  it('does not migrate an index of an older version', () =>
    withTempFolder(async (folder) => {
      const data = join(folder, 'data');
      mkdirSync(data);
      const index = join(data, 'index.sqlite3');
      const db = openDatabase(index);
      migrate(db, migrations.slice(0, 1));
      db.close();
      const before = readFileSync(index);
      expect((await runCli(['models', 'list'], folders(folder))).code).to.equal(0);
      expect(filesIn(data)).to.deep.equal(['index.sqlite3']);
      expect(readFileSync(index).equals(before)).to.equal(true);
    }));
});

describe('photofinch models', function () {
  before(function () {
    needModels(this);
  });

  it('lists packs with their state, size and licence', () =>
    withTempFolder(async (folder) => {
      const { code, stdout, stderr } = await runCli(['models', 'list'], folders(folder));
      expect(stderr).to.equal('');
      expect(code).to.equal(0);
      expect(stdout).to.match(/^faces +built in +3\.4 MB {2}Finds faces/m);
      expect(stdout).to.match(/^things +built in +11\.3 MB {2}Names what/m);
      expect(stdout).to.match(/^ +Default\. Licence: MIT \(OpenAI CLIP\)\.$/m);
      expect(stdout).to.match(/^siglip2 +missing +393 MB/m);
    }));

  it('pulls from a folder, and prints a line for each file', () =>
    withTempFolder(async (folder) => {
      const pulled = await runCli(['models', 'pull', 'faces', '--from', weights], bareFolders(folder));
      expect(pulled.stderr).to.equal('');
      expect(pulled.code).to.equal(0);
      expect(pulled.stdout).to.equal(
        `faces/${detector}  315 KB\nfaces/${embedder}  3.1 MB\nModels installed. A running server finds them within seconds.\n`,
      );
      const { stdout } = await runCli(['models', 'list'], bareFolders(folder));
      expect(stdout).to.match(/^faces +installed/m);
    }));

  it('downloads no packs that are built in', () =>
    withTempFolder((folder) =>
      withMirror(realFile, async (mirror) => {
        const environment = { ...folders(folder), MODELS_URL: `${mirror.url}/models` };
        expect((await runCli(['models', 'pull', 'faces', 'things'], environment)).code).to.equal(0);
        expect(mirror.requests).to.deep.equal([]);
        expect(existsSync(join(folder, 'models'))).to.equal(false);
      }),
    ));

  it('pulls from a mirror, and downloads nothing the second time', () =>
    withTempFolder((folder) =>
      withMirror(realFile, async (mirror) => {
        const environment = { ...bareFolders(folder), MODELS_URL: `${mirror.url}/models` };
        const pulled = await runCli(['models', 'pull', 'faces'], environment);
        expect(pulled.code, pulled.stderr).to.equal(0);
        expect(mirror.requests).to.deep.equal([`GET /models/faces/${detector}`, `GET /models/faces/${embedder}`]);
        const again = await runCli(['models', 'pull', 'faces'], environment);
        expect(again.stdout.split('\n')).to.have.length(2);
        expect(mirror.requests).to.have.length(2);
      }),
    ));

  const troubles: [string, string[], Record<string, string>, RegExp][] = [
    [
      'there is no network',
      ['models', 'pull', 'faces'],
      noNetwork,
      /127\.0\.0\.1:9 cannot be reached: check the network/,
    ],
    ['there is no such pack', ['models', 'pull', 'cats'], {}, /^photofinch: There is no pack cats: there are faces, /],
    ['the folder is empty', ['models', 'pull', 'faces', '--from', '/nowhere'], {}, /--from has no yunet/],
    ['the mirror is not an address', ['models', 'list'], { MODELS_URL: 'mirror' }, /MODELS_URL must be an address/],
  ];
  for (const [what, args, environment, message] of troubles) {
    it(`reports in one line that ${what}`, () =>
      withTempFolder(async (folder) => {
        const { code, stderr } = await runCli(args, { ...bareFolders(folder), ...environment });
        expect(code).to.equal(1);
        expect(stderr).to.match(message);
        expect(stderr.trim().split('\n')).to.have.length(1);
      }));
  }

  it('keeps a partial download when it is interrupted, and resumes it the next time', () =>
    withTempFolder(async (folder) => {
      await withMirror(realFile, async (mirror) => {
        mirror.fault = (request, response, bytes) => {
          if (!request.url?.endsWith(embedder)) return false;
          response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 1_000_000));
          return true;
        };
        const environment = { ...bareFolders(folder), MODELS_URL: mirror.url };
        const child = spawn(process.execPath, [...photofinch, 'models', 'pull', 'faces'], {
          env: { PATH: process.env['PATH'], ...environment },
        });
        const output = outputOf(child);
        const part = join(folder, 'models/faces', `${embedder}.part`);
        await until(() => existsSync(part) && statSync(part).size === 1_000_000);
        child.kill('SIGINT');
        const { code, stderr } = await output;
        expect(stderr).to.equal('photofinch: Stopped. Run the command again to continue.\n');
        expect(code).to.equal(1);
        expect(statSync(part).size).to.equal(1_000_000);
        mirror.fault = () => false;
        expect((await runCli(['models', 'pull', 'faces'], environment)).code).to.equal(0);
        expect(mirror.requests.at(-1)).to.equal(`GET /faces/${embedder} bytes=1000000-`);
      });
    }));
});

describe('photofinch demo --pull-models', function () {
  const startDemo = (folder: string, mirror: string): Promise<ServerProcess> =>
    startServerProcess(
      { ...folders(folder), MODELS_URL: mirror },
      { command: 'demo', how: [...photofinch, '--pull-models'] },
    );

  it('starts serving first, and reports in one line that it continues without a network', () =>
    withTempFolder(async (folder) => {
      const server = await startDemo(folder, noNetwork.MODELS_URL);
      expect((await fetch(`${server.url}/api/health`)).status).to.equal(200);
      await until(() => /The demo continues without .*127\.0\.0\.1:9 cannot be reached/.test(server.output()));
      expect(server.output()).to.match(/listens on [^]*The demo continues/);
      await server.stop();
    }));

  it('starts without waiting for a silent network, and closes its download when it is killed', () =>
    withTempFolder(async (folder) => {
      const mirror = new Mirror(() => undefined);
      let ended = 0;
      mirror.fault = (_request, response) => {
        response.on('close', () => (ended += 1));
        return true;
      };
      const server = await startDemo(folder, await mirror.listen());
      expect((await fetch(`${server.url}/api/health`)).status).to.equal(200);
      await until(() => mirror.requests.length > 0);
      expect(ended).to.equal(0);
      await server.kill();
      await until(() => ended > 0);
      mirror.close();
    }));
});
