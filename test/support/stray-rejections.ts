import { inspect } from 'node:util';

const plugins = '/test/fixtures/plugins/';

const strays = new Map<Promise<unknown>, unknown>();

/** Our program counts unhandled rejections of plugins, and continues. */
function note(reason: unknown, promise: Promise<unknown>): void {
  if (!inspect(reason).includes(plugins)) strays.set(promise, reason);
}

const found: string[] = [];

function collect(where: string): void {
  for (const reason of strays.values()) found.push(`${where}: ${inspect(reason)}`);
  strays.clear();
}

// A test may start something, and await it later.
process.on('rejectionHandled', (promise) => strays.delete(promise));

/**
 * Fails a test file in which a rejected promise is not handled, and names the tests. Our program would end with an
 * error, but mocha, which receives the event first, ignores it. The failure comes at the end, since no test runs after
 * a failed hook. In a worker, mocha removes all listeners after each file.
 */
export const mochaHooks: Mocha.RootHookObject = {
  beforeAll() {
    if (!process.listeners('unhandledRejection').includes(note)) process.on('unhandledRejection', note);
  },
  afterEach(this: Mocha.Context) {
    collect(this.currentTest?.fullTitle() ?? '');
  },
  afterAll() {
    collect('after the last test');
    if (found.length > 0)
      throw new Error(`Promises were rejected, and nobody caught that:\n${found.splice(0).join('\n')}`);
  },
};
