/** The results of a contract's tests. */
export interface ContractRun {
  readonly passed: readonly string[];
  readonly skipped: readonly string[];
  readonly failed: readonly { readonly title: string; readonly message: string }[];
}

type Define = (title: string, body: () => unknown) => void;

/** Like in mocha, throwing this error marks a test as skipped. */
const pending = new Error('skipped');
const runnersTest = {
  skip: () => {
    throw pending;
  },
};

/** Runs contract tests outside of the test runner, so that their failures can be examined. */
export async function runContract(declare: () => void): Promise<ContractRun> {
  const tests: { title: string; run: () => unknown }[] = [];
  const titles: string[] = [];
  const runner = globalThis as unknown as { describe: Define; it: Define };
  const { describe, it } = runner;
  runner.describe = (title, body) => {
    titles.push(title);
    body();
    titles.pop();
  };
  runner.it = (title, run) => {
    tests.push({ title: [...titles, title].join(' '), run });
  };
  try {
    declare();
  } finally {
    Object.assign(runner, { describe, it });
  }
  const passed: string[] = [];
  const skipped: string[] = [];
  const failed: { title: string; message: string }[] = [];
  for (const { title, run } of tests) {
    try {
      await run.call(runnersTest);
      passed.push(title);
    } catch (error) {
      if (error === pending) {
        skipped.push(title);
        continue;
      }
      failed.push({ title, message: error instanceof Error ? error.message : String(error) });
    }
  }
  return { passed, skipped, failed };
}
