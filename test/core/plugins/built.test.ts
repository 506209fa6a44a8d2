import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withTempFolder } from '../../support/temp-folder.ts';
import { fixture } from './loading.ts';

const dist = new URL('../../../dist/', import.meta.url);

/** Run by plain Node.js: loads a plugin with the built server and prints the result. */
const script = (plugin: string, folder: string): string => `
  import { loadPlugins } from ${JSON.stringify(new URL('core/plugins/load.js', dist).href)};
  import { SourceError } from ${JSON.stringify(new URL('core/plugin-api/index.js', dist).href)};
  const quiet = () => {};
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, child: () => log };
  const { signal } = new AbortController();
  const { plugins, photoSources } = await loadPlugins({
    config: {
      plugins: [${JSON.stringify(plugin)}],
      demo: false,
      dataDir: ${JSON.stringify(folder)},
      environment: { FOLDER_SOURCE_PATH: ${JSON.stringify(fixture('folder-source'))} },
    },
    log,
    pluginState: { of: () => ({ get: quiet, set: quiet, delete: quiet }) },
    accounts: {},
    index: {},
    snapshots: { sweep: quiet, close: quiet },
    events: quiet,
    library: quiet,
    signIn: quiet,
    audit: quiet,
    secret: Buffer.alloc(32, 1),
    faults: { watch: quiet, record: quiet },
    signal,
  });
  const { items } = await photoSources[0].source.timeline({ cursor: null, limit: 1000, signal });
  const error = await photoSources[0].source.open('unknown', { signal }).catch((error) => error);
  console.log(JSON.stringify({ plugins, photos: items.length, sameContract: error instanceof SourceError }));
`;

async function runBuilt(plugin: string, folder: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script(plugin, folder)],
    { cwd: folder, env: { PATH: process.env['PATH'] } },
  );
  return JSON.parse(stdout);
}

describe('the built server, in plain Node', () => {
  before(function () {
    if (!existsSync(fileURLToPath(new URL('core/plugins/load.js', dist)))) this.skip();
  });

  it('provides its own contract to a plugin in any folder', () =>
    withTempFolder(async (folder) => {
      const home = join(folder, 'a stranger’s plugin');
      cpSync(fixture('folder-source'), home, { recursive: true });
      const { photos, ...rest } = (await runBuilt(home, folder)) as { photos: number };
      expect(photos).to.be.greaterThan(5);
      expect(rest).to.deep.equal({
        plugins: [
          { name: 'bridge-upstream', version: '1.0.0', provides: [] },
          { name: 'ml-onnx', version: '1.0.0', provides: ['ml-provider'] },
          { name: 'vectors-local', version: '1.0.0', provides: ['vector-index'] },
          { name: 'backup', version: '1.0.0', provides: ['backups'] },
          { name: 'auth-totp', version: '1.0.0', provides: ['second-factor'] },
          { name: 'photofinch-folder-source', version: '1.0.0', provides: ['photo-source'] },
        ],
        sameContract: true,
      });
    }));

  it('includes the pages of plugins', () => {
    const root = new URL('../../../', import.meta.url);
    const folders = readdirSync(new URL('plugins/', root))
      .map((name) => `plugins/${name}/pages/`)
      .filter((folder) => existsSync(new URL(folder, root)));
    expect(folders).to.include('plugins/auth-webauthn/pages/');
    for (const folder of folders) {
      const [pages, built] = [root, dist].map((of) => readdirSync(new URL(folder, of), { recursive: true }).sort());
      expect(built, folder).to.deep.equal(pages);
    }
  });

  it('reports a plugin that was compiled to CommonJS', () =>
    withTempFolder(async (folder) => {
      const fault = await runBuilt(fixture('broken-commonjs'), folder).catch((error: unknown) => error);
      expect((fault as Error).message).to.contain('broken-commonjs is CommonJS: plugins are ES modules');
    }));

  it('includes the demo pictures', () =>
    withTempFolder(async (folder) => {
      expect(await runBuilt('demo-source', folder)).to.deep.equal({
        plugins: [
          { name: 'bridge-upstream', version: '1.0.0', provides: [] },
          { name: 'ml-onnx', version: '1.0.0', provides: ['ml-provider'] },
          { name: 'vectors-local', version: '1.0.0', provides: ['vector-index'] },
          { name: 'backup', version: '1.0.0', provides: ['backups'] },
          { name: 'auth-totp', version: '1.0.0', provides: ['second-factor'] },
          { name: 'demo-source', version: '1.0.0', provides: ['photo-source'] },
        ],
        photos: 60,
        sameContract: true,
      });
    }));
});
