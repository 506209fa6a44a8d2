import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a worker thread from one of our modules.
 *
 * In the built program that is a `.js` file. From sources, the `.ts` file needs tsx, which is not active in worker threads
 * by default.
 * @param module relative to `from`, without the extension: `./heic-worker`
 * @param from the caller's `import.meta.url`
 */
export function startWorkerThread(
  module: string,
  from: string,
  options: Pick<WorkerOptions, 'workerData'> = {},
): Worker {
  const fromSources = import.meta.url.endsWith('.ts');
  const url = new URL(`${module}.${fromSources ? 'ts' : 'js'}`, from);
  if (!fromSources) return new Worker(url, options);
  const tsx = import.meta.resolve('tsx/esm/api');
  return new Worker(
    `import(${JSON.stringify(tsx)}).then(({ register }) => { register(); return import(${JSON.stringify(url.href)}); });`,
    { ...options, eval: true },
  );
}
