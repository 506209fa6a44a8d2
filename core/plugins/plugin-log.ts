import type { Logger } from 'pino';
import type { PluginLog } from '../plugin-api/index.ts';

/** The log in the form that plugins use, with the message first. */
export function pluginLog(log: Logger): PluginLog {
  return {
    debug: (message, facts) => {
      log.debug(facts ?? {}, message);
    },
    info: (message, facts) => {
      log.info(facts ?? {}, message);
    },
    warn: (message, facts) => {
      log.warn(facts ?? {}, message);
    },
    error: (message, facts) => {
      log.error(facts ?? {}, message);
    },
  };
}
