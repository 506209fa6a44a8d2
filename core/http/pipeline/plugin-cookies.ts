import type { PluginCookie, PluginReply } from '../../plugin-api/index.ts';
import type { Call } from './route.ts';

/** Prefix of all cookies of plugins. Plugin names contain no `+`. */
const beginning = 'pf+';

/** A cookie of any plugin, as the browser sends it back. */
export const pluginCookie = /^pf\+[\w.~+-]+=[\w.!~*'()%-]*$/;

/**
 * The cookies of one plugin: no other part of the server sees them, and browsers send them only to the plugin's own paths.
 */
export class PluginCookies {
  readonly #prefix: string;
  readonly #path: string;
  readonly #secure: boolean;

  /** @param plugin the plugin's name @param options.secure whether browsers must send the cookies only over https */
  constructor(plugin: string, { secure }: { secure: boolean }) {
    // `@me/tides` → `pf+me+tides+`
    this.#prefix = `${beginning}${plugin.replace('@', '').replace('/', '+')}+`;
    this.#path = `/plugins/${plugin}/`;
    this.#secure = secure;
  }

  /** The plugin's cookies in a request, by the plugin's own names for them. */
  of(cookies: Call['cookies']): Record<string, string> {
    const pluginCookies = Object.entries(cookies).flatMap(([name, value]) =>
      name.startsWith(this.#prefix) && value !== undefined ? [[name.slice(this.#prefix.length), decoded(value)]] : [],
    );
    return Object.fromEntries(pluginCookies) as Record<string, string>;
  }

  /** The `Set-Cookie` headers of a reply. */
  headersOf(cookies: PluginReply['cookies']): string[] {
    return Object.entries(cookies).map(([name, cookie]) =>
      this.#header(name, typeof cookie === 'string' ? { value: cookie } : (cookie ?? { value: '', maxAge: 0 })),
    );
  }

  #header(name: string, { value, maxAge, sameSite = 'Lax' }: PluginCookie): string {
    const parts = [
      `${this.#prefix}${name}=${encodeURIComponent(value)}`,
      `Path=${this.#path}`,
      'HttpOnly',
      `SameSite=${sameSite}`,
      // Browsers reject `None` without it.
      ...(this.#secure || sameSite === 'None' ? ['Secure'] : []),
      ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    ];
    return parts.join('; ');
  }
}

/** Cookies of other programs may be malformed. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
