/** With TEST_LONG=1 tests kill, and try what is random, many times more: as `npm run test:long` asks for. */
export const isLongRun = process.env['TEST_LONG'] === '1';
