import type { PluginCall, PluginRoute } from '../plugin-api/index.ts';
import { pluginStatuses } from './pipeline/errors.ts';
import type { Call, Reply, Route } from './pipeline/route.ts';

/** Does what a signed-in user asks of a plugin, with what the server has to do around it. */
type Around = (userId: number, work: () => Promise<unknown>) => Promise<unknown>;

/**
 * A plugin's route as one of the server's own; it is handed no headers, cookies or addresses.
 * @param around of calls that may change something
 */
export function pluginRoute(route: PluginRoute, around: Around = (_userId, work) => work()): Route {
  const { method, access, summary, params, query, payload, answer } = route;
  return {
    method,
    path: route.path as Route['path'],
    access,
    summary,
    ...(params && { params }),
    ...(query && { query }),
    ...(payload && { payload }),
    answer,
    // Guesses of passwords and codes are bounded for it; they are no business of GET.
    pluginStatuses: [...(route.errors ?? pluginStatuses), ...(method === 'GET' ? [] : [429])],
    handle: (call) => {
      const work = (): Promise<unknown> => route.handler(pluginCall(call));
      return call.caller && method !== 'GET' ? around(call.caller.userId, work) : work();
    },
    ...(route.audit && { audit: (call: Call, { body }: Reply) => route.audit?.(pluginCall(call), body) ?? null }),
  };
}

function pluginCall({ params, query, payload, caller, signal }: Call): PluginCall {
  return { params, query, payload, caller, signal };
}
