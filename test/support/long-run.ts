import { skip } from './skip.ts';

/** With TEST_LONG=1, as in `npm run test:long`, tests repeat kills and random inputs many more times. */
export const isLongRun = process.env['TEST_LONG'] === '1';

/** Skips a test, or a suite if called in its `before`, unless `npm run test:long` runs it. */
export function leaveToLongRun(context: Mocha.Context): void {
  if (!isLongRun) skip(context, 'it is a part of npm run test:long');
}
