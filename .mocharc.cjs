module.exports = {
  // Test files are loaded with `import`: with Node's `require` of ES modules, modules required here would be loaded a
  // second time by the first import of them.
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
  // Only ends a test that hangs, even on a busy machine; it asserts nothing.
  timeout: 900_000,
  reporter: './test/support/reporter.cjs',
  exit: false,
};
