import { register } from 'node:module';

/** `.ts` when the sources run, `.js` in a build. */
const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));

const here = (path: string): string => new URL(`${path}${extension}`, import.meta.url).href;

let registered = false;

/**
 * Makes `photofinch/plugin-api` mean the contract of this very server for every module that is imported from now on.
 *
 * Without it, a plugin outside of our tree would need a copy of the package in a `node_modules` of its own, and could
 * find itself with the contract of another version. Node's hooks are the process's, so this is done once.
 */
export function offerContract(): void {
  if (registered) return;
  registered = true;
  register(here('./contract-hook'), {
    data: {
      'photofinch/plugin-api': here('../plugin-api/index'),
      'photofinch/plugin-api/toolkit': here('../plugin-api/toolkit/index'),
      'photofinch/plugin-api/contract-tests': here('../plugin-api/contract-tests'),
    },
  });
}
