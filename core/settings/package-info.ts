import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const file = require.resolve('photofinch/package.json');

/** The version of the running program. */
export const { version } = require(file) as { version: string };

/** The folder into which `npm run build` writes the web UI, both for the built program and for its sources. */
export const webRoot = join(dirname(file), 'dist', 'web');
