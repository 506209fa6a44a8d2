import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Lets a plugin's folder have `@photofinch/plugin-api` as `npm install` puts it there, of our sources. */
export function linkContract(folder: string): void {
  const contract = join(folder, 'node_modules/@photofinch/plugin-api');
  mkdirSync(contract, { recursive: true });
  symlinkSync(join(root, 'core/plugin-api'), join(contract, 'src'));
  const names = { '.': 'index', './contract-tests': 'contract-tests', './fake-host': 'fake-host' };
  const exports = Object.fromEntries(Object.entries(names).map(([name, file]) => [name, `./src/${file}.ts`]));
  writeFileSync(join(contract, 'package.json'), JSON.stringify({ type: 'module', exports }));
}

/** Lets a folder have a package that we have. */
export function linkPackage(folder: string, name: string): void {
  const link = join(folder, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), link);
}
