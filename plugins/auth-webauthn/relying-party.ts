import { isIP } from 'node:net';
import { PluginHttpError } from 'photofinch/plugin-api';

const domain = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The domain of the passkeys: that of the setting, or the host name of the page's URL. Browsers only use passkeys on pages
 * of that domain, so that no other site can request them.
 */
export class RelyingParty {
  readonly #id: string | undefined;

  /** @throws Error for a setting that is not a domain */
  constructor(id: string | undefined) {
    if (id !== undefined && !domain.test(id)) {
      throw new Error('WEBAUTHN_DOMAIN must be a domain such as photos.example, without https:// and port');
    }
    this.#id = id;
  }

  /** @throws PluginHttpError at an origin where browsers do not support passkeys */
  idAt(origin: string): string {
    const { hostname, protocol } = URL.canParse(origin) ? new URL(origin) : { hostname: '', protocol: '' };
    const id = this.#id ?? hostname;
    const isBelow = hostname === id || hostname.endsWith(`.${id}`);
    const isSafe = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
    if (isBelow && isSafe && domain.test(id) && isIP(id) === 0) return id;
    const requirement = this.#id === undefined ? 'https and a domain name' : `https and the domain ${this.#id}`;
    throw new PluginHttpError(409, `Passkeys need an address with ${requirement}: ${origin} is none.`);
  }
}
