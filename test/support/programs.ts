import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const isBuilt = process.env['TEST_BUILT'] === '1';
const builtHelpers = fileURLToPath(new URL('built-helpers.cjs', import.meta.url));

/** Node options to run a file from the sources. */
export const asSource: readonly string[] = ['--conditions=source', '--import', 'tsx'];

/** Cache folders of tsx, if programs run from the sources; the built programs do not use tsx. */
export const compilers: readonly string[] = isBuilt ? [] : [join('/tmp', `tsx-${process.getuid?.() ?? ''}`)];

/**
 * The arguments of `node` that run one of our programs as a separate process: from the sources, so that a single test
 * uses the current code, or with TEST_BUILT=1 as built by `npm run build`, which starts in half the time and is what
 * users run.
 */
export const photofinch = program('core/cli/cli.ts', 'bin/photofinch.cjs');
export const photofinchBridge = program('plugins/bridge-upstream/bridge/cli.ts', 'bin/photofinch-bridge.cjs');
export const photofinchBridgeKit = program('plugins/bridge-upstream/kit/cli.ts', 'bin/photofinch-bridge-kit.cjs');
export const photofinchMlWorker = program('core/ml-worker/cli.ts', 'bin/photofinch-ml-worker.cjs');

/**
 * The same for a process that only tests start. It always runs from the sources, but with TEST_BUILT=1 its helper
 * processes are the built ones.
 */
export function fromSource(file: string): readonly string[] {
  return [...asSource, ...(isBuilt ? ['--require', builtHelpers] : []), file];
}

function program(source: string, built: string): readonly string[] {
  return isBuilt ? [built] : fromSource(source);
}
