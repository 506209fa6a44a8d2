import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Adds `@photofinch/plugin-api` to a plugin's folder as `npm install` would, but from our sources. */
export function linkContract(folder: string): void {
  const contract = join(folder, 'node_modules/@photofinch/plugin-api');
  mkdirSync(contract, { recursive: true });
  symlinkSync(join(root, 'core/plugin-api'), join(contract, 'src'));
  const names = { '.': 'index', './contract-tests': 'contract-tests', './fake-host': 'fake-host' };
  const exports = Object.fromEntries(Object.entries(names).map(([name, file]) => [name, `./src/${file}.ts`]));
  writeFileSync(join(contract, 'package.json'), JSON.stringify({ type: 'module', exports }));
}

/** Adds one of our installed packages to a folder. */
export function linkPackage(folder: string, name: string): void {
  const link = join(folder, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), link);
}
