import type { PluginReply } from '../plugin-reply.ts';
import type { PluginRoute } from '../plugin-route.ts';
import type { FakeAnswer, FakeCall } from './fake-routes.ts';

type Send = (method: PluginRoute['method'], path: string, call: FakeCall) => Promise<FakeAnswer>;

/** A separate browser: it keeps the plugin's cookies, and a sign-in that begins in it is only valid in it. */
export class FakeBrowser {
  readonly #send: Send;
  readonly #cookies = new Map<string, string>();

  constructor(send: Send) {
    this.#send = send;
  }

  /** The plugin's cookies, by the plugin's own names. */
  get cookies(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#cookies);
  }

  /** Calls a route with these cookies, and stores those of the response. */
  async call(method: PluginRoute['method'], path: string, call: FakeCall = {}): Promise<FakeAnswer> {
    const cookies = path.startsWith('/plugins/') ? this.cookies : {};
    const answer = await this.#send(method, path, { ...call, cookies: { ...cookies, ...call.cookies }, browser: this });
    this.#keep(answer.cookies ?? {});
    return answer;
  }

  #keep(cookies: PluginReply['cookies']): void {
    for (const [name, cookie] of Object.entries(cookies)) {
      const { value, maxAge = 1 } =
        typeof cookie === 'string' ? { value: cookie } : (cookie ?? { value: '', maxAge: 0 });
      if (maxAge > 0) this.#cookies.set(name, value);
      else this.#cookies.delete(name);
    }
  }
}
