// What a build needs beside compiled TypeScript: called by `npm run build` after tsc.
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const assets = ['plugins/demo-source/photos', 'plugins/demo-source/manifest.json', 'plugins/demo-source/PROVENANCE.md'];

const root = fileURLToPath(new URL('..', import.meta.url));
for (const asset of assets) cpSync(`${root}${asset}`, `${root}dist/${asset}`, { recursive: true });
