import { expect } from 'chai';
import type { TokenPair } from '../../core/http/wire.ts';
import { httpFrame, type Answer, type HttpFrame } from '../support/http-frame.ts';

type Headers = Record<string, string>;

const host = 'photos.example:8470';
const proxied = 'photos.example';

describe('a route that reads or sets cookies, called by a page', () => {
  let frame: HttpFrame;
  let behindProxy: HttpFrame;

  /** The refresh token of each server’s session, after its last renewal. */
  const cookies = new Map<HttpFrame, string>();

  before(async () => {
    frame = await httpFrame();
    behindProxy = await httpFrame({ trustProxy: true });
    for (const at of [frame, behindProxy]) {
      await at.accounts.add({ username: 'anna', password: 'correct horse', role: 'read' });
      cookies.set(at, (await login(at)).json<TokenPair>().refresh_token);
    }
  });
  after(async () => {
    await frame.stop();
    await behindProxy.stop();
  });

  const post = (at: HttpFrame, url: string, payload: object, headers: Headers): Promise<Answer> =>
    at.inject({ method: 'POST', url, payload, headers: { host, ...headers } });
  const login = (at: HttpFrame, headers: Headers = {}): Promise<Answer> =>
    post(at, '/api/auth/login', { username: 'anna', password: 'correct horse' }, headers);
  const cookieOf = (at: HttpFrame): Headers => ({ cookie: `pf_refresh=${cookies.get(at) ?? ''}` });
  const refresh = async (at: HttpFrame, headers: Headers = {}): Promise<Answer> => {
    const answer = await post(at, '/api/auth/refresh', {}, { ...cookieOf(at), ...headers });
    if (answer.statusCode === 200) cookies.set(at, answer.json<TokenPair>().refresh_token);
    return answer;
  };

  const foreign: [string, Headers][] = [
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another site, in a browser that sends only Origin', { origin: 'https://evil.example' }],
    ['another port of the host', { 'sec-fetch-site': 'same-site', origin: 'http://photos.example:9000' }],
    ['another port of the host, with only Origin', { origin: 'http://photos.example:9000' }],
    ['the same host without a port', { origin: 'http://photos.example' }],
    ['a sibling host', { 'sec-fetch-site': 'same-site', origin: 'http://blog.photos.example:8470' }],
    ['a sibling host, with only Origin', { origin: 'http://blog.photos.example:8470' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a page with an invalid Origin', { origin: 'photos.example:8470' }],
    ['a page with an unknown Sec-Fetch-Site', { 'sec-fetch-site': 'neighbour' }],
    ['a page that claims our host name in a proxy header', { origin: 'http://x', 'x-forwarded-host': 'x' }],
  ];
  const own: [string, Headers][] = [
    ['a program', {}],
    ['our page', { 'sec-fetch-site': 'same-origin', origin: 'http://photos.example:8470' }],
    ['our page, with only Origin', { origin: 'http://photos.example:8470' }],
    ['our page behind a proxy with https', { origin: 'https://photos.example:8470' }],
    ['our page, with another spelling of its address', { origin: 'http://PHOTOS.example:8470' }],
    [
      'our page behind a proxy that uses another host name for us',
      { 'sec-fetch-site': 'same-origin', origin: 'https://photos.example', host: '10.0.0.7:8470' },
    ],
    ['our page in a browser that hides its origin', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['the browser itself', { 'sec-fetch-site': 'none' }],
  ];

  for (const [who, headers] of foreign) {
    it(`refuses ${who}, and starts, renews and ends no session`, async () => {
      const sent = { ...cookieOf(frame), ...headers };
      for (const answer of [
        await login(frame, headers),
        await post(frame, '/api/auth/login/2fa', { code: '123456' }, sent),
        await post(frame, '/api/auth/logout', {}, sent),
        await refresh(frame, headers),
      ]) {
        expect(answer.statusCode).to.equal(403);
        expect(answer.headers['set-cookie']).to.equal(undefined);
        expect(answer.json()['detail']).to.match(/^This may be asked by pages of Photofinch itself alone: .*\.$/);
      }
      expect((await refresh(frame)).statusCode, 'the session goes on').to.equal(200);
    });
  }

  for (const [who, headers] of own) {
    it(`accepts ${who}`, async () => {
      expect((await login(frame, headers)).statusCode).to.equal(200);
      expect((await refresh(frame, headers)).statusCode).to.equal(200);
    });
  }

  describe('behind a trusted proxy', () => {
    const from = (origin: string, forwarded: Headers): Headers => ({ origin, ...forwarded, host: '10.0.0.7:8470' });
    const name = { 'x-forwarded-host': proxied };
    const https = { ...name, 'x-forwarded-proto': 'https' };

    for (const [who, status, headers] of [
      ['our page', 200, from('https://photos.example', https)],
      [
        'our page, whose port the proxy adds',
        200,
        from('https://photos.example', { ...https, 'x-forwarded-host': `${proxied}:443` }),
      ],
      ['our page, through a proxy that forwards only the host name', 200, from('https://photos.example', name)],
      [
        'our page, through a second proxy',
        200,
        from('https://photos.example', { ...https, 'x-forwarded-host': `a, ${proxied}` }),
      ],
      [
        'our page, through a proxy that keeps the Host header',
        200,
        { origin: 'https://photos.example', host: proxied },
      ],
      ['our host name over http', 403, from('http://photos.example', https)],
      ['a page under the host name that the proxy uses for us', 403, from('http://10.0.0.7:8470', https)],
      ['another port of our host', 403, from('https://photos.example:9000', https)],
      ['a sibling host', 403, from('https://blog.photos.example', https)],
      [
        'a page that puts its own host first in X-Forwarded-Host',
        403,
        from('https://evil', { ...https, 'x-forwarded-host': `evil, ${proxied}` }),
      ],
    ] as const) {
      it(`answers ${status} to ${who}`, async () => {
        expect((await refresh(behindProxy, headers)).statusCode).to.equal(status);
      });
    }
  });

  it('is restricted in this way, unlike a route that takes a bearer token', async () => {
    const { access_token } = (await refresh(frame)).json<TokenPair>();
    const headers = { host, authorization: `Bearer ${access_token}`, origin: 'https://evil.example' };
    expect((await frame.inject({ url: '/api/auth/me', headers })).statusCode).to.equal(200);
  });

  it('warns once if a browser at an address without TLS will drop the cookie', async () => {
    const fresh = await httpFrame();
    await fresh.accounts.add({ username: 'anna', password: 'correct horse', role: 'read' });
    const warned = (): unknown[] =>
      fresh.logged.filter(({ msg }) => String(msg).startsWith('Browsers keep no session')).map(({ origin }) => origin);
    const at = (origin: string, to: string): Promise<Answer> => login(fresh, { origin, host: to });
    await login(fresh);
    await at('https://photos.example', proxied);
    await at('http://localhost:8470', 'localhost:8470');
    await at('http://127.0.0.1:8470', '127.0.0.1:8470');
    // Refused: no cookie is set.
    await post(
      fresh,
      '/api/auth/login',
      { username: 'anna', password: 'wrong' },
      { origin: 'http://nas', host: 'nas' },
    );
    expect(warned()).to.deep.equal([]);
    await at('http://192.168.1.5:8470', '192.168.1.5:8470');
    await at('http://nas:8470', 'nas:8470');
    expect(warned()).to.deep.equal(['http://192.168.1.5:8470']);
    await fresh.stop();
  });
});
