import type { PluginCall, PluginRoute } from '../plugin-api/index.ts';
import type { Call, Reply, Route } from './route.ts';

/** A plugin's route as one of the server's own; it is handed no headers, cookies or addresses. */
export function pluginRoute(route: PluginRoute): Route {
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
    handle: (call) => route.handler(pluginCall(call)),
    ...(route.audit && { audit: (call: Call, { body }: Reply) => route.audit?.(pluginCall(call), body) ?? null }),
  };
}

function pluginCall({ params, query, payload, caller, signal }: Call): PluginCall {
  return { params, query, payload, caller, signal };
}
