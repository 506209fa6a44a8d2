import { createRequire } from 'node:module';
import type * as Prometheus from 'prom-client';

const require = createRequire(import.meta.url);

/** prom-client consists of a hundred files, so it is loaded at the first request and not at the start. */
export const prometheus = (): typeof Prometheus => require('prom-client') as typeof Prometheus;
