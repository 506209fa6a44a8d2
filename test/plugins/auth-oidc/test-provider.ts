import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

interface Person {
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
  readonly groups: readonly string[];
}

const people: Readonly<Record<string, Person>> = {
  anna: { email: 'anna@home.example', email_verified: true, name: 'Anna Berg', groups: ['family'] },
  emil: { email: 'emil@HOME.Example', email_verified: true, name: 'Emil', groups: [] },
  // The first 200 characters end with the domain of the family.
  long: { email: `${'l'.repeat(187)}@home.example.evil.test`, email_verified: true, name: 'Long', groups: [] },
  below: { email: 'below@evil.home.example', email_verified: true, name: 'Below', groups: [] },
  eve: { email: 'eve@home.example', email_verified: false, name: 'Eve', groups: [] },
};

/** A real provider, which signs in the person that a test chooses, without a page. */
export class TestProvider {
  who = 'anna';
  readonly #server: Server;
  readonly url: string;

  private constructor(server: Server, redirectUri: string) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = new Provider(this.url, {
      clients: [{ client_id: 'photofinch', client_secret: 'a-secret-of-both', redirect_uris: [redirectUri] }],
      claims: { email: ['email', 'email_verified'], profile: ['name', 'preferred_username'], groups: ['groups'] },
      scopes: ['openid', 'email', 'profile', 'groups'],
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      cookies: { keys: ['a-key-of-the-test'] },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_context: unknown, accountId: string) => ({
        accountId,
        claims: () => ({ sub: accountId, preferred_username: accountId, ...people[accountId] }),
      }),
    });
    const answer = provider.callback();
    server.on('request', (request, response) => {
      if (!request.url?.startsWith('/interaction/')) {
        void answer(request, response);
        return;
      }
      void (async () => {
        const { params } = await provider.interactionDetails(request, response);
        const grant = new provider.Grant({ accountId: this.who, clientId: String(params['client_id']) });
        grant.addOIDCScope('openid email profile groups');
        const result = { login: { accountId: this.who }, consent: { grantId: await grant.save() } };
        await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
      })();
    });
  }

  static async start(redirectUri: string): Promise<TestProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TestProvider(server, redirectUri);
  }

  /**
   * Signs in like a browser: follows the redirects of the provider, with its cookies. @returns where they lead in the
   * end
   */
  async signIn(start: string): Promise<URL> {
    const cookies = new Map<string, string>();
    for (let at = new URL(start); ;) {
      if (at.origin !== this.url) return at;
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const to = answer.headers.get('location');
      if (to === null) throw new Error(`${answer.status} ${await answer.text()}`);
      at = new URL(to, at);
    }
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => {
      this.#server.close(() => {
        resolve();
      });
    });
  }
}
