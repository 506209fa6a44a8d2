import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('photofinch/package.json') as { version: string };

/** The version of the running program. */
export const version = manifest.version;
