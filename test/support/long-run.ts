import { skip } from './skip.ts';

/** With TEST_LONG=1 tests kill, and try what is random, many times more: as `npm run test:long` asks for. */
export const isLongRun = process.env['TEST_LONG'] === '1';

/** Skips a suite, called in its `before`, or a test, unless `npm run test:long` runs it. */
export function leaveToLongRun(context: Mocha.Context): void {
  if (!isLongRun) skip(context, 'it is a part of npm run test:long');
}
