module.exports = {
  'node-option': ['conditions=source', 'import=tsx', 'enable-source-maps'],
  extension: ['ts'],
  timeout: 60_000,
  // Thousands of tests with real processes, kills and browsers on two cores: one that passes at its second try is named at
  // the end of the run with its error, and does not stop everybody.
  retries: 1,
  reporter: './test/support/reporter.cjs',
  exit: false,
};
