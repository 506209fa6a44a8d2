import { collectGarbage } from './collect-garbage.ts';

/** Bytes. */
const large = 400 * 1024 * 1024;

/**
 * Keeps a test process small between files: starting a child process takes 25 ms per GB of its parent, and tests start
 * thousands.
 */
export const mochaHooks: Mocha.RootHookObject = {
  afterAll() {
    if (process.memoryUsage.rss() > large) collectGarbage();
  },
};
