import type { ServerInjectResponse } from '@hapi/hapi';

/** The cookies of one browser that are sent to the whole server. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  /** The header `Cookie`; empty without cookies. */
  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  keep({ headers }: Pick<ServerInjectResponse, 'headers'>): void {
    for (const cookie of [headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*);.*Path=\/(?:;|$)/.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined) this.#cookies.set(name, value);
    }
  }
}
