import nodeModule from 'node:module';
import { basename, dirname, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { commonJsProblem } from '../plugin-api/shapes/plugin.ts';
import { PluginFault, thrownDetails, thrownText } from './fault.ts';
import type { PluginLocation } from './locate.ts';

/**
 * Imports a plugin's module.
 * @returns its default export, unchecked
 * @throws PluginFault
 */
export async function importPlugin({ entry, file }: PluginLocation, log: Pick<Logger, 'debug'>): Promise<unknown> {
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
    return new PluginFault(entry, `cannot be read (${text})`, `correct ${place(folder, file, error)}`, error);
  }
  if (error instanceof Error && 'code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION') {
    const imported = / for (.+)$/.exec(text)?.[1] ?? basename(file);
    const [verb, remedy] = imported === basename(file) ? ['is', 'name that'] : ['imports', 'import that'];
    const problem = `${verb} ${imported}, which this Node cannot read`;
    return new PluginFault(entry, problem, `compile TypeScript to JavaScript, and ${remedy}`, error);
  }
  return new PluginFault(entry, `fails while it is imported (${text})`, 'correct its module', error);
}

/**
 * Whether the error is caused by CommonJS: a CommonJS module that requires the contract, which only `import` can load, or
 * one that Node treats as an ES module.
 */
function isCommonJs(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  const text = thrownText(error);
  if (code === 'MODULE_NOT_FOUND') return /^Cannot find module '@?photofinch\/plugin-api/.test(text);
  return code === 'ERR_REQUIRE_ESM' || /^(exports|module|require) is not defined in ES module scope/.test(text);
}

/** Node puts `<file>:<line>` on the first line of a syntax error's stack, or leaves open which file it is about. */
function place(folder: string, file: string, error: Error): string {
  const [, path, line] = /^(?:file:\/\/)?(\/.*):(\d+)$/.exec(error.stack?.split('\n', 1)[0] ?? '') ?? [];
  return path === undefined
    ? `${basename(file)} or a file that it imports`
    : `${path.startsWith(folder) ? path.slice(folder.length) : path} at line ${line}`;
}

/** `.ts` when run from sources, `.js` in a build. */
const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));

const urlOf = (path: string): string => new URL(`${path}${extension}`, import.meta.url).href;

let registered = false;

/** File URLs by the names under which plugins import them. */
const contract: Readonly<Record<string, string>> = {
  'photofinch/plugin-api': urlOf('../plugin-api/index'),
  'photofinch/plugin-api/toolkit': urlOf('../plugin-api/toolkit/index'),
  'photofinch/plugin-api/contract-tests': urlOf('../plugin-api/contract-tests'),
  // The same contract as a separate package, for plugin authors.
  '@photofinch/plugin-api': urlOf('../plugin-api/index'),
  '@photofinch/plugin-api/toolkit': urlOf('../plugin-api/toolkit/index'),
  '@photofinch/plugin-api/contract-tests': urlOf('../plugin-api/contract-tests'),
};

/** Part of `node:module` from Node 22.15 on; missing in older types. */
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
 * Resolves `photofinch/plugin-api` to the contract of this server, for every module that is imported from now on.
 *
 * Otherwise a plugin outside our source tree would need a copy of the package in its own `node_modules`, and might get the
 * contract of another version. Node's hooks apply to the whole process, so this is done once.
 */
export function offerContract(): void {
  if (registered) return;
  registered = true;
  const { registerHooks } = nodeModule as SyncHooks;
  // Older versions run hooks in a separate thread, which takes a tenth of the startup time.
  if (!registerHooks) nodeModule.register(urlOf('./contract-hook'), { data: contract });
  else
    registerHooks({
      // The contract consists of ES modules, so `require` does not find it.
      resolve: (specifier, context, next) =>
        next((context.conditions.includes('import') && contract[specifier]) || specifier, context),
    });
}
