import { collectGarbage } from './collect-garbage.ts';

/** Bytes. */
const large = 400 * 1024 * 1024;

/**
 * Keeps a process of tests small from file to file: to start another process takes 25 ms for each GB that it has, and tests
 * start thousands.
 */
export const mochaHooks: Mocha.RootHookObject = {
  afterAll() {
    if (process.memoryUsage.rss() > large) collectGarbage();
  },
};
