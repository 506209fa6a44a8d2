import { expect } from 'chai';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { fakeHost } from '../../../core/plugin-api/fake-host.ts';
import type { Plugin } from '../../../core/plugin-api/index.ts';
import { linkContract, linkPackage } from '../../support/authors-folder.ts';
import { runContract } from '../../support/contract-run.ts';
import {
  documents,
  firstBlock,
  moduleAround,
  snippetsOf,
  startsWithPlugins,
  type Snippet,
} from '../../support/documented-snippets.ts';

const page = 'docs/plugins.md';
const snippets = snippetsOf(page);
const document = readFileSync(page, 'utf8');

/** Options are described with an example, which is used here. */
function exampleOptions({ options = {} }: Plugin): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { describe, default: usual }]) => {
      const example = /such as (\S+?)[.,]?$/.exec(describe)?.[1] ?? usual;
      return [name, example ?? 'example'];
    }),
  );
}

const sourcesOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

describe('the code snippets in the docs', () => {
  let folder: string;
  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'photofinch-')));
    linkContract(folder);
    linkPackage(folder, 'joi');
    // The page that an example serves is next to it.
    mkdirSync(join(folder, 'pages'));
    writeFileSync(join(folder, 'pages', 'index.html'), firstBlock(page, 'html'));
    // Snippets of tests import plugins of the same page by their names.
    for (const { kind, code } of snippets) {
      const name = /^ {2}name: '([^']+)'/m.exec(code)?.[1];
      if (kind === 'plugin' && name) writeFileSync(join(folder, `${name}.mjs`), code);
    }
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  let files = 0;
  const load = (code: string, language: Snippet['language']): Promise<{ default?: unknown }> => {
    files += 1;
    const file = join(folder, `snippet-${files}.${language === 'ts' ? 'mts' : 'mjs'}`);
    writeFileSync(file, code);
    return import(pathToFileURL(file).href) as Promise<{ default?: unknown }>;
  };

  const register = async (code: string, language: Snippet['language']): Promise<void> => {
    const plugin = (await load(code, language)).default as Plugin;
    const fake = await fakeHost(plugin, { environment: exampleOptions(plugin) });
    await fake.stop();
  };

  const run: Record<Snippet['kind'], (snippet: Snippet) => Promise<void>> = {
    plugin: ({ code, language }) => register(code, language),
    part: ({ code, language }) => register(moduleAround(code), language),
    tests: async ({ code, language }) => {
      // Tests are declared during the asynchronous import, and run afterwards.
      const declared: (() => void)[] = [];
      const runner = globalThis as unknown as Record<string, unknown>;
      const kept = { describe: runner['describe'], it: runner['it'] };
      const titles: string[] = [];
      runner['describe'] = (title: string, body: () => void) => {
        titles.push(title);
        body();
        titles.pop();
      };
      runner['it'] = (title: string, test: () => void) => {
        const whole = [...titles, title].join(' ');
        declared.push(() => {
          it(whole, test);
        });
      };
      try {
        // Without the import of its own runner, the tests run in this one.
        await load(code.replace(/^import [^;]+ from 'node:test';$/m, ''), language);
      } finally {
        Object.assign(runner, kept);
      }
      const { passed, failed } = await runContract(() => {
        for (const declare of declared) declare();
      });
      expect(failed).to.deep.equal([]);
      expect(passed).not.to.deep.equal([]);
    },
    // test/browser/plugin-pages.test.ts opens it.
    page: ({ code }) => readable(code),
    // test/core/plugin-api/package-types.test.ts compiles it; here it is only loaded.
    types: async ({ code, language }) => {
      expect(Object.keys(await load(code, language))).not.to.deep.equal([]);
    },
  };

  const readable = (code: string): Promise<void> => {
    const { diagnostics = [] } = ts.transpileModule(code, { reportDiagnostics: true });
    expect(diagnostics.map(({ messageText }) => messageText)).to.deep.equal([]);
    return Promise.resolve();
  };

  it('are found', () => {
    expect(snippets.filter(({ kind }) => kind === 'plugin').length).to.be.greaterThan(2);
    expect(snippets.filter(({ kind }) => kind === 'tests').length).to.be.greaterThan(1);
    // A missing fence would merge two blocks.
    const saved = [...document.matchAll(/Save it as `([\w-]+)\.mjs`/g)].map(([, name]) => name);
    const plugins = snippets
      .filter(({ kind }) => kind === 'plugin')
      .map(({ code }) => /^ {2}name: '([^']+)'/m.exec(code)?.[1]);
    expect(plugins).to.include.members(saved);
  });

  for (const file of documents) {
    for (const snippet of snippetsOf(file)) {
      it(`run unchanged: ${file}, ${snippet.title}`, () => run[snippet.kind](snippet));
    }
  }

  it('start servers only with existing plugins, and with variables that the server or the plugins read', () => {
    const settings = readFileSync('docs/settings.md', 'utf8') + readFileSync('core/settings/env.ts', 'utf8');
    const blocks = documents.flatMap((file) => startsWithPlugins(file).map((code) => ({ file, code })));
    expect(blocks.length).to.be.greaterThan(4);
    for (const { file, code } of blocks) {
      const set = new Map([...code.matchAll(/\b([A-Z][A-Z0-9_]+)=([^\s#]+)/g)].map(([, name, value]) => [name, value]));
      const plugins = set.get('PLUGINS')?.split(',') ?? [];
      const own = plugins.map((name) => {
        if (name.startsWith('./')) return document.includes(`Save it anywhere as \`${name.slice(2)}\``) ? document : '';
        return sourcesOf(`plugins/${name}`);
      });
      expect(own, `${file}: ${plugins.join()}`).not.to.include('');
      const unknown = [...set.keys()].filter((name = '') => !(settings + own.join()).includes(name));
      expect(unknown, `${file}:\n${code}`).to.deep.equal([]);
    }
  });
});
