const child = require('node:child_process');
const { syncBuiltinESMExports } = require('node:module');
const { resolve } = require('node:path');
const { pathToFileURL } = require('node:url');
const threads = require('node:worker_threads');

/*
 * With TEST_BUILT=1, the processes and threads that the code under test starts are those built by `npm run build`. From
 * the sources, each would first load a compiler, which takes longer than the work of most of them.
 */

const root = resolve(__dirname, '../..');
const source = new RegExp(`^${root}/((?:core|plugins)/.+)\\.ts$`);
const builtFrom = (file) => file.replace(source, `${root}/dist/$1.js`);

if (process.env.TEST_BUILT === '1') {
  const { fork, spawn } = child;
  const { Worker } = threads;
  child.fork = (file, args, options) =>
    source.test(file) ? fork(builtFrom(file), args, { ...options, execArgv: [] }) : fork(file, args, options);
  child.spawn = (command, args, options) => {
    const module = Array.isArray(args) ? args.findIndex((one) => source.test(one)) : -1;
    if (module < 0) return spawn(command, args, options);
    // The arguments between `node` and the module are for running sources.
    const before = args.slice(0, args.lastIndexOf(process.execPath, module) + 1);
    return spawn(command, [...before, builtFrom(args[module]), ...args.slice(module + 1)], options);
  };
  threads.Worker = class extends Worker {
    constructor(file, options) {
      const url = options?.eval ? /return import\("file:\/\/([^"]+)"\)/.exec(file)?.[1] : undefined;
      if (url && source.test(url)) super(pathToFileURL(builtFrom(url)), { ...options, eval: false, execArgv: [] });
      else super(file, options);
    }
  };
  syncBuiltinESMExports();
}
