const { reporters, Runner } = require('mocha');

/** The familiar tree of names, then one plain line with the counts. */
module.exports = class extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      console.log(`${passes} passed, ${failures} failed, ${pending} skipped`);
    });
  }
};
