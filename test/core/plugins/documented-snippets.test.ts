import { expect } from 'chai';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { fakeHost } from '../../../core/plugin-api/fake-host.ts';
import type { Plugin } from '../../../core/plugin-api/index.ts';
import { linkContract, linkPackage } from '../../support/authors-folder.ts';
import { runContract } from '../../support/contract-run.ts';
import { moduleAround, snippetsOf, type Snippet } from '../../support/documented-snippets.ts';

const page = new URL('../../../docs/plugins.md', import.meta.url);
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

describe('the snippets of docs/plugins.md', () => {
  let folder: string;
  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'photofinch-')));
    linkContract(folder);
    linkPackage(folder, 'joi');
    // The page that an example serves stands beside it.
    mkdirSync(join(folder, 'pages'));
    const [, html = ''] = /^```html\n([^]*?)^```$/m.exec(document) ?? [];
    writeFileSync(join(folder, 'pages', 'index.html'), html);
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
      // They are told while the module is imported, which takes a while, and are run afterwards.
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
        // The runner's own, so that they are run here.
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
    page: ({ code }) => {
      const { diagnostics = [] } = ts.transpileModule(code, { reportDiagnostics: true });
      expect(diagnostics.map(({ messageText }) => messageText)).to.deep.equal([]);
      return Promise.resolve();
    },
  };

  it('are found', () => {
    expect(snippets.filter(({ kind }) => kind === 'plugin').length).to.be.greaterThan(2);
    expect(snippets.filter(({ kind }) => kind === 'tests').length).to.be.greaterThan(1);
    // A fence that is lost makes one block of two.
    const saved = [...document.matchAll(/Save it as `([\w-]+)\.mjs`/g)].map(([, name]) => name);
    const plugins = snippets
      .filter(({ kind }) => kind === 'plugin')
      .map(({ code }) => /^ {2}name: '([^']+)'/m.exec(code)?.[1]);
    expect(plugins).to.include.members(saved);
  });

  for (const snippet of snippets) {
    it(`run as they stand: ${snippet.title}`, () => run[snippet.kind](snippet));
  }
});
