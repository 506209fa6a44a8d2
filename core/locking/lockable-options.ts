import type { RunningServer, startServer, StartOptions } from '../main.ts';
import type { Log } from '../settings/log.ts';
import type { ConvertLibrary } from './finish-conversion.ts';

/** Options for starting a lockable server, besides its settings. */
export interface LockableOptions extends Pick<StartOptions, 'withoutSnapshot' | 'asksForFirstAccount'> {
  readonly log: Log;
  readonly convert: ConvertLibrary;
  /** Replaces parts before they are first used, at each opening. */
  readonly prepare?: Parameters<typeof startServer>[1];
  /** Called at each opening, after the library is open. */
  readonly onOpen?: (server: RunningServer) => void | Promise<void>;
  /** Called at each lock of an encrypted library, after its server has stopped and its keys are wiped. */
  readonly onLock?: () => void;
  /** Milliseconds that all parts of the server get to stop when the library is locked; default 10 s. */
  readonly lockTimeout?: number;
}
