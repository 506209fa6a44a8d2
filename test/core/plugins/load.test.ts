import { expect } from 'chai';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTempFolder } from '../../support/temp-folder.ts';
import { PluginFault } from '../../../core/plugins/fault.ts';
import { closedSources, faultOf, fixture, withPlugins, writePlugin } from './loading.ts';

const signal = new AbortController().signal;

describe('loading plugins', () => {
  it('finds an included plugin by its short name', () =>
    withPlugins({ plugins: ['demo-source'] }, (registry) => {
      expect(registry.plugins.at(-1)).to.deep.equal({
        name: 'demo-source',
        version: '1.0.0',
        provides: ['photo-source'],
      });
    }));

  it('loads a folder with a package.json', async () => {
    const environment = { FOLDER_SOURCE_PATH: fixture('folder-source') };
    await withPlugins({ plugins: [fixture('folder-source')], environment }, async (registry) => {
      const { items } = await registry.photoSources[0]!.source.timeline({ cursor: null, limit: 100, signal });
      expect(items.length).to.be.greaterThan(5);
    });
  });

  it('loads a package that is installed where the server starts', () =>
    withTempFolder(async (folder) => {
      const home = join(folder, 'node_modules', '@me', 'pictures');
      mkdirSync(join(home, 'lib'), { recursive: true });
      writePlugin(join(home, 'lib'), '@me/pictures', `host.provide('photo-source', source);`);
      const exports = { '.': { types: './lib/none.d.ts', import: './lib/@me-pictures.mjs' } };
      writeFileSync(join(home, 'package.json'), JSON.stringify({ name: '@me/pictures', exports }));
      const before = process.cwd();
      process.chdir(folder);
      try {
        await withPlugins({ plugins: ['@me/pictures'] }, ({ plugins }) => {
          expect(plugins.at(-1)).to.deep.equal({
            name: '@me/pictures',
            version: '1.2.3',
            provides: ['photo-source'],
          });
        });
      } finally {
        process.chdir(before);
      }
    }));

  it('loads a single file, and passes the options that it declares', () =>
    withTempFolder(async (folder) => {
      const file = writePlugin(
        folder,
        'with-options',
        `host.provide('photo-source', source); globalThis.seenOptions = host.options;`,
        `options: { GIVEN: { describe: 'x' }, PRESET: { describe: 'x', default: 'fallback' }, EMPTY: { describe: 'x' } },`,
      );
      await withPlugins({ plugins: [file], environment: { GIVEN: 'yes', EMPTY: '', OTHER: 'not declared' } }, () => {
        const { seenOptions } = globalThis as { seenOptions?: Record<string, unknown> };
        expect(seenOptions).to.deep.equal({ GIVEN: 'yes', PRESET: 'fallback', EMPTY: undefined });
      });
    }));

  it('creates the folder of a plugin only when the plugin reads its path', () =>
    withTempFolder(async (folder) => {
      const asks = writePlugin(folder, '@me/asks', `host.provide('photo-source', source); host.dataDir;`);
      const never = writePlugin(folder, 'never-asks', '');
      const dataDir = join(folder, 'data');
      await withPlugins({ plugins: [asks, never], dataDir }, () => {
        expect(statSync(join(dataDir, 'plugins', '@me+asks')).mode & 0o777).to.equal(0o700);
        expect(existsSync(join(dataDir, 'plugins', 'never-asks'))).to.equal(false);
      });
    }));

  it('passes a plugin the included implementation that it replaces, and undefined if there is none', () =>
    withTempFolder(async (folder) => {
      const file = writePlugin(
        folder,
        'passes-on',
        `host.provide('photo-source', source);
         const replaced = host.replaced('ml-provider');
         host.provide('ml-provider', { ...source, passesOnTo: replaced, models: () => replaced.models(),
           onModelsChanged() {}, preferredImageSize: 9, detectFaces() {}, embedFaces() {}, embedImages() {}, embedTexts() {} });
         globalThis.replacedSource = host.replaced('photo-source');`,
      );
      const environment = { ML_BUILT_IN: 'faces', MODELS_DIR: folder };
      await withPlugins({ plugins: [file], environment }, ({ mlProvider, plugins }) => {
        expect(plugins.find(({ name }) => name === 'ml-onnx')?.provides).to.deep.equal([]);
        expect(mlProvider?.preferredImageSize).to.equal(9);
        expect(mlProvider?.models().faceDetector?.id).to.equal('yunet-n');
        expect((globalThis as { replacedSource?: unknown }).replacedSource).to.equal(undefined);
      });
    }));

  it('separates the state of plugins', () =>
    withTempFolder(async (folder) => {
      const one = writePlugin(folder, 'one', `host.provide('photo-source', source); host.state.set('key', 'of one');`);
      const two = writePlugin(
        folder,
        'two',
        `host.state.set('key', 'first'); host.state.set('key', 'of two'); host.state.set('gone', 'x'); host.state.delete('gone');`,
      );
      await withPlugins({ plugins: [one, two] }, (_registry, { pluginState }) => {
        expect(pluginState.of('one').get('key')).to.equal('of one');
        expect(pluginState.of('two').get('key')).to.equal('of two');
        expect(pluginState.of('two').get('gone')).to.equal(undefined);
      });
    }));

  it('logs the lines of a plugin with its name', () =>
    withTempFolder(async (folder) => {
      const file = writePlugin(
        folder,
        'talker',
        `const { log, provide } = host; provide('photo-source', source); log.warn('the tide is low', { metres: 2 });`,
      );
      const lines: string[] = [];
      await withPlugins({ plugins: [file], logLine: (line) => lines.push(line) }, () => undefined);
      const line = lines.map((text) => JSON.parse(text) as Record<string, unknown>).find(({ metres }) => metres === 2);
      expect(line).to.include({ plugin: 'talker', msg: 'the tide is low', level: 40 });
    }));

  it('refuses `provide` after register has ended', () =>
    withTempFolder(async (folder) => {
      const file = writePlugin(
        folder,
        'late',
        `host.provide('photo-source', source);
         globalThis.provideLate = () => host.provide('second-factor', { isEnabled() {}, status() {}, verify() {}, disable() {} });`,
      );
      await withPlugins({ plugins: [file] }, (registry) => {
        const { provideLate } = globalThis as { provideLate?: () => void };
        expect(provideLate).to.throw('Plugin late called host.provide after register had ended');
        expect(registry.plugins.find(({ name }) => name === 'late')?.provides).to.deep.equal(['photo-source']);
      });
    }));

  it('tells a plugin whether a server starts or only a command', () =>
    withTempFolder(async (folder) => {
      const file = writePlugin(
        folder,
        'background',
        `host.provide('photo-source', source); globalThis.toldServing = host.serving;`,
      );
      for (const serving of [true, false]) {
        await withPlugins({ plugins: [file], serving }, () => {
          expect((globalThis as { toldServing?: boolean }).toldServing).to.equal(serving);
        });
      }
    }));

  it('names the broken file that a plugin imports', () =>
    withTempFolder(async (folder) => {
      const imported: Readonly<Record<string, readonly [text: string, line: RegExp]>> = {
        'no-such-name.mjs': [
          `// A comment.\nimport { nothing } from 'node:fs';`,
          /does not provide an export named 'nothing'\): correct no-such-name\.mjs at line 2\.$/,
        ],
        // Node 20 does not name the file.
        'declared-twice.mjs': [
          'let a;\nlet a;',
          /correct (declared-twice\.mjs at line 2|.* or a file that it imports)\.$/,
        ],
        'types.nts': [
          'export const a = 1;',
          /imports types\.nts, which this Node cannot read: compile TypeScript to JavaScript, and import that\.$/,
        ],
      };
      for (const [name, [text, line]] of Object.entries(imported)) {
        writeFileSync(join(folder, name), text);
        const file = join(folder, `imports-${name}.mjs`);
        writeFileSync(file, `import './${name}';\nexport default {};`);
        const fault = await faultOf({ plugins: [file] });
        expect(fault, name).to.be.instanceOf(PluginFault);
        expect((fault as Error).message).to.match(line);
      }
    }));

  it('names a plugin that throws an unreadable error', () =>
    withTempFolder(async (folder) => {
      const broken = `throw Object.defineProperty(new Error(), 'message', { get() { throw new Error('inner'); } });`;
      const fault = await faultOf({ plugins: [writePlugin(folder, 'unreadable', broken)] });
      expect((fault as Error).message).to.match(
        /^Plugin unreadable does not start \(something that cannot be read\): /,
      );
    }));

  it('closes loaded plugins if a later one cannot be used', () =>
    withTempFolder(async (folder) => {
      const file = writePlugin(folder, 'closed-again', `host.provide('photo-source', source);`);
      await faultOf({ plugins: [file, fixture('broken-throws')] });
      expect(closedSources()).to.include('closed-again');
    }));

  it('closes what a plugin provided before its register failed', () =>
    withTempFolder(async (folder) => {
      const file = writePlugin(folder, 'half-way', `host.provide('photo-source', source); throw new Error('no more');`);
      await faultOf({ plugins: [file] });
      expect(closedSources()).to.include('half-way');
    }));

  it('logs the full failure without secrets at debug level', async () => {
    const lines: string[] = [];
    const environment = { BROKEN_SECRET: 'tell nobody' };
    await faultOf({ plugins: [fixture('broken-secret-leak')], environment, logLine: (line) => lines.push(line) });
    const line = lines.find((text) => text.includes('register failed'));
    expect(line).to.include('at Object.register').and.include('cannot log in with …');
    expect(lines.join()).not.to.include('tell nobody');
  });

  it('stops waiting for a plugin when the server stops', async () => {
    const controller = new AbortController();
    setTimeout(() => {
      controller.abort(new Error('the server stops'));
    }, 50);
    const fault = await faultOf({ plugins: [fixture('broken-hangs')], signal: controller.signal });
    expect((fault as Error).message).to.equal('the server stops');
  });

  it('refuses a plugin that is named twice, in any notation', async () => {
    const folder = fixture('folder-source');
    const fault = await faultOf({ plugins: [folder, join(folder, 'index.js')] });
    expect((fault as Error).message).to.equal(
      `Plugin ${join(folder, 'index.js')} is named twice: name it once in PLUGINS.`,
    );
  });

  it('refuses two plugins of the same name', () =>
    withTempFolder(async (folder) => {
      mkdirSync(join(folder, 'copy'));
      const plugins = [writePlugin(folder, 'same', ''), writePlugin(join(folder, 'copy'), 'same', '')];
      const fault = await faultOf({ plugins });
      expect((fault as Error).message).to.equal('Plugin same is loaded twice: name it once in PLUGINS.');
    }));
});
