import { inspect } from 'node:util';

const plugins = '/test/fixtures/plugins/';

const strays = new Map<Promise<unknown>, unknown>();

/** What a plugin leaves to nobody is counted by our program, which goes on. */
function note(reason: unknown, promise: Promise<unknown>): void {
  if (!inspect(reason).includes(plugins)) strays.set(promise, reason);
}

const found: string[] = [];

function collect(where: string): void {
  for (const reason of strays.values()) found.push(`${where}: ${inspect(reason)}`);
  strays.clear();
}

// A test may begin something, and wait for it later.
process.on('rejectionHandled', (promise) => strays.delete(promise));

/**
 * Fails a file in whose tests a promise is rejected and nobody catches it, and names the tests: our program ends at that, while
 * mocha, which hears of it first, says nothing. Only at the end, since no test runs after a hook that fails. In a worker, mocha
 * takes all listeners away after each file.
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
