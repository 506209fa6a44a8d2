module.exports = {
  // Test files are imported: what is required would be loaded once more by the first import of it behind the start.
  'node-option': ['no-experimental-require-module', 'conditions=source', 'import=tsx', 'enable-source-maps'],
  extension: ['ts'],
  require: [
    './test/support/temp-root.cjs',
    './test/support/noon.cjs',
    './test/support/built-helpers.cjs',
    './test/support/seed.ts',
    './test/support/small-process.ts',
    './test/support/stray-rejections.ts',
  ],
  // Only there to end a test that hangs, on a machine however busy: it proves nothing.
  timeout: 900_000,
  reporter: './test/support/reporter.cjs',
  exit: false,
};
