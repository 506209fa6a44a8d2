import { expect } from 'chai';
import plugin from '../../../plugins/auth-oidc/index.ts';
import { fakeHostOfShipped as fakeHost } from '../../../core/plugin-api/fake-host/fake-host.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { CookieJar } from '../../support/cookie-jar.ts';
import { TestProvider } from './test-provider.ts';

describe('signing in with OpenID Connect', () => {
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

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller states the expected type
  const json = <T>(answer: { payload: string }): T => JSON.parse(answer.payload) as T;
  /** A browser: the cookies of the server and of the plugin. */
  interface Browser {
    readonly jar: CookieJar;
    ticket: string;
  }
  const browser: Browser = { jar: new CookieJar(), ticket: '' };
  const get = async (path: string, of = browser, headers = {}) => {
    const cookie = [of.ticket, of.jar.header].filter((one) => one !== '').join('; ');
    const answer = await app.server.inject({
      url: path,
      headers: { host: 'photos.test', ...(cookie && { cookie }), ...headers },
    });
    of.jar.keep(answer);
    return answer;
  };
  /** Begins a sign-in. @returns the URL of the provider, and the header `Set-Cookie` with the ticket */
  const begin = async (path = '/plugins/auth-oidc/start', of = browser) => {
    const answer = await get(path, of);
    expect(answer.statusCode, answer.payload).to.equal(303);
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    const line = cookies.find((one) => one.startsWith('pf+auth-oidc+ticket=')) ?? '';
    of.ticket = line.slice(0, line.indexOf(';'));
    return { to: String(answer.headers['location']), line };
  };
  /** A complete sign-in. @returns the response that leads back to the app */
  const through = async (who: string, path?: string) => {
    provider.who = who;
    const back = await provider.signIn((await begin(path)).to);
    return get(back.pathname + back.search);
  };
  const useCode = (place: unknown) =>
    app.call('POST', '/api/auth/link', {
      payload: { code: /^\/#link=([\w-]+)$/.exec(String(place))?.[1] },
      headers: { cookie: browser.jar.header },
    });

  it('redirects to the provider with PKCE, state and nonce, and sets a cookie that scripts cannot read', async () => {
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

  it('creates an account for a member of an allowed group, once', async () => {
    const first = await useCode((await through('anna')).headers['location']);
    expect(json<{ user: object }>(first).user).to.include({
      username: 'anna',
      display_name: 'Anna Berg',
      role: 'read',
    });
    const again = await useCode((await through('anna')).headers['location']);
    expect(json<{ user: { id: number } }>(again).user.id).to.equal(json<{ user: { id: number } }>(first).user.id);
  });

  it('creates an account for an e-mail address of an allowed domain, and none for one of a longer domain', async () => {
    const made = await useCode((await through('emil')).headers['location']);
    expect(json<{ user: object }>(made).user).to.include({ username: 'emil', role: 'read' });
    for (const who of ['long', 'below']) {
      const refused = await useCode((await through(who)).headers['location']);
      expect(refused.headers['x-error-kind'], who).to.equal('not_linked');
    }
  });

  it('creates none for an address that the provider has not verified', async () => {
    const answer = await useCode((await through('eve')).headers['location']);
    expect(answer.headers['x-error-kind']).to.equal('not_linked');
  });

  it('links no account in a browser in which the link was not begun', async () => {
    const begun = await app.call('POST', '/api/auth/links', {
      as: 'write',
      payload: { plugin: 'auth-oidc', current_password: 'write-password' },
    });
    const back = await through('eve', json<{ start: string }>(begun).start);
    expect(back.headers['location']).to.match(/^\/#link=/);
    expect((await useCode(back.headers['location'])).headers['x-error-kind']).to.equal('sign_in_over');
  });

  it('links the account of the signed-in user', async () => {
    const begun = await app.call('POST', '/api/auth/links', {
      as: 'write',
      payload: { plugin: 'auth-oidc', current_password: 'write-password' },
    });
    browser.jar.keep(begun);
    const back = await through('eve', json<{ start: string }>(begun).start);
    expect(back.headers['location']).to.equal('/#/settings');
    const answer = await useCode((await through('eve')).headers['location']);
    expect(json<{ user: object }>(answer).user).to.include({ username: 'write' });
  });

  it('rejects the callback of another sign-in, a repeated one, and one without a ticket', async () => {
    const { to } = await begin();
    const first = { ...browser };
    await begin();
    const back = await provider.signIn(to);
    const address = back.pathname + back.search;
    expect((await get(address)).statusCode, 'of another state').to.equal(400);
    expect((await get(address, { ...first, ticket: '' })).statusCode, 'without a ticket').to.equal(400);
    expect((await get(address, first)).headers['location']).to.match(/^\/#link=/);
    expect((await get(address, first)).statusCode, 'again').to.equal(400);
    const stale = await begin();
    const spent = new URL(address, origin).searchParams;
    spent.set('state', new URL(stale.to).searchParams.get('state') ?? '');
    const again = await get(`/plugins/auth-oidc/callback?${spent.toString()}`, browser);
    expect(again.statusCode, 'a spent code').to.equal(400);
  });

  it('signs nobody in with the cookie of a foreign sign-in, which another site of the same domain may plant', async () => {
    provider.who = 'eve';
    const attacker: Browser = { jar: new CookieJar(), ticket: '' };
    const back = await provider.signIn((await begin(undefined, attacker)).to);
    const address = back.pathname + back.search;
    // A neighbouring site can set any cookie of the server, except those whose names begin with __Host-.
    for (const jar of [browser.jar, new CookieJar()]) {
      const answer = await get(address, { jar, ticket: attacker.ticket });
      expect(answer.statusCode).to.equal(400);
      expect(answer.headers['location']).to.equal(undefined);
    }
    expect((await get(address, attacker)).headers['location'], 'in the browser of the attacker').to.match(/^\/#link=/);
  });

  it('explains an error on a page that looks like the app', async () => {
    const answer = await get('/plugins/auth-oidc/callback?code=x&state=y', browser, { accept: 'text/html' });
    expect(answer.statusCode).to.equal(400);
    expect(answer.headers['content-type']).to.match(/^text\/html/);
    expect(answer.payload).to.contain('/plugins/-/page.css').and.contain('Begin again');
  });

  it('leads back to the app if the user cancels', async () => {
    const { to } = await begin();
    const state = new URL(to).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error: 'access_denied', state, iss: provider.url });
    const answer = await get(`/plugins/auth-oidc/callback?${query.toString()}`);
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

  it('must have an address to which secrets may be sent', async () => {
    expect(await refusal({ OIDC_ISSUER: 'http://login.example' })).to.match(/must begin with https/);
    expect(await refusal({ OIDC_ISSUER: 'login.example' })).to.match(/must be an address/);
  });

  it('must say which role new accounts get, and who may have one', async () => {
    expect(await refusal({ OIDC_NEW_ACCOUNTS: 'admin' })).to.match(/must be read or write/);
    expect(await refusal({ OIDC_NEW_ACCOUNTS: 'read' })).to.match(/OIDC_ALLOWED_GROUPS/);
  });

  it('let the server start while the provider is unavailable', async () => {
    const fake = await start({ OIDC_ISSUER: 'http://127.0.0.1:9' });
    const answer = await fake.call('GET', '/plugins/auth-oidc/start');
    expect(answer.status).to.equal(503);
    expect(fake.logged.map(({ level }) => level)).to.deep.equal(['warn']);
    await fake.stop();
  });
});
