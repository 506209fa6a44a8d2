// Copies onnxruntime into `dist`, called by `npm run build`. Its package has the libraries of all systems, 290 MB, and
// its install script downloads GPU libraries. Users who install Photofinch could switch off neither.
import { constants, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The systems that Photofinch supports. */
const systems = ['linux/x64', 'linux/arm64', 'darwin/arm64'];

/** A copy of the library under a second name. The other one is loaded. */
const twin = /libonnxruntime\.\d+\.\d+\.\d+\.dylib$/;

const root = fileURLToPath(new URL('..', import.meta.url));
const from = dirname(createRequire(import.meta.url).resolve('onnxruntime-node/package.json'));
const to = join(root, 'dist/onnxruntime');

const filter = (file) => !twin.test(file) && !file.endsWith('.map');
for (const part of ['dist', ...systems.map((system) => `bin/napi-v6/${system}`)]) {
  cpSync(join(from, part), join(to, part), { recursive: true, mode: constants.COPYFILE_FICLONE, filter });
}
const { name, version, license, main, types } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
mkdirSync(to, { recursive: true });
writeFileSync(join(to, 'package.json'), `${JSON.stringify({ name, version, license, main, types }, null, 2)}\n`);
cpSync(join(root, 'native/onnxruntime/LICENSE'), join(to, 'LICENSE'));
