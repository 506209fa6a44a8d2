import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const isBuilt = process.env['TEST_BUILT'] === '1';
const builtHelpers = fileURLToPath(new URL('built-helpers.cjs', import.meta.url));

/** What `node` needs to know to run a file of sources. */
export const asSource: readonly string[] = ['--conditions=source', '--import', 'tsx'];

/** Folders where tsx keeps what it compiled when programs run from sources; what is built knows no tsx. */
export const compilers: readonly string[] = isBuilt ? [] : [join('/tmp', `tsx-${process.getuid?.() ?? ''}`)];

/**
 * What follows `node` to run a program of ours as a process of its own: from its sources, so that a single test sees what
 * was just written, or with TEST_BUILT=1 as `npm run build` made it, which starts in half the time and is what people run.
 */
export const photofinch = program('core/cli/cli.ts', 'bin/photofinch.cjs');
export const photofinchBridge = program('plugins/bridge-upstream/bridge/cli.ts', 'bin/photofinch-bridge.cjs');
export const photofinchBridgeKit = program('plugins/bridge-upstream/kit/cli.ts', 'bin/photofinch-bridge-kit.cjs');
export const photofinchMlWorker = program('core/ml-worker/cli.ts', 'bin/photofinch-ml-worker.cjs');

/** The same for a process that only tests start: it is never built, but with TEST_BUILT=1 the helpers that it starts are. */
export function fromSource(file: string): readonly string[] {
  return [...asSource, ...(isBuilt ? ['--require', builtHelpers] : []), file];
}

function program(source: string, built: string): readonly string[] {
  return isBuilt ? [built] : fromSource(source);
}
