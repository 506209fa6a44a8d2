import { expect } from 'chai';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTempFolder } from '../../support/temp-folder.ts';
import { faultOf, fixture, withPlugins } from './loading.ts';

const signal = new AbortController().signal;

/** A photo source with nothing in it, as the text of a plugin's module. */
const emptySource = `{
  health: async () => ({ reachable: true, loggedIn: true, storeId: 'empty' }),
  timeline: async () => ({ items: [], next: null, changesCursor: '0' }),
  changes: async () => ({ events: [], next: '0', more: false }),
  nodes: async (uids) => ({ nodes: [], missing: uids }),
  albums: async () => ({ albums: [], next: null }),
  albumPhotos: async () => ({ items: [], next: null }),
  thumbnail: async () => null,
  open: async () => { throw new SourceError('not_found', 'none'); },
  close: async () => { globalThis.closedSources = [...(globalThis.closedSources ?? []), NAME]; },
}`;

/** Writes a plugin the way a stranger would: one file, no package.json, no node_modules. */
function writePlugin(folder: string, name: string, register: string, more = ''): string {
  const file = join(folder, `${name.replace('/', '-')}.mjs`);
  writeFileSync(
    file,
    `import { API_VERSION, SourceError } from 'photofinch/plugin-api';
const NAME = '${name}';
const source = ${emptySource};
export default { name: NAME, version: '1.2.3', apiVersion: API_VERSION, ${more}
  async register(host) { ${register} } };`,
  );
  return file;
}

function closedSources(): string[] {
  return (globalThis as { closedSources?: string[] }).closedSources ?? [];
}

describe('loading plugins', () => {
  it('takes a shipped plugin by its short name', () =>
    withPlugins({ plugins: ['demo-source'] }, (registry) => {
      expect(registry.plugins.at(-1)).to.deep.equal({
        name: 'demo-source',
        version: '1.0.0',
        provides: ['photo-source'],
      });
    }));

  it('takes a package that is a folder with a package.json', async () => {
    const environment = { FOLDER_SOURCE_PATH: fixture('folder-source') };
    await withPlugins({ plugins: [fixture('folder-source')], environment }, async (registry) => {
      const { items } = await registry.photoSource.timeline({ cursor: null, limit: 100, signal });
      expect(items.length).to.be.greaterThan(5);
    });
  });

  it('takes a package that is installed where the server starts', () =>
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

  it('takes a single file anywhere on disk and hands it the options that it declares', () =>
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

  it('gives a plugin a folder of its own when it asks for it, and not before', () =>
    withTempFolder(async (folder) => {
      const asks = writePlugin(folder, '@me/asks', `host.provide('photo-source', source); host.dataDir;`);
      const never = writePlugin(folder, 'never-asks', '');
      const dataDir = join(folder, 'data');
      await withPlugins({ plugins: [asks, never], dataDir }, () => {
        expect(statSync(join(dataDir, 'plugins', '@me+asks')).mode & 0o777).to.equal(0o700);
        expect(existsSync(join(dataDir, 'plugins', 'never-asks'))).to.equal(false);
      });
    }));

  it('keeps the state of each plugin apart', () =>
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

  it('writes what a plugin logs under its name', () =>
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

  it('refuses what is provided after register has ended', () =>
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

  it('says whether a server starts, or a command only needs plugins for a moment', () =>
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

  it('closes what was loaded when a later plugin cannot be used', () =>
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

  it('tells the whole of a failure, without secrets, in the debug log', async () => {
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

  it('refuses a plugin that is named twice, in whatever way', async () => {
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

describe('the bridge', () => {
  const environment = { BRIDGE_URL: 'http://127.0.0.1:9', BRIDGE_TOKEN: '0123456789abcdef0123456789abcdef' };
  const names = (registry: { plugins: readonly { name: string; provides: readonly string[] }[] }): string[] =>
    registry.plugins
      .filter(({ name }) => !['ml-onnx', 'backup', 'auth-totp'].includes(name))
      .map(({ name, provides }) => `${name}: ${provides.join()}`);

  it('is where photos come from when BRIDGE_URL is set, without being named', () =>
    withPlugins({ plugins: [], environment }, (registry) => {
      expect(names(registry)).to.deep.equal(['bridge-upstream: photo-source']);
      expect(registry.healthChecks.map(({ id }) => id)).to.deep.equal(['bridge', 'models', 'backups', 'database']);
    }));

  it('may be named all the same', () =>
    withPlugins({ plugins: ['bridge-upstream'], environment }, (registry) => {
      expect(names(registry)).to.deep.equal(['bridge-upstream: photo-source']);
    }));

  it('provides nothing without BRIDGE_URL', () =>
    withPlugins({ plugins: ['demo-source'] }, (registry) => {
      expect(names(registry)).to.deep.equal(['bridge-upstream: ', 'demo-source: photo-source']);
      expect(registry.healthChecks.map(({ id }) => id)).to.deep.equal(['models', 'backups', 'database']);
    }));

  it('is named first by the line that says that there are no photos', async () => {
    const fault = await faultOf({ plugins: [] });
    expect((fault as Error).message).to.match(/^No plugin provides photos: set BRIDGE_URL/);
  });

  it('cannot stand beside another photo source', async () => {
    const fault = await faultOf({ plugins: ['demo-source'], environment });
    expect((fault as Error).message).to.match(/both provide photo-source: there can be one, so unset BRIDGE_URL or/);
  });

  it('says what to do about an address that is none', async () => {
    const fault = await faultOf({ plugins: [], environment: { ...environment, BRIDGE_URL: 'my bridge' } });
    expect((fault as Error).message).to.match(/^Plugin bridge-upstream .*BRIDGE_URL/);
    expect((fault as Error).message).not.to.include('PLUGINS');
  });

  it('is not asked in demo mode, named or not', () =>
    withPlugins({ plugins: ['bridge-upstream'], demo: true, environment }, (registry) => {
      expect(names(registry)).to.deep.equal(['demo-source: photo-source']);
    }));
});

describe('machine learning', () => {
  const provides = (registry: { plugins: readonly { name: string; provides: readonly string[] }[] }, plugin: string) =>
    registry.plugins.find(({ name }) => name === plugin)?.provides;
  const otherProvider = `host.provide('photo-source', source);
    host.provide('ml-provider', {
      models: () => ({ faceDetector: null, faceEmbedder: null, imageText: null }),
      onModelsChanged: () => undefined,
      preferredImageSize: 640,
      detectFaces: async () => [], embedFaces: async () => [], embedImages: async () => [], embedTexts: async () => [],
    });
    host.healthCheck({ id: 'models', run: async () => ({ ok: true, detail: 'theirs' }) });`;

  it('is there without being named', () =>
    withPlugins({ plugins: ['demo-source'] }, (registry) => {
      expect(provides(registry, 'ml-onnx')).to.deep.equal(['ml-provider', 'vector-index']);
    }));

  it('is what a plugin brings that was named, and vector indexes stay', () =>
    withTempFolder((folder) =>
      withPlugins({ plugins: [writePlugin(folder, 'theirs', otherProvider)] }, async (registry) => {
        expect(provides(registry, 'theirs')).to.deep.equal(['photo-source', 'ml-provider']);
        expect(provides(registry, 'ml-onnx')).to.deep.equal(['vector-index']);
        expect(registry.mlProvider?.preferredImageSize).to.equal(640);
        const [check] = registry.healthChecks.filter(({ id }) => id === 'models');
        expect(await check?.run({ signal })).to.deep.equal({ ok: true, detail: 'theirs' });
      }),
    ));

  it('is one thing: two that were named both cannot bring it', () =>
    withTempFolder(async (folder) => {
      const fault = await faultOf({ plugins: ['ml-onnx', writePlugin(folder, 'theirs', otherProvider)] });
      expect((fault as Error).message).to.match(/ml-onnx and theirs both provide ml-provider/);
    }));
});

describe('demo mode', () => {
  it('loads the demo source without being told', () =>
    withPlugins({ plugins: [], demo: true }, async ({ photoSource }) => {
      expect((await photoSource.health({ signal })).storeId).to.equal('photofinch-demo');
    }));

  it('replaces the photo source of another plugin, and closes that one with the rest', () =>
    withTempFolder(async (folder) => {
      const file = writePlugin(folder, 'replaced', `host.provide('photo-source', source);`);
      await withPlugins({ plugins: [file], demo: true }, async ({ photoSource, plugins }) => {
        expect((await photoSource.health({ signal })).storeId).to.equal('photofinch-demo');
        expect(plugins.find(({ name }) => name === 'replaced')!.provides).to.deep.equal([]);
      });
      expect(closedSources()).to.include('replaced');
    }));
});
