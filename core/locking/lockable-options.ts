import type { RunningServer, startServer, StartOptions } from '../main.ts';
import type { Log } from '../settings/log.ts';
import type { ConvertLibrary } from './turn-over.ts';

/** What a server that can be locked is started with, besides its settings. */
export interface LockableOptions extends Pick<StartOptions, 'withoutSnapshot' | 'asksForFirstAccount'> {
  readonly log: Log;
  readonly convert: ConvertLibrary;
  /** Registers over parts before they are first used, at each opening. */
  readonly prepare?: Parameters<typeof startServer>[1];
  /** Told each time that the library is open. */
  readonly onOpen?: (server: RunningServer) => void | Promise<void>;
}
