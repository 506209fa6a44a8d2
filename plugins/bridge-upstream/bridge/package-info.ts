import { createRequire } from 'node:module';

/** The version of the running program. */
export const { version } = createRequire(import.meta.url)('photofinch/package.json') as { version: string };
