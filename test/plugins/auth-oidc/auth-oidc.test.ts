import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import Provider from 'oidc-provider';
import plugin from '../../../plugins/auth-oidc/index.ts';
import { fakeHostOfShipped as fakeHost } from '../../../core/plugin-api/fake-host/fake-host.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { CookieJar } from '../../support/cookie-jar.ts';

interface Person {
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
  readonly groups: readonly string[];
}

const people: Readonly<Record<string, Person>> = {
  anna: { email: 'anna@home.example', email_verified: true, name: 'Anna Berg', groups: ['family'] },
  eve: { email: 'eve@home.example', email_verified: false, name: 'Eve', groups: [] },
};

/** A real provider, which signs in whoever a test says, without asking. */
class TestProvider {
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

  /** Signs in as a browser does: follows the provider from page to page, with its cookies. @returns where it leads back */
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

describe('signing in by OpenID Connect', () => {
  const origin = 'http://photos.test';
  let provider: TestProvider;
  let app: TestApp;

  before(async () => {
    provider = await TestProvider.start(`${origin}/plugins/auth-oidc/callback`);
    app = await startTestApp({
      environment: {
        PLUGINS: 'test/fixtures/plugins/folder-source,auth-oidc',
        OIDC_ISSUER: provider.url,
        OIDC_CLIENT_ID: 'photofinch',
        OIDC_CLIENT_SECRET: 'a-secret-of-both',
        OIDC_SCOPES: 'openid email profile groups',
        OIDC_LABEL: 'Home',
        OIDC_NEW_ACCOUNTS: 'read',
        OIDC_ALLOWED_GROUPS: 'family',
        OIDC_ALLOWED_DOMAINS: 'home.example',
      },
    });
  });
  after(async () => {
    await app.stop();
    await provider.close();
  });

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- a test says what it expects
  const json = <T>(answer: { payload: string }): T => JSON.parse(answer.payload) as T;
  const browser = new CookieJar();
  /** @param cookie that of the plugin */
  const get = async (path: string, cookie = '') => {
    const sent = [cookie, browser.header].filter((one) => one !== '').join('; ');
    const answer = await app.server.inject({
      url: path,
      headers: { host: 'photos.test', ...(sent && { cookie: sent }) },
    });
    browser.keep(answer);
    return answer;
  };
  /** The first request of a browser. */
  const begin = async (path = '/plugins/auth-oidc/start') => {
    const answer = await get(path);
    expect(answer.statusCode, answer.payload).to.equal(303);
    const [cookie = ''] = [answer.headers['set-cookie'] ?? []].flat();
    return { to: String(answer.headers['location']), cookie: cookie.slice(0, cookie.indexOf(';')), line: cookie };
  };
  /** All of it. @returns the place in the app to which it leads */
  const through = async (who: string, path?: string) => {
    provider.who = who;
    const { to, cookie } = await begin(path);
    const back = await provider.signIn(to);
    return get(back.pathname + back.search, cookie);
  };
  const useCode = (place: unknown) =>
    app.call('POST', '/api/auth/link', {
      payload: { code: /^\/#link=([\w-]+)$/.exec(String(place))?.[1] },
      headers: { cookie: browser.header },
    });

  it('goes to the provider with PKCE, state and nonce, which scripts of the browser cannot read', async () => {
    const { to, line } = await begin();
    const query = new URL(to).searchParams;
    expect(Object.fromEntries(query)).to.include({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${origin}/plugins/auth-oidc/callback`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query.get(name), name).to.have.length.above(20);
    expect(line)
      .to.match(/HttpOnly/)
      .and.match(/SameSite=Lax/)
      .and.match(/Path=\/plugins\/auth-oidc/);
  });

  it('makes an account for a member of an allowed group, once', async () => {
    const first = await useCode((await through('anna')).headers['location']);
    expect(json<{ user: object }>(first).user).to.include({
      username: 'anna',
      display_name: 'Anna Berg',
      role: 'read',
    });
    const again = await useCode((await through('anna')).headers['location']);
    expect(json<{ user: { id: number } }>(again).user.id).to.equal(json<{ user: { id: number } }>(first).user.id);
  });

  it('makes none for an address that the provider has not verified', async () => {
    const answer = await useCode((await through('eve')).headers['location']);
    expect(answer.headers['x-error-kind']).to.equal('not_linked');
  });

  it('links no account by an address to which somebody was sent', async () => {
    const begun = await app.call('POST', '/api/auth/links', {
      as: 'write',
      payload: { plugin: 'auth-oidc', current_password: 'write-password' },
    });
    const back = await through('eve', json<{ start: string }>(begun).start);
    expect(back.headers['location']).to.match(/^\/#link=/);
    expect((await useCode(back.headers['location'])).headers['x-error-kind']).to.equal('sign_in_over');
  });

  it('links the account of whoever is signed in', async () => {
    const begun = await app.call('POST', '/api/auth/links', {
      as: 'write',
      payload: { plugin: 'auth-oidc', current_password: 'write-password' },
    });
    browser.keep(begun);
    const back = await through('eve', json<{ start: string }>(begun).start);
    expect(back.headers['location']).to.equal('/#/settings');
    const answer = await useCode((await through('eve')).headers['location']);
    expect(json<{ user: object }>(answer).user).to.include({ username: 'write' });
  });

  it('refuses an answer that belongs to another browser, or to none', async () => {
    const mine = await begin();
    const theirs = await begin();
    const back = await provider.signIn(theirs.to);
    expect((await get(back.pathname + back.search, mine.cookie)).statusCode, 'another state').to.equal(503);
    expect((await get(back.pathname + back.search)).statusCode, 'no cookie').to.equal(400);
    const right = await get(back.pathname + back.search, theirs.cookie);
    expect(right.statusCode).to.equal(303);
    const cleared = [right.headers['set-cookie'] ?? []].flat().filter((one) => one.startsWith('pf+auth-oidc+flow='));
    expect(cleared.join(), 'what the browser kept').to.match(/^pf\+auth-oidc\+flow=; .*Max-Age=0$/);
    expect((await get(back.pathname + back.search, theirs.cookie)).statusCode, 'a spent code').to.equal(503);
  });

  it('leads back to the app when somebody changes their mind', async () => {
    const { to, cookie } = await begin();
    const state = new URL(to).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error: 'access_denied', state, iss: provider.url });
    const answer = await get(`/plugins/auth-oidc/callback?${query.toString()}`, cookie);
    expect(answer.headers['location']).to.equal('/');
  });
});

describe('the settings of OpenID Connect', () => {
  const start = (more: Record<string, string> = {}) =>
    fakeHost(plugin, { environment: { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'photofinch', ...more } });
  const refusal = (more: Record<string, string>) =>
    start(more).then(
      () => 'none',
      (error: unknown) => (error as Error).message,
    );

  it('name an address to which secrets may be sent', async () => {
    expect(await refusal({ OIDC_ISSUER: 'http://login.example' })).to.match(/must begin with https/);
    expect(await refusal({ OIDC_ISSUER: 'login.example' })).to.match(/must be an address/);
  });

  it('say for whom accounts are made', async () => {
    expect(await refusal({ OIDC_NEW_ACCOUNTS: 'admin' })).to.match(/must be read or write/);
    expect(await refusal({ OIDC_NEW_ACCOUNTS: 'read' })).to.match(/OIDC_ALLOWED_GROUPS/);
  });

  it('keep no server from starting while the provider is away', async () => {
    const fake = await start({ OIDC_ISSUER: 'http://127.0.0.1:9' });
    const answer = await fake.call('GET', '/plugins/auth-oidc/start');
    expect(answer.status).to.equal(503);
    expect(fake.logged.map(({ level }) => level)).to.deep.equal(['warn']);
    await fake.stop();
  });
});
