import { existsSync } from 'node:fs';

/**
 * Debian's Chromium; where it is there, the one without windows, which is the same engine and takes a tenth of the time for a new
 * page. Undefined where there is none.
 */
export const chromiumPath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));
