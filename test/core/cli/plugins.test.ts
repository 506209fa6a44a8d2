import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { tryPlugin } from '../../../core/cli/check-plugin.ts';
import { disablePlugin, enablePlugin, listPlugins } from '../../../core/cli/plugin-switches.ts';
import { searchPlugins } from '../../../core/cli/search-plugins.ts';
import { readConfig, type Config } from '../../../core/settings/env.ts';
import { pluginsToLoad } from '../../../core/domain/plugin-switches.ts';
import { readPluginSwitches } from '../../../core/settings/plugin-switches.ts';
import { runCli, startServerProcess } from '../../support/server-process.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const fixture = (name: string): string => `test/fixtures/plugins/${name}`;
const config = (dataDir: string, more: Record<string, string> = {}): Config =>
  readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...more });

async function printed(work: (print: (line: string) => void) => void | Promise<void>): Promise<string[]> {
  const lines: string[] = [];
  await work((line) => lines.push(line));
  return lines;
}

async function failure(work: () => void | Promise<void>): Promise<string> {
  try {
    await work();
    return 'nothing was wrong';
  } catch (error) {
    return (error as Error).message;
  }
}

const onOf = async (settings: Config): Promise<string[]> =>
  (await printed((print) => listPlugins(settings, print)))
    .filter((line) => line.startsWith('on '))
    .map((line) => line.replace(/ +/g, ' '));

describe('photofinch plugins', () => {
  it('switches included plugins on and off for the next start', () =>
    withTempFolder(async (folder) => {
      const settings = config(folder);
      expect((await printed((print) => listPlugins(settings, print))).join('\n')).to.include('off  backup-remote');
      expect(await printed((print) => enablePlugin(settings, 'backup-remote', print))).to.deep.equal([
        'backup-remote 1.0.0 is on from the next start of the server.',
      ]);
      expect(await onOf(settings)).to.include('on backup-remote switched on 1.0.0');
      await disablePlugin(settings, 'backup', () => undefined);
      await disablePlugin(settings, 'backup-remote', () => undefined);
      expect(readPluginSwitches(folder)).to.deep.equal({ enabled: [], disabled: ['backup'] });
      const lines = await printed((print) => listPlugins(settings, print));
      expect(lines).to.include.members(['off  backup', 'off  backup-remote']);
      await enablePlugin(settings, 'backup', () => undefined);
      expect(readPluginSwitches(folder)).to.deep.equal({ enabled: [], disabled: [] });
    }));

  it('stores the absolute path of a plugin, so that it works from every working directory', () =>
    withTempFolder(async (folder) => {
      await enablePlugin(config(folder), fixture('adjustable'), () => undefined);
      expect(readPluginSwitches(folder).enabled).to.deep.equal([resolve(fixture('adjustable'))]);
      await disablePlugin(config(folder), fixture('adjustable'), () => undefined);
      expect(readPluginSwitches(folder).enabled).to.deep.equal([]);
    }));

  it('names the options that the plugin needs to start', () =>
    withTempFolder(async (folder) => {
      const lines = await printed((print) => enablePlugin(config(folder), fixture('broken-missing-option'), print));
      expect(lines[1]).to.equal('  It needs BROKEN_MISSING_OPTION: set it to the colour of the sky, such as blue.');
    }));

  it('refuses to switch on plugins that cannot be loaded, and to switch off those that other settings load', () =>
    withTempFolder(async (folder) => {
      const settings = config(folder, { PLUGINS: 'takeout-source' });
      expect(await failure(() => enablePlugin(settings, 'no-such-plugin', () => undefined))).to.match(/is not shipped/);
      expect(await failure(() => enablePlugin(settings, fixture('broken-no-name'), () => undefined))).to.match(
        /has no name/,
      );
      expect(await failure(() => disablePlugin(settings, 'takeout-source', () => undefined))).to.equal(
        'PLUGINS names takeout-source, which counts for more: take it out there.',
      );
      expect(await failure(() => disablePlugin(settings, 'bridge-upstream', () => undefined))).to.match(
        /unset BRIDGE_URL/,
      );
      expect(await failure(() => disablePlugin(settings, 'backup-remote', () => undefined))).to.match(/is not on/);
      expect(existsSync(join(folder, 'plugins.json'))).to.equal(false);
    }));

  it('loads plugins that PLUGINS names even if they are switched off', () => {
    const switches = { enabled: ['a', 'b'], disabled: ['backup', 'ml-onnx'] };
    expect(pluginsToLoad(['b', 'backup'], switches)).to.deep.equal({
      plugins: ['b', 'backup', 'a'],
      disabled: ['ml-onnx'],
    });
  });

  it('loads a plugin once, and does not switch it off, if PLUGINS names it by another path than the command did', () =>
    withTempFolder(async (folder) => {
      const path = fixture('adjustable');
      await enablePlugin(config(folder), path, () => undefined);
      const settings = config(folder, { PLUGINS: `./${path}` });
      expect(pluginsToLoad(settings.plugins, readPluginSwitches(folder)).plugins).to.deep.equal([`./${path}`]);
      for (const entry of [path, `./${path}`, resolve(path)]) {
        expect(await failure(() => disablePlugin(settings, entry, () => undefined)), entry).to.equal(
          `PLUGINS names ${entry}, which counts for more: take it out there.`,
        );
      }
    }));

  it('switches off the demo source after it was switched on, and otherwise names the setting that loads it', () =>
    withTempFolder(async (folder) => {
      const settings = config(folder);
      await enablePlugin(settings, 'demo-source', () => undefined);
      await disablePlugin(settings, 'demo-source', () => undefined);
      expect(readPluginSwitches(folder).enabled).to.deep.equal([]);
      expect(await failure(() => disablePlugin(settings, 'demo-source', () => undefined))).to.match(/unset DEMO/);
    }));

  it('names plugins.json if it is corrupt', () =>
    withTempFolder(async (folder) => {
      for (const text of ['{', 'null', '{"enabled": "all", "disabled": []}', '{"enabled": [1], "disabled": []}']) {
        writeFileSync(join(folder, 'plugins.json'), text);
        expect(await failure(() => void readPluginSwitches(folder))).to.match(
          /^The file plugins\.json .*: correct or delete it\.$/,
        );
      }
    }));

  it('switches plugins for other commands too', () =>
    withTempFolder(async (folder) => {
      const environment = { DATA_DIR: folder };
      const off = await runCli(['plugins', 'disable', 'backup'], environment);
      expect([off.code, off.stdout]).to.deep.equal([0, 'backup is off from the next start of the server.\n']);
      expect(JSON.parse(readFileSync(join(folder, 'plugins.json'), 'utf8'))).to.deep.equal({
        enabled: [],
        disabled: ['backup'],
      });
      await runCli(['user', 'add', 'anna'], environment, { input: 'correct horse\n' });
      const taken = await runCli(['backup'], environment);
      expect([taken.code, taken.stderr]).to.deep.equal([
        1,
        'photofinch: No plugin for backups is loaded: see PLUGINS.\n',
      ]);
    }));

  it('names a plugin that exits the process while it starts, as the server does, and fails', () =>
    withTempFolder(async (folder) => {
      const file = join(folder, 'exits.mjs');
      const environment = { DATA_DIR: join(folder, 'data'), PORT: '0', PLUGINS: file, LOG_LEVEL: 'silent' };
      const registers = (ended: number): string =>
        `export default { name: 'exits', version: '1.0.0', apiVersion: 1, register: () => process.exit(${ended}) };`;
      for (const [name, text, expected] of [
        ['exits', registers(0), 1],
        ['exits', registers(1), 1],
        ['exits', registers(3), 3],
        [file, `process.exit(0);`, 1],
      ] as const) {
        writeFileSync(file, text);
        for (const command of [['plugins', 'check', file], ['serve']]) {
          const { code, stderr } = await runCli(command, environment);
          const line = `photofinch: Plugin ${name} ends the program while it starts: let it throw an error instead.\n`;
          expect([code, stderr], command[0]).to.deep.equal([expected, line]);
        }
      }
    }));

  for (const [ended, code] of [
    [3, 3],
    [0, 1],
  ] as const) {
    it(`names a plugin that ends the running server with exit code ${ended}, and fails`, () =>
      withTempFolder(async (folder) => {
        const file = join(folder, 'exits.mjs');
        const route = `{ method: 'GET', path: '/plugins/exits/now', access: 'none', summary: 'Ends', answer: { media: ['text/plain'] }, handler: () => process.exit(${ended}) }`;
        const routes = `register: (host) => host.routes([${route}])`;
        writeFileSync(file, `export default { name: 'exits', version: '1.0.0', apiVersion: 1, ${routes} };`);
        const server = await startServerProcess({
          DATA_DIR: join(folder, 'data'),
          MODELS_DIR: join(folder, 'models'),
          FOLDER_SOURCE_PATH: folder,
          PLUGINS: `${fixture('folder-source')},${file}`,
        });
        const closed = once(server.child, 'close');
        await fetch(`${server.url}/plugins/exits/now`).catch(() => undefined);
        expect((await closed)[0]).to.equal(code);
        expect(server.output()).to.match(
          new RegExp(`\nphotofinch: Plugin exits has ended the program with process.exit, exit code ${ended}\\.\n$`),
        );
      }));
  }

  it('names the command that switches off an included plugin that does not start', () =>
    withTempFolder(async (folder) => {
      const { code, stderr } = await runCli(['serve'], { DATA_DIR: folder, DEMO: '1', ML_PROCESSES: 'many' });
      expect(code).to.equal(1);
      expect(stderr).to.equal(
        'photofinch: Plugin ml-onnx does not start (ML_PROCESSES must be a whole number of 1 to 64): correct that, or switch it off with `photofinch plugins disable ml-onnx`.\n',
      );
    }));

  describe('check', () => {
    it('lists what a plugin provides', async () => {
      expect(await printed((print) => tryPlugin(config('/nowhere'), fixture('adjustable'), print))).to.deep.equal([
        'adjustable 1.0.0 can be loaded.',
        '  route     GET /api/adjustable (none)',
        ...['COLOUR', 'PASSWORD', 'STARS', 'CLOUDS', 'WIND', 'BIRDS'].map((key) => `  setting   ${key}`),
      ]);
    });

    it('lists pages and options, and reports a plugin that provides nothing', async () => {
      const lines = await printed((print) => tryPlugin(config('/nowhere'), fixture('page-plugin'), print));
      expect(lines.find((line) => line.startsWith('  pages '))).to.match(/page-plugin\/.*, in the menu for write$/);
      await withTempFolder(async (folder) => {
        const empty = join(folder, 'empty.mjs');
        const options = `{ MOON: { describe: 'its phase' } }`;
        const plugin = (more: string) =>
          `export default { name: 'empty', version: '1.0.0', apiVersion: 1, ${more} register() {} };`;
        writeFileSync(empty, plugin(''));
        expect((await printed((print) => tryPlugin(config('/nowhere'), empty, print)))[1]).to.match(/provides nothing/);
        const set = join(folder, 'set.mjs');
        writeFileSync(set, plugin(`options: ${options},`));
        expect((await printed((print) => tryPlugin(config('/nowhere'), set, print)))[1]).to.match(/MOON \(not set\)$/);
      });
    });

    for (const [name, message] of [
      ['broken-syntax', /cannot be read/],
      ['broken-missing-option', /needs BROKEN_MISSING_OPTION/],
      ['broken-setting-type', /does not say the type of its setting MOON/],
      ['broken-throws', /the moon is not full/],
      ['broken-unknown-kind', /provides "coffee"/],
      ['broken-sign-in-start', /where it has no route: give host.routes GET/],
    ] as const) {
      it(`reports what is wrong with ${name}`, async () => {
        expect(await failure(() => tryPlugin(config('/nowhere'), fixture(name), () => undefined))).to.match(message);
      });
    }

    it('reveals no secrets in its error message', async () => {
      const settings = config('/nowhere', { BROKEN_SECRET: 'tell nobody' });
      const message = await failure(() => tryPlugin(settings, fixture('broken-secret-leak'), () => undefined));
      expect(message).to.equal('Plugin broken-secret-leak does not start (cannot log in with …): correct that.');
    });
  });

  describe('search', () => {
    let registry: Server;
    let address: string;
    let asked: string[];
    let answer: { status: number; body: string };
    before(async () => {
      registry = createServer((request, response) => {
        asked.push(String(request.url));
        response.writeHead(answer.status).end(answer.body);
      });
      await new Promise<void>((listening) => registry.listen(0, '127.0.0.1', listening));
      address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/npm`;
    });
    beforeEach(() => {
      asked = [];
      answer = { status: 200, body: '{"objects":[]}' };
    });
    after(() => registry.close());

    it('searches the registry for the given words, and prints the results without control characters', async () => {
      const found = { name: 'photofinch-tides', version: '1.2.0', description: 'Tides \u001b[31m of\nharbours' };
      answer.body = JSON.stringify({ objects: [{ package: found }] });
      expect(await printed((print) => searchPlugins(['tide clock'], print, address))).to.deep.equal([
        'photofinch-tides 1.2.0',
        '  Tides  [31m of harbours',
        'A plugin is run by the server and may do all that it may: install only what you trust.',
      ]);
      expect(asked).to.deep.equal(['/npm/-/v1/search?text=keywords%3Aphotofinch-plugin+tide+clock&size=25']);
    });

    it('reports that nothing was found, or that the registry cannot be searched', async () => {
      expect(await printed((print) => searchPlugins([], print, address))).to.deep.equal(['No plugin was found.']);
      for (const wrong of [
        { status: 500, body: '' },
        { status: 200, body: 'hello' },
        { status: 200, body: '{}' },
      ]) {
        answer = wrong;
        expect(await failure(() => searchPlugins([], () => undefined, address))).to.match(
          wrong.status === 500
            ? /^The npm registry .* cannot be searched: it answered 500, so set NPM_CONFIG_REGISTRY to one that can\.$/
            : /^The npm registry .* cannot be searched: see whether/,
        );
      }
    });
  });
});
