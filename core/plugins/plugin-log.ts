import type { Logger } from 'pino';
import type { PluginLog } from '../plugin-api/index.ts';

/** A log as plugins write to it: the message first. */
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
