#!/usr/bin/env node
// The launcher is CommonJS on purpose. Password hashing and file access share libuv's thread pool, whose size is fixed
// when it is first used, and loading an ES module already uses it: this is the last moment to set the size.
const workers = Number.parseInt(process.env.WORKERS ?? '', 10) || 3;
process.env.UV_THREADPOOL_SIZE ??= String(workers + 6); // files of indexing, 2 passwords, 4 files that users wait for

import('../dist/core/cli/cli.js').catch((error) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND' && String(error.message).includes('dist')) {
    console.error('photofinch is not built yet: run `npm run build` first.');
  } else {
    console.error(error);
  }
  process.exitCode = 1;
});
