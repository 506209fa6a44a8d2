#!/usr/bin/env node
// The launcher is CommonJS on purpose: the size of libuv's thread pool is fixed when it is first used, and loading an
// ES module already uses it. Files are read in the pool, and a slow store must not occupy all its threads.
process.env.UV_THREADPOOL_SIZE ??= '16';

import('../dist/plugins/bridge-upstream/bridge/cli.js').catch((error) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND' && String(error.message).includes('dist')) {
    console.error('photofinch-bridge is not built yet: run `npm run build` first.');
  } else {
    console.error(error);
  }
  process.exitCode = 1;
});
