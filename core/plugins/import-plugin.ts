import nodeModule from 'node:module';
import { basename, dirname, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { commonJsProblem } from '../plugin-api/shapes/plugin.ts';
import { PluginFault, thrownDetails, thrownText } from './fault.ts';
import type { Located } from './locate.ts';

/**
 * Imports a plugin's module.
 * @returns its default export, unchecked
 * @throws PluginFault
 */
export async function importPlugin({ entry, file }: Located, log: Pick<Logger, 'debug'>): Promise<unknown> {
  try {
    const module = (await import(pathToFileURL(file).href)) as { default?: unknown };
    return module.default;
  } catch (error) {
    log.debug({ plugin: entry, cause: thrownDetails(error) }, 'import failed');
    throw importFault(entry, file, error);
  }
}

function importFault(entry: string, file: string, error: unknown): PluginFault {
  if (isCommonJs(error)) return new PluginFault(entry, ...commonJsProblem, error);
  const folder = `${dirname(file)}${sep}`;
  const text = thrownText(error).replaceAll(pathToFileURL(folder).href, '').replaceAll(folder, '');
  const missing = /^Cannot find (?:package|module) '([^']+)'/.exec(text)?.[1];
  if (missing !== undefined) {
    const remedy = 'run npm install in the plugin’s folder, or correct the import';
    return new PluginFault(entry, `imports ${missing}, which is not there`, remedy, error);
  }
  if (error instanceof SyntaxError || (error instanceof Error && error.name === 'TransformError')) {
    return new PluginFault(entry, `cannot be read (${text})`, `correct ${place(file, error)}`, error);
  }
  if (error instanceof Error && 'code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION') {
    const remedy = 'compile TypeScript to JavaScript, and name that';
    return new PluginFault(entry, `is ${basename(file)}, which this Node cannot read`, remedy, error);
  }
  return new PluginFault(entry, `fails while it is imported (${text})`, 'correct its module', error);
}

/**
 * Whether CommonJS was in the way: a module of it that wants the contract, which is offered to `import` alone, or one that
 * Node takes for an ES module.
 */
function isCommonJs(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'MODULE_NOT_FOUND') return /^Cannot find module '@?photofinch\/plugin-api/.test(error.message);
  return (
    code === 'ERR_REQUIRE_ESM' || /^(exports|module|require) is not defined in ES module scope/.test(error.message)
  );
}

/** Node puts `<file>:<line>` on the first line of a syntax error's stack. */
function place(file: string, error: Error): string {
  const line = /:(\d+)$/.exec(error.stack?.split('\n', 1)[0] ?? '')?.[1];
  return line === undefined ? basename(file) : `${basename(file)} at line ${line}`;
}

/** `.ts` when the sources run, `.js` in a build. */
const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));

const here = (path: string): string => new URL(`${path}${extension}`, import.meta.url).href;

let registered = false;

/** File URLs by the name under which plugins import them. */
const contract: Readonly<Record<string, string>> = {
  'photofinch/plugin-api': here('../plugin-api/index'),
  'photofinch/plugin-api/toolkit': here('../plugin-api/toolkit/index'),
  'photofinch/plugin-api/contract-tests': here('../plugin-api/contract-tests'),
  // The same contract as a package by itself, for authors.
  '@photofinch/plugin-api': here('../plugin-api/index'),
  '@photofinch/plugin-api/toolkit': here('../plugin-api/toolkit/index'),
  '@photofinch/plugin-api/contract-tests': here('../plugin-api/contract-tests'),
};

/** Of `node:module`, from Node 22.15 on; older types do not know it. */
interface SyncHooks {
  readonly registerHooks?: (hooks: {
    resolve: <Resolution>(
      specifier: string,
      context: { readonly conditions: readonly string[] },
      next: (specifier: string, context: unknown) => Resolution,
    ) => Resolution;
  }) => void;
}

/**
 * Makes `photofinch/plugin-api` mean the contract of this very server for every module that is imported from now on.
 *
 * Without it, a plugin outside of our tree would need a copy of the package in a `node_modules` of its own, and could
 * find itself with the contract of another version. Node's hooks are the process's, so this is done once.
 */
export function offerContract(): void {
  if (registered) return;
  registered = true;
  const { registerHooks } = nodeModule as SyncHooks;
  // Older versions run hooks in a thread of their own, which takes a tenth of a start.
  if (!registerHooks) nodeModule.register(here('./contract-hook'), { data: contract });
  else
    registerHooks({
      // The contract consists of ES modules: `require` is told that there is none.
      resolve: (specifier, context, next) =>
        next((context.conditions.includes('import') && contract[specifier]) || specifier, context),
    });
}
