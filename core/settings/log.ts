import pino from 'pino';
import type { Config } from './env.ts';

export type Log = pino.Logger;

/** One line of JSON per event, on standard output by default. Lines above `debug` contain no uids, names or places. */
export function createLog(config: Pick<Config, 'logLevel'>, destination = pino.destination(1)): Log {
  return pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

/** A log file, which is truncated at each start. */
export const logFile = (file: string): ReturnType<typeof pino.destination> =>
  pino.destination({ dest: file, append: false, mode: 0o600 });
