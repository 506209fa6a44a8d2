#!/usr/bin/env node
// The launcher is CommonJS on purpose: libuv's thread pool has its size fixed when it is first used, and loading an ES
// module already uses it. Files are read in it: a slow store must not keep all its threads.
process.env.UV_THREADPOOL_SIZE ??= '16';

import('../dist/plugins/bridge-upstream/bridge/cli.js').catch((error) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND' && String(error.message).includes('dist')) {
    console.error('photofinch-bridge is not built yet: run `npm run build` first.');
  } else {
    console.error(error);
  }
  process.exitCode = 1;
});
