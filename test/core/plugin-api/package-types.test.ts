import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import * as toolkit from '../../../core/plugin-api/toolkit/index.ts';
import { linkPackage } from '../../support/authors-folder.ts';
import { documents, firstBlock, snippetsOf } from '../../support/documented-snippets.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const root = resolve(import.meta.dirname, '../../..');
const home = join(root, 'core/plugin-api/package');

function compile(...args: string[]): string {
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...args], {
    encoding: 'utf8',
  });
  return stdout;
}

const plugin = `
import { API_VERSION, type Plugin } from '@photofinch/plugin-api';
import { describePhotoSource } from '@photofinch/plugin-api/contract-tests';
import { fakeHost } from '@photofinch/plugin-api/fake-host';
import { fold } from '@photofinch/plugin-api/toolkit';
const plugin: Plugin = { name: 'typed', version: '1.0.0', apiVersion: API_VERSION, register: ({ encryption }) => {
  const cipher: 'aegis-256x2' | 'chacha20' | undefined = encryption?.cipher;
  fold(cipher ?? '');
} };
describePhotoSource(async () => ({ source: (await fakeHost(plugin)).provided('photo-source') }));
`;

/** The names that the plugin docs list for the toolkit: those in both toolkits, and those in the server’s only. */
function documentedToolkit(): { both: string[]; ofServer: string[] } {
  const [, section = ''] = /^## The toolkit\n(.*?)^## /ms.exec(readFileSync('docs/plugins.md', 'utf8')) ?? [];
  const [both = '', ofServer = ''] = section.split("only in the server's toolkit");
  const names = (text: string): string[] =>
    [...text.matchAll(/^\| (`.*?) +\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)/g)].map(([, name = '']) => name),
    );
  return { both: names(both), ofServer: names(ofServer) };
}

describe('the package @photofinch/plugin-api', function () {
  let packed: string;
  before(() => {
    packed = mkdtempSync(join(tmpdir(), 'photofinch-'));
    cpSync(join(home, 'package.json'), join(packed, 'package.json'));
    expect(compile('-p', home, '--outDir', join(packed, 'dist'))).to.equal('');
  });
  after(() => {
    rmSync(packed, { recursive: true });
  });

  /** Installs only the package and the types of Node.js in a folder. */
  function install(folder: string): void {
    const installed = join(folder, 'node_modules/@photofinch/plugin-api');
    mkdirSync(dirname(installed), { recursive: true });
    cpSync(packed, installed, { recursive: true });
    for (const name of ['@types/node', 'undici-types']) linkPackage(folder, name);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  }

  it('has types that compile in strict mode with only the types of Node.js', () =>
    withTempFolder((folder) => {
      install(folder);
      const compilerOptions = {
        ...{ target: 'es2023', module: 'nodenext', types: ['node'], noEmit: true },
        ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['plugin.ts'] }));
      writeFileSync(join(folder, 'plugin.ts'), plugin);
      expect(compile('-p', folder)).to.equal('');
    }));

  it('has types with which the TypeScript snippets in the docs compile, with their tsconfig', () =>
    withTempFolder((folder) => {
      install(folder);
      writeFileSync(join(folder, 'tsconfig.json'), firstBlock('docs/plugins.md', 'json'));
      const typed = documents.flatMap((file) => snippetsOf(file).filter(({ language }) => language === 'ts'));
      expect(typed.map(({ kind }) => kind)).to.include.members(['plugin', 'types']);
      mkdirSync(join(folder, 'src'));
      for (const [at, { code }] of typed.entries()) writeFileSync(join(folder, 'src', `snippet-${at}.ts`), code);
      expect(compile('-p', folder)).to.equal('');
      expect(readdirSync(join(folder, 'dist'))).to.have.length(typed.length);
    }));

  it('exports what the docs list of the toolkit, except for what they list as server-only', () =>
    withTempFolder(async (folder) => {
      install(folder);
      const compilerOptions = { target: 'es2023', module: 'nodenext', types: ['node'], strict: true, noEmit: true };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
      const { both, ofServer } = documentedToolkit();
      expect(both).to.include('ByteSource');
      expect(ofServer).to.include.members(['JobPool', 'openSqlite']);
      const from = "from '@photofinch/plugin-api/toolkit';";
      writeFileSync(join(folder, 'both.ts'), `export { ${both.join(', ')} } ${from}`);
      expect(compile('-p', folder)).to.equal('');
      const absent = ofServer.map((name) => `// @ts-expect-error It is not there.\nexport { ${name} } ${from}`);
      writeFileSync(join(folder, 'absent.ts'), absent.join('\n'));
      expect(compile('-p', folder)).to.equal('');
      const plain = (await import(join(packed, 'dist/toolkit/plain.js'))) as object;
      // Types do not exist at run time.
      const values = both.filter((name) => name in plain);
      expect(values).to.include.members(['abortable', 'writeWholeFile', 'IdSet']);
      expect(Object.keys(toolkit)).to.include.members([...values, ...ofServer]);
    }));
});
