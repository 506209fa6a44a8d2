/** What all runners of this family put into the global scope. */
interface Runner {
  describe?: (title: string, define: () => void) => void;
  it?: (title: string, test: () => Promise<void>) => void;
}

/** What `create` makes for one test. */
export interface Subject {
  /** Called when the test is over, after the implementation was closed. */
  readonly cleanup?: () => void | Promise<void>;
}

/** Tests by title; a title reads on from the name of the contract. */
export type Checks<S> = Readonly<Record<string, (subject: S) => Promise<void>>>;

/**
 * Hands the tests of one contract to the runner.
 * @param close ends the implementation after each test
 */
export function describeContract<S extends Subject>(
  title: string,
  create: () => S | Promise<S>,
  close: (subject: S) => Promise<void> | undefined,
  groups: Readonly<Record<string, Checks<S>>>,
): void {
  const { describe, it } = globalThis as Runner;
  if (!describe || !it) {
    throw new Error('The contract tests need a test runner with global describe and it, such as mocha.');
  }
  describe(title, () => {
    for (const [group, checks] of Object.entries(groups)) {
      describe(group, () => {
        for (const [behaviour, check] of Object.entries(checks)) {
          it(behaviour, async () => {
            const subject = await create();
            try {
              await check(subject);
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

/** A signal that nobody aborts. */
export const quiet = (): AbortSignal => new AbortController().signal;
