const { reporters, Runner } = require('mocha');

const { EVENT_RUN_END } = Runner.constants;

/** The familiar tree of names, and one plain line with the counts. */
module.exports = class extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    // Where all workers die at once, or a test calls `process.exit(0)`, the process of mocha ends without a word.
    let hasEnded = false;
    process.once('exit', () => {
      if (!hasEnded) process.exitCode = 1;
    });
    runner.once(EVENT_RUN_END, () => {
      hasEnded = true;
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      console.log(`${passes} passed, ${failures} failed, ${pending} skipped`);
    });
  }
};
