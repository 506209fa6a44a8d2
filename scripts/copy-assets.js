// Copies the files that the built program needs beside its modules, called by `npm run build`.
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files that plugins serve unchanged: by convention their folder `pages`. */
const pagesOfPlugins = readdirSync(`${root}plugins`)
  .map((name) => `plugins/${name}/pages`)
  .filter((pages) => existsSync(`${root}${pages}`));

const assets = [
  ...['photos', 'manifest.json', 'analysis.json', 'PROVENANCE.md'].map((name) => `plugins/demo-source/${name}`),
  ...pagesOfPlugins,
  ...['faces', 'things'].map((pack) => `plugins/ml-onnx/models/${pack}`),
];

for (const asset of assets) cpSync(`${root}${asset}`, `${root}dist/${asset}`, { recursive: true });
