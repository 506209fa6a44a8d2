/** What became of the tests of a contract. */
export interface ContractRun {
  readonly passed: readonly string[];
  readonly failed: readonly { readonly title: string; readonly message: string }[];
}

type Define = (title: string, body: () => unknown) => void;

/** Runs contract tests by themselves, outside of the runner, so that their failures can be looked at. */
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
  const failed: { title: string; message: string }[] = [];
  for (const { title, run } of tests) {
    try {
      await run();
      passed.push(title);
    } catch (error) {
      failed.push({ title, message: error instanceof Error ? error.message : String(error) });
    }
  }
  return { passed, failed };
}
