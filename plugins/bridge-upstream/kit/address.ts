/** Where a bridge listens, as node:http and node:net want it. */
export type Address = { readonly host: string; readonly port: number } | { readonly socketPath: string };

/**
 * @param url `http://127.0.0.1:8471` or `unix:/path/to.sock`
 * @throws Error with one sentence for people
 */
export function addressOf(url: string): Address {
  if (url.startsWith('unix:/')) return { socketPath: url.slice('unix:'.length) };
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'http:' || parsed.pathname !== '/') {
    throw new Error('The address of the bridge must be like http://127.0.0.1:8471 or unix:/run/bridge.sock.');
  }
  return { host: parsed.hostname.replace(/^\[|\]$/g, ''), port: Number(parsed.port || 80) };
}
