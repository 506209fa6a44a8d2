const { reporters, Runner } = require('mocha');

const { EVENT_RUN_END, EVENT_TEST_FAIL, EVENT_TEST_RETRY } = Runner.constants;

/** The familiar tree of names, the tests that passed at their second try only, and one plain line with the counts. */
module.exports = class extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const unsteady = new Map();
    runner.on(EVENT_TEST_RETRY, (test, error) => unsteady.set(test.fullTitle(), error?.stack ?? String(error)));
    runner.on(EVENT_TEST_FAIL, (test) => unsteady.delete(test.fullTitle()));
    runner.once(EVENT_RUN_END, () => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      for (const [title, error] of unsteady) {
        console.log(`Unsteady, to be mended as if it had failed: ${title}\n  ${error}\n`);
      }
      console.log(`${passes} passed, ${failures} failed, ${pending} skipped, ${unsteady.size} at the second try`);
    });
  }
};
