import type { Logger } from 'pino';
import type { PluginLog } from '../plugin-api/index.ts';

type Facts = Record<string, unknown>;

/** The names of the log's own fields. A second field of such a name would hide the first one from whoever reads the line. */
const ownNames = new Set(['level', 'time', 'plugin', 'msg']);

/** The log in the form that plugins use, with the message first. */
export function pluginLog(log: Logger): PluginLog {
  return {
    debug: (message, facts) => {
      log.debug(besideOwn(facts), message);
    },
    info: (message, facts) => {
      log.info(besideOwn(facts), message);
    },
    warn: (message, facts) => {
      log.warn(besideOwn(facts), message);
    },
    error: (message, facts) => {
      log.error(besideOwn(facts), message);
    },
  };
}

/** Facts with names of the log's own fields are in a field `facts` instead. */
function besideOwn(given: Facts | undefined): Facts {
  const facts = given ?? {};
  if (!Object.keys(facts).some((name) => ownNames.has(name))) return facts;
  const entries = Object.entries(facts);
  const isAside = ([name]: [string, unknown]): boolean => ownNames.has(name) || name === 'facts';
  return {
    ...Object.fromEntries(entries.filter((entry) => !isAside(entry))),
    facts: Object.fromEntries(entries.filter(isAside)),
  };
}
