const { reporters, Runner } = require('mocha');

const { EVENT_RUN_END } = Runner.constants;

/** The familiar tree of names, and one plain line with the counts. */
module.exports = class extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once(EVENT_RUN_END, () => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      console.log(`${passes} passed, ${failures} failed, ${pending} skipped`);
    });
  }
};
