module.exports = {
  'node-option': ['conditions=source', 'import=tsx', 'enable-source-maps'],
  extension: ['ts'],
  timeout: 60_000,
  reporter: './test/support/reporter.cjs',
  exit: false,
};
