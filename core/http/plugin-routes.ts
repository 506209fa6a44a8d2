import type { PluginCall, PluginRoute } from '../plugin-api/index.ts';
import { DomainError } from '../domain/errors.ts';
import { CallingBrowser } from '../services/sign-in/calling-browser.ts';
import { entryCookieName } from './pipeline/entry-cookie.ts';
import { pluginStatus, pluginStatuses } from './pipeline/errors.ts';
import { originOfCall } from './pipeline/own-origin.ts';
import type { Call, Reply, Route } from './pipeline/route.ts';
import { ToldError } from './pipeline/told-error.ts';
import { PluginCookies } from './pipeline/plugin-cookies.ts';
import { AnswerOfPlugin, replyOf } from './plugin-reply.ts';

export interface PluginRouteOptions {
  /** The name of the plugin. */
  readonly plugin?: string;
  /** Wraps calls of signed-in users that may change something with the server's own work before and after. */
  readonly around?: (userId: number, work: () => Promise<unknown>) => Promise<unknown>;
  /** Called with an error that a route must not throw, and what happened, for the log. */
  readonly onFault?: (error: unknown, message: string) => void;
  readonly trustProxy?: boolean;
  readonly cookieSecure?: boolean;
}

/**
 * Converts a plugin's route to a route of the server. The plugin gets neither the caller's token nor the cookies of others.
 */
export function pluginRoute(route: PluginRoute, options: PluginRouteOptions = {}): Route {
  const { method, path, access, summary, params, query, payload, answer, raw, largestBody, statuses, tokenScope } =
    route;
  const { plugin = '', around = runUnchanged, onFault, trustProxy = false, cookieSecure = true } = options;
  const pluginCalls = new WeakMap<Call, PluginCall>();

  const cookiesAt = (origin: string): PluginCookies =>
    new PluginCookies(plugin, { secure: cookieSecure || origin.startsWith('https:') });
  const pluginCallOf = (call: Call): PluginCall => {
    const { headers, cookies, address } = call;
    const origin = originOfCall(headers, { trustProxy });
    const pluginCall: PluginCall = {
      params: call.params,
      query: call.query,
      payload: call.payload,
      caller: call.caller,
      // Created on first use, as in the call itself.
      get signal() {
        return call.signal;
      },
      headers: pluginHeaders(headers),
      cookies: cookiesAt(origin).of(cookies),
      origin,
      address,
    };
    pluginCalls.set(call, pluginCall);
    return pluginCall;
  };

  return {
    method,
    path: path as Route['path'],
    access,
    summary,
    ...(params && { params }),
    ...(query && { query }),
    ...(payload && { payload }),
    tokenScope: tokenScope ?? null,
    ...(raw && { rawBody: true }),
    ...(largestBody !== undefined && { largestBody }),
    answer: 'media' in answer ? { binary: answer.media } : answer,
    // A call may be rejected for too many guesses, except GET, which makes no guesses.
    pluginStatuses: [...(route.errors ?? pluginStatuses), ...(statuses ?? []), ...(method === 'GET' ? [] : [429])],
    ...(!statuses && { anyStatus: true }),
    handle: async (call) => {
      const pluginCall = pluginCallOf(call);
      const cookie = entryCookieName(cookieSecure);
      const browser = new CallingBrowser(call.cookies[cookie]);
      browser.noteCall(pluginCall);
      const fault = (error: unknown): void => onFault?.(error, `a plugin failed in ${method} ${path}`);
      const work = async (): Promise<AnswerOfPlugin> => {
        try {
          const result = await route.handler(pluginCall);
          const ownCookies = browser.toKeep === undefined ? {} : { [cookie]: browser.toKeep };
          const cookies = { ofPlugin: cookiesAt(pluginCall.origin), own: ownCookies };
          return replyOf(result, route, { cookies, onFault: fault });
        } catch (error) {
          if (isMeant(error) || call.signal.aborted || !onFault) throw error;
          fault(error);
          throw new ToldError(error);
        }
      };
      return call.caller && method !== 'GET' ? around(call.caller.userId, work) : work();
    },
    ...(route.audit && {
      audit: (call: Call, reply: Reply) =>
        route.audit?.(
          pluginCalls.get(call) ?? pluginCallOf(call),
          reply instanceof AnswerOfPlugin ? reply.given : reply.body,
        ) ?? null,
    }),
  };
}

/** An error of the server or of the plugin that the client gets in its own words. */
const isMeant = (error: unknown): boolean => error instanceof DomainError || pluginStatus(error) !== undefined;

const runUnchanged: NonNullable<PluginRouteOptions['around']> = (_userId, work) => work();

/** Headers with credentials of the caller, which plugins do not get. */
const secret: readonly string[] = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie'];

function pluginHeaders(headers: Call['headers']): Record<string, string> {
  const all = Object.entries(headers).filter(([name, value]) => !secret.includes(name) && value !== undefined);
  return Object.fromEntries(all.map(([name, value]) => [name, [value].flat().join(', ')]));
}
