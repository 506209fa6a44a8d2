import type { PluginCall } from '../plugin-route.ts';

/** The browser of a call, and whether it has resumed a sign-in. */
interface BrowserOfCall {
  readonly browser: object;
  resumed: boolean;
}

const calling = new WeakMap<PluginCall, BrowserOfCall>();

export function noteBrowser(call: PluginCall, browser: object): void {
  calling.set(call, { browser, resumed: false });
}

/** @throws Error for a copy of a call, as the server does */
export function browserOf(call: PluginCall): BrowserOfCall {
  const browser = calling.get(call);
  if (!browser) throw new Error('host.signIn needs the call itself that the route got, and no copy of it.');
  return browser;
}
