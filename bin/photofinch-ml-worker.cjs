#!/usr/bin/env node
import('../dist/core/ml-worker/cli.js').catch((error) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND' && String(error.message).includes('dist')) {
    console.error('photofinch-ml-worker is not built yet: run `npm run build` first.');
  } else {
    console.error(error);
  }
  process.exitCode = 1;
});
