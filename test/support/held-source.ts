import type { PhotoSource } from '../../core/plugin-api/photo-source.ts';
import { hang } from './memory-source.ts';

/** Milliseconds: longer than anybody takes to kill the process. */
const longest = 600_000;

/** For a process that is to be killed: lets so many photos be opened; whoever opens another one waits. */
export function holdAfter(source: PhotoSource, most: number): void {
  const open = source.open.bind(source);
  let opened = 0;
  source.open = async (uid, options) => {
    opened += 1;
    if (opened > most) await hang(options.signal);
    return open(uid, options);
  };
  // In case that nobody is left to kill it.
  setTimeout(() => process.exit(1), longest).unref();
}
