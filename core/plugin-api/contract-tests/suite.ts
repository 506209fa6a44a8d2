import { createRequire } from 'node:module';

/** The globals of a test runner. */
interface Runner {
  describe?: (title: string, define: () => void) => void;
  it?: (title: string, test: (this: unknown, ...context: unknown[]) => Promise<void>) => void;
}

/**
 * The current test runner.
 * @throws Error if there is none
 */
function presentRunner(): Required<Runner> {
  const { describe, it } = globalThis as Runner;
  if (describe && it) return { describe, it };
  // Node's own runner has no globals. Without `node --test`, its tests would run inside another runner.
  if (process.env['NODE_TEST_CONTEXT'] !== undefined)
    return createRequire(import.meta.url)('node:test') as Required<Runner>;
  throw new Error(
    'The contract tests need `node --test`, or a test runner with global describe and it, such as mocha.',
  );
}

/** How a running test is skipped: mocha's `this`, or the argument of Vitest and `node:test`. */
interface Skipping {
  skip?: (reason?: string) => void;
}

/** Thrown by `skip`. */
class Skipped extends Error {}

/** Ends a test that has nothing to test, for example because a model is missing. The runner counts it as skipped. */
export function skip(reason: string): never {
  throw new Skipped(reason);
}

/** The thing under test, made by `create` for each test. */
export interface Subject {
  /** Called when the test is over, after the implementation was closed. */
  readonly cleanup?: () => void | Promise<void>;
}

/** Tests by title; a title continues the names of the contract and the group, such as “photo source albums …”. */
export type Checks<S> = Readonly<Record<string, (subject: S) => Promise<void>>>;

/**
 * Registers the tests of one contract with the runner.
 * @param close closes the implementation after each test
 */
export function describeContract<S extends Subject>(
  title: string,
  create: () => S | Promise<S>,
  close: (subject: S) => Promise<void> | undefined,
  groups: Readonly<Record<string, Checks<S>>>,
): void {
  const { describe, it } = presentRunner();
  describe(title, () => {
    for (const [group, checks] of Object.entries(groups)) {
      describe(group, () => {
        for (const [behaviour, check] of Object.entries(checks)) {
          // The function declares no parameter, because mocha would wait for it to be called.
          it(behaviour, async function (...context) {
            const subject = await create();
            try {
              await check(subject);
            } catch (error) {
              if (!(error instanceof Skipped)) throw error;
              tellSkipped(this, context, error.message);
            } finally {
              await close(subject);
              await subject.cleanup?.();
            }
          });
        }
      });
    }
  });
}

/** Marks a test as skipped. A runner that cannot skip a running test, such as Jest, counts it as passed. */
function tellSkipped(self: unknown, context: readonly unknown[], reason: string): void {
  const runner = [self, context[0]].find(
    (candidate) => typeof (candidate as Skipping | null | undefined)?.skip === 'function',
  );
  (runner as Skipping | undefined)?.skip?.(reason);
}

/** A signal that is never aborted. */
export const neverAborted = (): AbortSignal => new AbortController().signal;
