import { expect } from 'chai';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shippedNames } from '../../../core/plugin-api/shapes/shipped-name.ts';
import type { Registry } from '../../../core/plugins/registry.ts';
import { linkContract, linkPackage } from '../../support/authors-folder.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { withPlugins } from './loading.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const home = join(root, 'packages/create-photofinch-plugin');
const read = (file: string): string => readFileSync(file, 'utf8');
const manifestOf = (folder: string) => JSON.parse(read(join(folder, 'package.json'))) as Record<string, unknown>;

/** Runs what `npm create photofinch-plugin` runs. */
function create(folder: string, ...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(home, 'index.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

/** Does what `npm install` does. */
function install(plugin: string): void {
  linkContract(plugin);
  linkDependencies(plugin);
}

function linkDependencies(folder: string): void {
  const { dependencies = {} } = manifestOf(folder) as { dependencies?: Record<string, string> };
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const name of Object.keys(dependencies)) linkPackage(folder, name);
}

/** Runs the tests as `npm test` does. */
function runTests(plugin: string): { status: number | null; passed: number; output: string } {
  const tsx = fileURLToPath(import.meta.resolve('tsx'));
  // A nested test runner would report to the outer one.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--conditions=source', '--import', tsx, '--test'], {
    cwd: plugin,
    encoding: 'utf8',
    env,
  });
  return { status, passed: Number(/^\S+ pass (\d+)$/m.exec(stdout)?.[1]), output: stdout + stderr };
}

const npm = (cwd: string, ...args: string[]): string =>
  execFileSync('npm', [...args, '--offline', '--silent'], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** Loads the published package, which is installed in the folder where the server starts. */
async function publishedTo(
  folder: string,
  plugin: string,
  options: { environment?: Record<string, string>; beside?: readonly string[] },
  use: (registry: Registry) => unknown,
): Promise<void> {
  const { name } = manifestOf(plugin) as { name: string };
  const archive = join(folder, npm(plugin, 'pack', '--pack-destination', folder).trim());
  const installed = join(folder, 'node_modules', name);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', installed]);
  linkDependencies(installed);
  const before = process.cwd();
  process.chdir(folder);
  try {
    await withPlugins({ ...options, plugins: [...(options.beside ?? []), name] }, use);
  } finally {
    process.chdir(before);
  }
}

describe('npm create photofinch-plugin', () => {
  it('creates a photo source that passes its tests and can be published', () =>
    withTempFolder(async (folder) => {
      expect(create(folder, 'photofinch-few').said).to.contain('cd photofinch-few');
      const plugin = join(folder, 'photofinch-few');
      install(plugin);
      const { status, passed, output } = runTests(plugin);
      expect(status, output).to.equal(0);
      expect(passed).to.be.greaterThan(50);

      const pictures = join(folder, 'pictures');
      mkdirSync(pictures);
      writeFileSync(join(pictures, 'a.jpg'), 'a picture');
      const environment = { FEW_FOLDER: pictures };
      await publishedTo(folder, plugin, { environment }, async ({ plugins, photoSources }) => {
        expect(plugins.at(-1)).to.deep.equal({ name: 'photofinch-few', version: '0.1.0', provides: ['photo-source'] });
        const signal = new AbortController().signal;
        const { items } = await photoSources[0]!.source.timeline({ cursor: null, limit: 10, signal });
        expect(items).to.have.length(1);
      });
      const installed = join(folder, 'node_modules/photofinch-few');
      expect(readdirSync(installed).sort()).to.deep.equal([
        'README.md',
        'index.js',
        'node_modules',
        'package.json',
        'source.js',
      ]);
    }));

  it('creates a plugin with routes that passes its tests and can be published', () =>
    withTempFolder(async (folder) => {
      expect(create(folder, '@me/photofinch-tide-notes', 'routes').status).to.equal(0);
      const plugin = join(folder, 'photofinch-tide-notes');
      install(plugin);
      const { status, passed, output } = runTests(plugin);
      expect(status, output).to.equal(0);
      expect(passed).to.equal(3);
      await publishedTo(folder, plugin, { beside: ['demo-source'] }, ({ routes, healthChecks }) => {
        const paths = routes.map(({ method, path }) => `${method} ${path}`);
        expect(paths).to.include.members(['GET /api/tide-notes/note', 'PUT /api/tide-notes/note']);
        expect(healthChecks.map(({ id }) => id)).to.include('tide-notes');
      });
    }));

  it('creates a plugin with an event sink that passes its tests and can be published', () =>
    withTempFolder(async (folder) => {
      expect(create(folder, 'photofinch-day-book', 'events').status).to.equal(0);
      const plugin = join(folder, 'photofinch-day-book');
      install(plugin);
      const { status, passed, output } = runTests(plugin);
      expect(status, output).to.equal(0);
      expect(passed).to.be.greaterThan(9);
      await publishedTo(folder, plugin, { beside: ['demo-source'] }, ({ routes, eventSinks }) => {
        expect(eventSinks.map(({ plugin: name }) => name)).to.deep.equal(['photofinch-day-book']);
        expect(routes.map(({ path }) => path)).to.include('/api/day-book/days');
      });
    }));

  it('creates a backup target that passes its tests and can be published', () =>
    withTempFolder(async (folder) => {
      expect(create(folder, 'photofinch-attic', 'backup-target').status).to.equal(0);
      const plugin = join(folder, 'photofinch-attic');
      install(plugin);
      const { status, passed, output } = runTests(plugin);
      expect(status, output).to.equal(0);
      expect(passed).to.be.greaterThan(15);
      const environment = { ATTIC_FOLDER: join(folder, 'copies') };
      await publishedTo(folder, plugin, { environment, beside: ['demo-source'] }, ({ plugins }) => {
        expect(plugins.at(-1)).to.deep.equal({
          name: 'photofinch-attic',
          version: '0.1.0',
          provides: ['backup-target'],
        });
      });
    }));

  it('replaces all names of the template', () =>
    withTempFolder((folder) => {
      for (const kind of ['photo-source', 'routes', 'events', 'backup-target']) {
        create(folder, `sunset-${kind}`, kind);
        const plugin = join(folder, `sunset-${kind}`);
        const files = readdirSync(plugin, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
        expect(files.map(({ name }) => name)).to.include.members(['.gitignore', 'README.md', 'plugin.test.js']);
        for (const { parentPath, name } of files) expect(read(join(parentPath, name))).not.to.match(/my[-_]plugin/i);
        expect(manifestOf(plugin)['keywords']).to.deep.equal(['photofinch-plugin']);
      }
    }));

  it('overwrites no folder, and explains invalid names', () =>
    withTempFolder((folder) => {
      mkdirSync(join(folder, 'taken'));
      writeFileSync(join(folder, 'taken/work.txt'), 'of weeks');
      expect(create(folder, 'taken').said).to.contain('is there already and not empty');
      expect(readdirSync(join(folder, 'taken'))).to.deep.equal(['work.txt']);
      expect(create(folder, '../outside').said).to.contain('is no name for a package');
      expect(create(folder, 'My Plugin').said).to.contain('is no name for a package');
      expect(create(folder, 'mine', 'coffee').said).to.contain('There is no template "coffee"');
      expect(create(folder).said).to.contain('Usage: npm create photofinch-plugin NAME');
      expect(create(folder, '--help')).to.include({ status: 0 });
      expect(existsSync(join(folder, 'mine'))).to.equal(false);
    }));

  it('refuses the names of all included plugins', () =>
    withTempFolder((folder) => {
      const listed = /const shippedNames = (\[[^]*?\n\]);/.exec(read(join(home, 'index.js')))?.[1] ?? '';
      expect([...listed.matchAll(/'([^']+)'/g)].map(([, name]) => name)).to.deep.equal(shippedNames);
      expect(create(folder, 'webhooks')).to.deep.equal({
        status: 1,
        said: 'webhooks is the name of a plugin that comes with the server: choose another name, as in photofinch-webhooks.\n',
      });
      expect(existsSync(join(folder, 'webhooks'))).to.equal(false);
    }));

  it('sets the required options in the start commands of the README', () =>
    withTempFolder((folder) => {
      create(folder, 'photofinch-attic', 'backup-target');
      const starts = read(join(folder, 'photofinch-attic/README.md')).match(/^.*photofinch serve$/gm) ?? [];
      expect(starts).to.have.length(2);
      for (const line of starts) expect(line).to.match(/\bATTIC_FOLDER=\S+ /);
    }));

  it('is published with all of its templates', () => {
    const [{ files }] = JSON.parse(npm(home, 'pack', '--dry-run', '--json')) as [{ files: { path: string }[] }];
    const packed = files.map(({ path }) => path);
    const templates = readdirSync(join(home, 'templates'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(home.length + 1));
    expect(packed).to.include.members([...templates, 'index.js']);
  });

  it('depends on the contract of this version', () => {
    const { version } = manifestOf(join(root, 'core/plugin-api/package'));
    expect(manifestOf(home)['version']).to.equal(version);
    const { devDependencies } = manifestOf(join(home, 'templates/common'));
    expect(devDependencies).to.deep.equal({ '@photofinch/plugin-api': `^${String(version)}` });
  });

  it('contains the photo source and the backup target that docs/plugins.md explains', () => {
    const page = read(join(root, 'docs/plugins.md'));
    const classOf = (text: string, name: string): string =>
      new RegExp(`^(?:export )?(class ${name} [^]*?\\n}\\n)`, 'm').exec(text)?.[1] ?? 'none';
    for (const [file, name] of [
      ['photo-source/source.js', 'FewPictures'],
      ['backup-target/second-disk.js', 'SecondDisk'],
    ] as const) {
      const explained = classOf(page, name);
      expect(explained).not.to.equal('none');
      expect(classOf(read(join(home, 'templates', file)), name)).to.equal(explained);
    }
  });
});
