import pino from 'pino';
import type { Config } from './env.ts';

export type Log = pino.Logger;

/** One line of JSON per event on standard output. No uid, name or place stands in a line above `debug`. */
export function createLog(config: Pick<Config, 'logLevel'>): Log {
  return pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
