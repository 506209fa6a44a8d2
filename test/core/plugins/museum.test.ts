import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { enablePlugin } from '../../../core/cli/plugin-switches.ts';
import { tryPlugin } from '../../../core/cli/check-plugin.ts';
import { StartupError } from '../../../core/domain/errors.ts';
import { fakeHost } from '../../../core/plugin-api/fake-host.ts';
import type { Plugin } from '../../../core/plugin-api/index.ts';
import { shippedNames } from '../../../core/plugin-api/shapes/shipped-name.ts';
import { thrownText } from '../../../core/plugins/fault.ts';
import { offerContract } from '../../../core/plugins/import-plugin.ts';
import { locatePlugin } from '../../../core/plugins/locate.ts';
import type { LoadStep } from '../../../core/plugins/load.ts';
import { readConfig, type Config } from '../../../core/settings/env.ts';
import { readPluginSwitches } from '../../../core/settings/plugin-switches.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { faultOf, fixture } from './loading.ts';
import { hangLimit, hangsAt, museum, notImported } from './museum.ts';

/** Entries that name no plugin. */
const nowhere: Readonly<Record<string, string>> = {
  './no/such/folder': 'Plugin ./no/such/folder is not there: correct the path.',
  'photofinch-no-such-plugin':
    'Plugin photofinch-no-such-plugin is not shipped with the server and not installed: correct it in PLUGINS, or run npm install photofinch-no-such-plugin in the folder where the server starts.',
  '@/..': 'Plugin @/.. is neither a path nor a package name: correct it in PLUGINS.',
  'a\nb': 'Plugin a b is neither a path nor a package name: correct it in PLUGINS.',
};

const secret = 'tell nobody';
const environment = { BROKEN_SECRET: secret };
const timeLimit = (entry: string, step: LoadStep): number =>
  Object.entries(hangsAt).some(([name, at]) => entry === fixture(name) && step === at) ? hangLimit : 60_000;

async function failureOf(work: () => unknown): Promise<Error> {
  try {
    await work();
  } catch (error) {
    return error as Error;
  }
  return expect.fail('nothing was wrong');
}

describe('a plugin that cannot be used stops the start with one line', () => {
  for (const [name, line] of Object.entries(museum)) {
    it(name, async () => {
      const fault = await faultOf({ plugins: [fixture(name)], environment, timeLimit });
      expect(fault).to.be.instanceOf(StartupError);
      expect((fault as Error).message).to.equal(line.replace('<path>', fixture(name)));
    });
  }

  for (const [name, line] of Object.entries(nowhere)) {
    it(JSON.stringify(name), async () => {
      const fault = await faultOf({ plugins: [name] });
      expect(fault).to.be.instanceOf(StartupError);
      expect((fault as Error).message).to.equal(line);
    });
  }

  it('all broken fixture plugins are covered', () => {
    const fixtures = readdirSync(fixture('')).filter((name) => name.startsWith('broken-'));
    // The loader of the sources accepts CommonJS: see built.test.ts.
    expect([...Object.keys(museum), 'broken-commonjs']).to.have.members(fixtures);
  });
});

describe('`photofinch plugins check` reports the same for a plugin that cannot be used', () => {
  const config = readConfig({ DATA_DIR: '/nowhere', LOG_LEVEL: 'error', ...environment });
  for (const [name, line] of Object.entries(museum)) {
    it(name, async () => {
      const limit = name in hangsAt ? hangLimit : 60_000;
      const fault = await failureOf(() => tryPlugin(config, fixture(name), () => undefined, limit));
      expect(fault).to.be.instanceOf(StartupError);
      // It need not be in PLUGINS.
      const asChecked = line.replace('<path>', fixture(name)).replace(', or take it out of PLUGINS', '');
      expect(fault.message).to.equal(asChecked);
    });
  }
});

describe('the fake host reports the same for a plugin that cannot be used', () => {
  before(offerContract);

  /** Errors that register throws are passed to the tests of the author unchanged. */
  const thrown = /does not start \((.*)\): correct that/;
  for (const [name, line] of Object.entries(museum)) {
    // The test runner of the author ends plugins that hang.
    if (name in hangsAt || notImported.includes(name)) continue;
    it(name, async () => {
      const { file } = locatePlugin(fixture(name), '/');
      const { default: plugin } = (await import(pathToFileURL(file).href)) as { default: Plugin };
      const fault = await failureOf(() => fakeHost(plugin, { environment, serverVersion: '0.1.0' }));
      const [, own] = thrown.exec(line) ?? [];
      if (own === undefined) expect(fault.message).to.equal(line.replace('<path>', calledIn(plugin)));
      else expect(thrownText(fault, [secret])).to.equal(own);
    });
  }

  const calledIn = (plugin: unknown): string =>
    (typeof plugin === 'object' && (plugin as Plugin | null)?.name) || 'without a name';
});

describe('`photofinch plugins enable` switches on no plugin that is unusable everywhere', () => {
  const refused = ['broken-shipped-name', 'broken-two-targets', 'broken-two-factors', 'broken-two-sources'] as const;
  for (const name of [...refused, 'broken-duplicate-route', 'broken-two-checks', 'broken-swallows']) {
    it(name, () =>
      withTempFolder(async (folder) => {
        const fault = await failureOf(() => enablePlugin(configOf(folder), fixture(name), () => undefined));
        expect(fault.message).to.equal(museum[name]?.replace('<path>', fixture(name)));
        expect(readPluginSwitches(folder).enabled).to.deep.equal([]);
      }),
    );
  }

  it('but switches on a plugin that only fails with the local settings, with a warning', () =>
    withTempFolder(async (folder) => {
      const lines: string[] = [];
      await enablePlugin(configOf(folder), fixture('broken-throws'), (line) => lines.push(line));
      expect(readPluginSwitches(folder).enabled).to.deep.equal([fixture('broken-throws')]);
      expect(lines[1]).to.equal(
        '  With the settings of this terminal, a server would not start: Plugin broken-throws does not start (the moon is not full): correct that.',
      );
    }));

  const configOf = (folder: string): Config => readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' });
});

describe('the reserved plugin names', () => {
  it('are those of all included plugins', () => {
    const folders = readdirSync(new URL('../../../plugins', import.meta.url));
    expect(folders).to.have.members(shippedNames);
  });
});
