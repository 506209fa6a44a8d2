module.exports = {
  'node-option': ['conditions=source', 'import=tsx', 'enable-source-maps'],
  extension: ['ts'],
  require: ['./test/support/built-helpers.cjs', './test/support/seed.ts'],
  // Only there to end a test that hangs, on a machine however busy: it proves nothing.
  timeout: 300_000,
  // Thousands of tests with real processes, kills and browsers on two cores: one that passes at its second try is named at
  // the end of the run with its error, and does not stop everybody.
  retries: 1,
  reporter: './test/support/reporter.cjs',
  exit: false,
};
