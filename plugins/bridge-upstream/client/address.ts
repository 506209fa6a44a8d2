/** The address of a bridge. */
export interface BridgeAddress {
  /** `http://127.0.0.1:8471`; for a unix socket, the origin in its requests. */
  readonly origin: string;
  /** The path before `/v1`: empty, or the prefix of a proxy. */
  readonly basePath: string;
  readonly socketPath?: string;
}

const asAnExample =
  'set it to the address of the bridge, as in http://127.0.0.1:8471 or unix:/run/photofinch/bridge.sock';

/**
 * Parses `BRIDGE_URL`.
 * @throws Error of one sentence without the value, which may contain a password
 */
export function parseBridgeUrl(value: string): BridgeAddress {
  if (value.startsWith('unix:')) {
    const socketPath = value.slice('unix:'.length);
    if (!socketPath.startsWith('/')) throw new Error(`BRIDGE_URL must name its socket by a full path: ${asAnExample}`);
    return { origin: 'http://localhost', basePath: '', socketPath };
  }
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new Error(`BRIDGE_URL is not understood: ${asAnExample}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new Error('BRIDGE_URL must not hold a name or a password: what the bridge asks for is set in BRIDGE_TOKEN');
  }
  if (url.search !== '' || url.hash !== '') throw new Error(`BRIDGE_URL must end with its path: ${asAnExample}`);
  return { origin: url.origin, basePath: url.pathname.replace(/\/+$/, '') };
}

/** Whether the connection to the bridge can be intercepted: it is unencrypted, and not within this machine. */
export function canBeOverheard({ origin, socketPath }: BridgeAddress): boolean {
  const { protocol, hostname } = new URL(origin);
  return socketPath === undefined && protocol === 'http:' && !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
