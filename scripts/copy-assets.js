// What the built program needs beside its modules: called by `npm run build`.
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const assets = [
  ...['photos', 'manifest.json', 'analysis.json', 'PROVENANCE.md'].map((name) => `plugins/demo-source/${name}`),
  ...['faces', 'things'].map((pack) => `plugins/ml-onnx/models/${pack}`),
];

const root = fileURLToPath(new URL('..', import.meta.url));
for (const asset of assets) cpSync(`${root}${asset}`, `${root}dist/${asset}`, { recursive: true });
