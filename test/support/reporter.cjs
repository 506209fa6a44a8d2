const { reporters, Runner } = require('mocha');

const { EVENT_RUN_END } = Runner.constants;

/** The usual tree of titles, and a plain line with the counts. */
module.exports = class extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    // If all workers crash at once, or a test calls `process.exit(0)`, mocha's process ends without a message.
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
