import { API_VERSION, type Plugin } from 'photofinch/plugin-api';
import { canBeOverheard, parseBridgeUrl } from './client/address.ts';
import { readToken } from './client/token.ts';

const url = 'BRIDGE_URL';
const token = 'BRIDGE_TOKEN';
const tokenFile = 'BRIDGE_TOKEN_FILE';
const workers = 'WORKERS';

/** Photos of an encrypted store, through the bridge that has its keys. */
const plugin: Plugin = {
  name: 'bridge-upstream',
  version: '1.0.0',
  apiVersion: API_VERSION,
  options: {
    [url]: { describe: 'the address of the bridge, as in http://127.0.0.1:8471 or unix:/run/photofinch/bridge.sock' },
    [token]: { describe: 'the token that the bridge was given, at least 32 random bytes', secret: true },
    [tokenFile]: { describe: 'a file with the token, instead of BRIDGE_TOKEN' },
    [workers]: { describe: 'how many photos are read from the bridge at once', default: '3' },
  },
  async register(host) {
    const { options, log } = host;
    const bridgeUrl = options[url];
    if (bridgeUrl === undefined) {
      log.debug('BRIDGE_URL is not set: no bridge is asked for photos');
      return;
    }
    const address = parseBridgeUrl(bridgeUrl);
    if (canBeOverheard(address)) {
      log.warn('BRIDGE_URL has no TLS: others on the network can read the photos and the token; use https');
    }
    // Loaded lazily: without a configured bridge, the client is not needed.
    const { BridgeSource } = await import('./client/bridge-source.ts');
    const { bridgeHealthCheck } = await import('./client/health-check.ts');
    const source = new BridgeSource({
      address,
      token: readToken({ token: options[token], file: options[tokenFile] }),
      workers: Number(options[workers]),
    });
    host.provide('photo-source', source);
    host.healthCheck(bridgeHealthCheck(source));
  },
};

export default plugin;
