import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import type { TokenPair } from '../../core/http/wire.ts';
import { ApiError, ServerLost, type Refused } from '../../web/api/errors.ts';
import { Api } from '../../web/api/index.ts';
import { ScriptedServer } from './server.ts';

const user = { id: 1, username: 'anna', display_name: 'Anna', role: 'write' as const };
const pair = (token: string): TokenPair => ({
  access_token: token,
  refresh_token: 'r',
  expires_in: 60,
  refresh_expires_in: 600,
  user,
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

describe('the API client', () => {
  const server = new ScriptedServer();
  let api: Api;
  let ended: number;
  let reached: boolean[];
  let key: string;
  let pauses: number[];
  let locked = 0;
  let own: (refused: Refused) => string | null;
  const never = new AbortController().signal;

  beforeEach(async () => {
    const base = await server.start();
    server.asked.length = 0;
    server.answer = () => ({ json: {} });
    ended = 0;
    locked = 0;
    reached = [];
    key = 'the key';
    pauses = [];
    own = () => null;
    api = new Api({
      fetch,
      base,
      renewalKey: { read: () => key, replace: () => (key = 'another key') },
      pause: (milliseconds) => Promise.resolve(void pauses.push(milliseconds)),
      sentences: { lost: 'lost', ended: 'ended', status: (status) => `status ${status}` },
      inOwnWords: (refused) => own(refused),
      onSessionEnded: () => ended++,
      onNextSession: () => undefined,
      onLocked: () => locked++,
      onReached: (yes) => reached.push(yes),
    });
  });
  afterEach(() => server.stop());

  /** Accepts only requests with `token`, which is handed out on renewal. */
  const acceptOnly = (token: () => string): void => {
    server.answer = (asked, request) => {
      if (asked.endsWith('/api/auth/login')) return { json: pair('first') };
      if (asked.endsWith('/api/auth/refresh')) return { json: pair(token()) };
      if (request.headers.authorization === `Bearer ${token()}`) return { json: { anchors: [] } };
      return { status: 401, json: { detail: 'The token has expired.' } };
    };
  };

  it('reports that the library is locked, whichever request was rejected for it', async () => {
    server.answer = () => ({ status: 503, json: { detail: 'Locked.' }, headers: { 'x-error-kind': 'library_locked' } });
    for (const ask of [() => api.photos.anchors(''), () => api.session.limits(), () => api.session.renew()]) {
      await ask().catch(() => undefined);
    }
    expect(locked).to.equal(3);
  });

  it('sends the access token of the sign-in', async () => {
    acceptOnly(() => 'first');
    await api.session.login('anna', 'secret');
    expect(await api.photos.anchors('')).to.deep.equal({ anchors: [] });
    expect(server.asked).to.deep.equal(['POST /api/auth/login', 'GET /api/photos/anchors']);
  });

  it('renews an expired token once for all waiting requests, and repeats them', async () => {
    acceptOnly(() => 'second');
    await api.session.login('anna', 'secret');
    const answers = await Promise.all([
      api.photos.anchors(''),
      api.photos.anchors(''),
      api.photos.anchors(''),
      api.photos.get('p', never),
    ]);
    expect(answers).to.have.length(4);
    expect(server.asked.filter((asked) => asked.endsWith('/refresh'))).to.have.length(1);
    expect(ended).to.equal(0);
  });

  it('renews a token that is about to expire before sending a request', async () => {
    let token = 'first';
    server.answer = (asked, request) => {
      if (asked.endsWith('/login')) return { json: { ...pair(token), expires_in: 0 } };
      if (asked.endsWith('/refresh')) return { json: pair((token = 'second')) };
      return { json: { anchors: [request.headers.authorization] } };
    };
    await api.session.login('anna', 'secret');
    expect(await api.photos.anchors('')).to.deep.equal({ anchors: ['Bearer second'] });
    await api.photos.anchors('');
    expect(server.asked.filter((asked) => asked.endsWith('/refresh'))).to.have.length(1);
  });

  it('reports the end of the session after the second rejected renewal, without further retries', async () => {
    server.answer = () => ({ status: 401, json: { detail: 'No.' } });
    const error = await api.photos.anchors('').catch((e: unknown) => e);
    expect(error).to.be.instanceOf(ApiError).with.property('status', 401);
    expect(ended).to.equal(1);
    expect(server.asked.map((asked) => asked.split(' ')[1])).to.deep.equal([
      '/api/photos/anchors',
      '/api/auth/refresh',
      '/api/auth/refresh',
    ]);
  });

  it('reports the ended session for a request that was under way meanwhile, without repeating it', async () => {
    acceptOnly(() => 'first');
    await api.session.login('anna', 'secret');
    let find = (): void => undefined;
    const found = new Promise<void>((resolve) => (find = resolve));
    server.answer = async (asked) => {
      if (asked.includes('/anchors')) await found;
      return { status: 401, json: { detail: 'No.' } };
    };
    const late = api.photos.anchors('').catch((e: unknown) => e);
    await api.photos.get('p', never).catch(() => undefined);
    find();
    expect(await late)
      .to.be.instanceOf(ApiError)
      .with.property('message', 'ended');
    expect(server.asked.filter((asked) => asked.includes('/anchors'))).to.have.length(1);
  });

  it('retries a renewal once if another tab was first, after the pause of the Retry-After header', async () => {
    let renewals = 0;
    server.answer = (asked) => {
      if (!asked.endsWith('/refresh')) return { json: { anchors: [] } };
      renewals += 1;
      return renewals === 1
        ? { status: 401, json: { detail: 'No.' }, headers: { 'retry-after': '1' } }
        : { json: pair('x') };
    };
    expect(await api.session.renew()).to.deep.equal(user);
    expect([renewals, pauses, ended]).to.deep.equal([2, [1000], 0]);
  });

  it('waits for at most five seconds if the Retry-After header says longer', async () => {
    server.answer = () => ({ status: 401, json: { detail: 'No.' }, headers: { 'retry-after': '86400' } });
    expect(await api.session.renew()).to.equal(null);
    expect(pauses).to.deep.equal([5000]);
  });

  it('sends the same key with each renewal, and a new one after signing out', async () => {
    const sent: string[] = [];
    server.answer = async (asked, request) => {
      if (asked.endsWith('/refresh')) sent.push(await bodyOf(request));
      return { json: pair('x') };
    };
    await api.session.renew();
    await api.session.renew();
    await api.session.logout();
    await api.session.renew();
    expect(sent.map((body) => JSON.parse(body) as unknown)).to.deep.equal([
      { renewal_key: 'the key' },
      { renewal_key: 'the key' },
      { renewal_key: 'another key' },
    ]);
  });

  it('keeps the session if the server is unreachable during a renewal', async () => {
    server.answer = (asked) =>
      asked.endsWith('/refresh') ? { status: 502, html: 'Bad gateway' } : { status: 401, json: { detail: 'No.' } };
    expect(await api.photos.anchors('').catch((e: unknown) => e)).to.be.instanceOf(ServerLost);
    expect(ended).to.equal(0);
  });

  it('reports the error message of the server', async () => {
    server.answer = () => ({ status: 400, json: { detail: 'tags must not be longer than 64 characters' } });
    const error = await api.photos.change({ uids: ['p'], add_tags: ['x'] }).catch((e: unknown) => e);
    expect((error as ApiError).message).to.equal('tags must not be longer than 64 characters');
    expect(reached).to.deep.equal([true]);
  });

  it('replaces the server’s message with the page’s own if the response names the kind of error', async () => {
    const told: Refused[] = [];
    own = (refused) => {
      told.push(refused);
      return 'In our words.';
    };
    server.answer = () => ({
      status: 404,
      json: { detail: 'There is no such album.' },
      headers: { 'x-error-kind': 'no_such_album' },
    });
    const error = await api.photos.list('album=x', { offset: 0, limit: 1 }, never).catch((e: unknown) => e);
    expect((error as ApiError).message).to.equal('In our words.');
    expect(told).to.deep.equal([{ kind: 'no_such_album', detail: 'There is no such album.', retryAfter: null }]);
  });

  it('reports the status of an error response without JSON', async () => {
    server.answer = () => ({ status: 500, html: '<h1>Oops</h1>' });
    const error = await api.photos.change({ uids: ['p'] }).catch((e: unknown) => e);
    expect((error as ApiError).message).to.include('500');
  });

  it('distinguishes an unreachable photo store from an unreachable server', async () => {
    server.answer = () => ({ status: 503, json: { detail: 'The photo store cannot be reached.' } });
    expect(await api.photos.get('p', never).catch((e: unknown) => e)).to.be.instanceOf(ApiError);
    server.answer = () => ({ status: 503, html: 'no server' });
    expect(await api.photos.get('p', never).catch((e: unknown) => e)).to.be.instanceOf(ServerLost);
    await server.stop();
    expect(await api.photos.get('p', never).catch((e: unknown) => e)).to.be.instanceOf(ServerLost);
    expect(reached).to.deep.equal([true, false, false]);
    await server.start();
  });

  it('does not report an aborted request as an unreachable server', async () => {
    const stop = new AbortController();
    server.answer = () => new Promise(() => undefined);
    const answer = api.photos.get('p', stop.signal).catch((e: unknown) => e);
    stop.abort();
    expect(await answer).to.have.property('name', 'AbortError');
    expect(reached).to.deep.equal([]);
  });

  it('encodes uids of photos so that they stay one segment of the path', async () => {
    await api.photos.get('a/b?c#d é', never);
    expect(server.asked).to.deep.equal(['GET /api/photos/a%2Fb%3Fc%23d%20%C3%A9']);
  });

  it('returns null from a renewal if the server has no session, otherwise its user', async () => {
    server.answer = () => ({ status: 401, json: { detail: 'No session.' } });
    expect(await api.session.renew()).to.equal(null);
    server.answer = () => ({ json: pair('x') });
    expect(await api.session.renew()).to.deep.equal(user);
  });

  it('renews a session that is about to expire before signing out', async () => {
    server.answer = (asked) => {
      if (asked.endsWith('/login')) return { json: { ...pair('first'), expires_in: 0 } };
      return { json: asked.endsWith('/refresh') ? pair('second') : { ok: true } };
    };
    await api.session.login('anna', 'secret');
    await api.session.logout();
    expect(server.asked.slice(1)).to.deep.equal(['POST /api/auth/refresh', 'POST /api/auth/logout']);
  });

  it('counts as signed out if the server no longer knows the session', async () => {
    server.answer = () => ({ status: 401, json: { detail: 'No.' } });
    await api.session.logout();
    expect(key).to.equal('another key');
  });

  for (const [what, answer] of [
    ['cannot be reached', { status: 502, html: 'Bad gateway' }],
    ['fails', { status: 500, json: { detail: 'Oops.' } }],
  ] as const) {
    it(`keeps the token for the next attempt to sign out if the server ${what}`, async () => {
      acceptOnly(() => 'first');
      await api.session.login('anna', 'secret');
      server.answer = () => answer;
      expect(await api.session.logout().catch((e: unknown) => e)).to.be.an('error');
      let sent: string | undefined;
      server.answer = (_, request) => {
        sent = request.headers.authorization;
        return { json: { ok: true } };
      };
      await api.session.logout();
      expect(sent, 'the token of the second attempt').to.equal('Bearer first');
    });
  }

  it('sends no token after signing out', async () => {
    acceptOnly(() => 'first');
    await api.session.login('anna', 'secret');
    await api.session.logout();
    let sent: string | undefined = 'none';
    server.answer = (_, request) => {
      sent = request.headers.authorization;
      return { json: {} };
    };
    await api.server.status();
    expect(sent).to.equal(undefined);
  });
});
