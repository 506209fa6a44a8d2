import { createRequire } from 'node:module';
import type * as Prometheus from 'prom-client';

const require = createRequire(import.meta.url);

/** prom-client and what it loads with it, a hundred files, are read when the first request is counted, not at a start. */
export const prometheus = (): typeof Prometheus => require('prom-client') as typeof Prometheus;
