import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/**
 * Starts a worker thread from a file beside this one.
 *
 * In the built program that is a `.js` file. Run from its sources, the `.ts` file needs tsx, which does not follow into
 * worker threads by itself.
 * @param name the file's name without its ending
 */
export function startWorkerThread(name: string): Worker {
  const fromSources = import.meta.url.endsWith('.ts');
  const url = new URL(`./${name}.${fromSources ? 'ts' : 'js'}`, import.meta.url);
  if (!fromSources) return new Worker(url);
  // `import.meta.resolve` is missing where mocha loads this file as CommonJS, and `require` finds the CommonJS half.
  const tsxApi = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs');
  const tsx = pathToFileURL(tsxApi).href;
  return new Worker(
    `import(${JSON.stringify(tsx)}).then(({ register }) => { register(); return import(${JSON.stringify(url.href)}); });`,
    { eval: true },
  );
}
