import pino from 'pino';

/**
 * One line of JSON per event on standard output. No name, path or uid of a photo stands in a line above `debug`.
 */
export function createLog(level: 'debug' | 'info' | 'warn' | 'error' | 'silent'): pino.Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
