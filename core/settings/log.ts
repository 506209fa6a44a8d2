import pino from 'pino';
import type { Config } from './env.ts';

export type Log = pino.Logger;

/**
 * One line of JSON per event, on standard output unless told otherwise. No uid, name or place stands in a line above
 * `debug`.
 */
export function createLog(config: Pick<Config, 'logLevel'>, destination = pino.destination(1)): Log {
  return pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

/** A file for a log, made anew: it has the lines of one run. */
export const logFile = (file: string): ReturnType<typeof pino.destination> =>
  pino.destination({ dest: file, append: false, mode: 0o600 });
