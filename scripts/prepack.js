// Runs before `npm pack`. Installing the package downloads nothing: it contains the sources of SQLite's driver for Node
// 20. npm packs no folder named `node_modules`, so the sources have another name until they are compiled.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
if (!existsSync(join(root, 'dist/onnxruntime/package.json'))) {
  console.error('There is nothing to pack: run `npm run build` first.');
  process.exit(1);
}

const folder = join(root, 'native/sqlite/node-20');
const installed = join(folder, 'node_modules');
const sources = join(folder, 'sources');
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
// The sources of an earlier version may still be there.
const requiredVersion = read(join(folder, 'package-lock.json')).packages['node_modules/better-sqlite3'].version;
const installedVersion = read(join(installed, 'better-sqlite3/package.json'))?.version;
if (installedVersion !== requiredVersion || !existsSync(join(installed, 'better-sqlite3/binding.gyp'))) {
  const options = ['--ignore-scripts', '--global=false', '--location=project', `--prefix=${folder}`];
  const { status } = spawnSync(process.execPath, [process.env.npm_execpath ?? '', 'ci', ...options], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(1);
}
rmSync(sources, { recursive: true, force: true });
for (const name of ['better-sqlite3', 'bindings', 'file-uri-to-path']) {
  const compiled = join(installed, name, 'build');
  cpSync(join(installed, name), join(sources, name), { recursive: true, filter: (file) => file !== compiled });
}
