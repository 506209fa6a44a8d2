import type { PhotoSource } from '../../core/plugin-api/photo-source.ts';
import { hang } from './memory-source.ts';

/** Milliseconds: longer than any test needs to kill the process. */
const longest = 600_000;

/** For a process that will be killed: lets this many photos be opened, and makes later calls wait. */
export function holdAfter(source: PhotoSource, most: number): void {
  const open = source.open.bind(source);
  let opened = 0;
  source.open = async (uid, options) => {
    opened += 1;
    if (opened > most) await hang(options.signal);
    return open(uid, options);
  };
  // In case no test is left to kill it.
  setTimeout(() => process.exit(1), longest).unref();
}
