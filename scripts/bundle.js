// Bundles our own modules into `dist`, called by `npm run build`: reading and linking 650 small files took a third of
// the start-up time. Libraries stay in `node_modules`.
//
// All programs are bundled in one run and share chunks, so that each module exists once: a plugin's `SourceError` must
// be the server's.
import { existsSync, readdirSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Modules that are started as a process or thread, or imported by path or by the package's name. */
const programs = [
  /^(core\/(encryption|media|upkeep)|plugins)\/.*-process\.ts$/,
  /-worker\.ts$/,
  /^core\/plugins\/contract-hook\.ts$/,
  /\/cli\.ts$/,
  /^plugins\/[^/]+\/index\.ts$/,
  /^core\/plugin-api\/(index|contract-tests|toolkit\/index)\.ts$/,
];

/** Modules that tests import from the build. */
const tested = [
  'core/media/photo-reader.ts',
  'core/plugins/load.ts',
  'plugins/bridge-upstream/bridge/pictures/pictures.ts',
  'plugins/ml-onnx/models/models-watch.ts',
  'plugins/ml-onnx/onnx-provider.ts',
  'plugins/vectors-local/onnx-graphs.ts',
  'plugins/vectors-local/vector-indexes.ts',
];

const modules = ['core', 'plugins'].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true }).map((name) => `${folder}/${name.split(sep).join('/')}`),
);
const entries = modules.filter((name) => tested.includes(name) || programs.some((program) => program.test(name)));

/** `core/cli/cli` for core/cli/cli.ts: the module's place in `dist` if it were compiled by itself. */
const placeOf = (file) => relative(root, file).split(sep).join('/').replace(/\.ts$/, '');

/** Makes `import.meta.url` the address of the module, not of the chunk that contains it. */
const ownAddresses = {
  name: 'own-addresses',
  resolveId: (id) => (id === 'dist:address' ? `\0${id}` : null),
  load: (id) =>
    id === '\0dist:address' ? `export const dist = import.meta.url.replace(/(.*\\/dist\\/).*/, '$1');` : null,
  transform(code, id, { magicString }) {
    if (!code.includes('import.meta.url') || !isAbsolute(id)) return null;
    magicString.prepend(`import { dist as __dist } from 'dist:address';`);
    // Uses the syntax tree: a message that tells users to write `import.meta.url` keeps its text.
    for (const { start, end } of addressesIn(parseAst(code, { lang: 'ts' }))) {
      magicString.overwrite(start, end, `(__dist + ${JSON.stringify(`${placeOf(id)}.js`)})`);
    }
    return { code: magicString };
  },
};

const require = createRequire(import.meta.url);

/** Whether a library is CommonJS: the same file for `import` and for `require`. */
function isCommonJs(library) {
  const file = require.resolve(library);
  if (pathToFileURL(file).href !== import.meta.resolve(library) || file.endsWith('.mjs')) return false;
  if (file.endsWith('.cjs')) return true;
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return require(join(folder, 'package.json')).type !== 'module';
}

/**
 * Loads CommonJS libraries with `require`. When one is imported, Node parses its file twice to find its exports, which
 * took a tenth of the start-up time. Each statement stays on its line, so that source maps remain valid.
 */
const requiredLibraries = {
  name: 'required-libraries',
  renderChunk(code) {
    let begin =
      'import { createRequire as __createRequire } from "node:module"; const __require = __createRequire(import.meta.url); ';
    const patched = code.replaceAll(
      /^import ([\w$]+)?(?:, )?(\{[^}]*\})? ?from "([^.#"][^"]*)";$/gm,
      (statement, defaultName, names, library) => {
        if (isBuiltin(library) || !isCommonJs(library)) return statement;
        const parts = [defaultName, names?.replaceAll(' as ', ': ')].filter((part) => part !== undefined);
        const required = parts.map((part) => `const ${part} = __require(${JSON.stringify(library)});`).join(' ');
        const line = begin + required;
        begin = '';
        return line;
      },
    );
    return patched === code ? null : { code: patched, map: null };
  },
};

/** The `import.meta.url` nodes in a syntax tree. */
function addressesIn(node) {
  if (node === null || typeof node !== 'object') return [];
  if (node.type === 'MemberExpression' && node.object.type === 'MetaProperty' && node.property.name === 'url')
    return [node];
  return Object.values(node).flatMap(addressesIn);
}

/** Puts each chunk into the folder of its code's owner: stack traces show by the folder whose error it is. */
function chunkFile({ moduleIds }) {
  const [, owner] = /^(plugins\/[^/]+\/)/.exec(placeOf(moduleIds.at(-1) ?? '')) ?? [];
  return `${owner ?? 'core/'}chunks/[name]-[hash].js`;
}

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((name) => [name.replace(/\.ts$/, ''), `${root}${name}`])),
  platform: 'node',
  external: (id) => !id.startsWith('.') && !isAbsolute(id) && !/^photofinch\/plugin-api|^\0?dist:/.test(id),
  resolve: { conditionNames: ['source'] },
  tsconfig: `${root}tsconfig.json`,
  transform: { target: 'es2023' },
  plugins: [ownAddresses, requiredLibraries],
});
await bundle.write({
  dir: `${root}dist`,
  entryFileNames: '[name].js',
  chunkFileNames: chunkFile,
  sourcemap: true,
  sourcemapExcludeSources: true,
  keepNames: true,
  comments: false,
});
await bundle.close();
