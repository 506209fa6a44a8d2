import { existsSync } from 'node:fs';

/**
 * Debian's Chromium, or undefined if none is installed. The headless one is preferred: it is the same engine, and opens
 * a page in a tenth of the time.
 */
export const chromiumPath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));
