/** Skips the test, or the suite if called in its `before`, and prints what is missing. */
export function skip(context: Mocha.Context, missing: string): never {
  console.log(`        (skipped: ${missing})`);
  return context.skip();
}

export const withoutGocryptfs = 'gocryptfs is not installed, or nothing may be mounted';
