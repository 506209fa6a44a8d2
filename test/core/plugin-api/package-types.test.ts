import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { linkPackage } from '../../support/authors-folder.ts';
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

describe('the package @photofinch/plugin-api', function () {
  this.timeout(120_000);

  it('has types that an author’s strict compiler reads with nothing but those of Node', () =>
    withTempFolder((folder) => {
      const installed = join(folder, 'node_modules/@photofinch/plugin-api');
      mkdirSync(installed, { recursive: true });
      cpSync(join(home, 'package.json'), join(installed, 'package.json'));
      expect(compile('-p', home, '--outDir', join(installed, 'dist'))).to.equal('');
      for (const name of ['@types/node', 'undici-types']) linkPackage(folder, name);
      const compilerOptions = {
        ...{ target: 'es2023', module: 'nodenext', types: ['node'], noEmit: true },
        ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['plugin.ts'] }));
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      writeFileSync(join(folder, 'plugin.ts'), plugin);
      expect(compile('-p', folder)).to.equal('');
    }));
});
