const { reporters, Runner } = require('mocha');

/** The familiar tree of names, and one plain line with the counts. */
module.exports = class extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      if (failures > 0) console.log(`Random values began with TEST_SEED=${process.env.TEST_SEED ?? 8470}`);
      console.log(`${passes} passed, ${failures} failed, ${pending} skipped`);
    });
  }
};
