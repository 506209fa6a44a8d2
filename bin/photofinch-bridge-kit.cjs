#!/usr/bin/env node
import('../dist/plugins/bridge-upstream/kit/cli.js').catch((error) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND' && String(error.message).includes('dist')) {
    console.error('photofinch is not built yet: run `npm run build` first.');
  } else {
    console.error(error);
  }
  process.exitCode = 2;
});
