import { expect } from 'chai';
import type { TokenPair } from '../../core/http/wire.ts';
import { Api } from '../../web/api/index.ts';

const pair = (token: string, id: number): TokenPair => ({
  access_token: token,
  refresh_token: 'r',
  expires_in: 60,
  refresh_expires_in: 600,
  user: { id, username: `user ${id}`, display_name: '', role: 'write' },
});

describe('the API client when another person signs in', () => {
  /** Requests with the token of each, and how to answer those that wait. */
  let sent: string[];
  let waiting: Map<string, (response: Response) => void>;
  let ended: number;
  let api: Api;

  const json = (body: object, status = 200): Response => Response.json(body, { status });
  /** Answers a waiting request, and lets all that follows from it happen. */
  const answer = async (path: string, response: Response): Promise<void> => {
    waiting.get(path)!(response);
    await new Promise(setImmediate);
  };
  const signIn = async (token: string, id: number): Promise<void> => {
    const login = api.session.login('', '');
    await answer('/api/auth/login', json(pair(token, id)));
    await login;
  };
  const signOut = async (): Promise<void> => {
    const logout = api.session.logout();
    await answer('/api/auth/logout', json({ ok: true }));
    await logout;
  };
  const outcomeOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'answered',
      (error: unknown) => (error as Error).message,
    );

  beforeEach(() => {
    sent = [];
    waiting = new Map();
    ended = 0;
    api = new Api({
      fetch: (path, init) => {
        sent.push(`${path as string} ${new Headers(init?.headers).get('authorization') ?? 'without'}`);
        return new Promise((resolve) => waiting.set(path as string, resolve));
      },
      renewalKey: { read: () => 'key', replace: () => undefined },
      pause: () => Promise.resolve(),
      sentences: { lost: 'lost', ended: 'ended', status: (status) => `status ${status}` },
      inOwnWords: () => null,
      onSessionEnded: () => ended++,
      onLocked: () => undefined,
      onReached: () => undefined,
    });
  });

  it('does not send a request of the one before once more as the other', async () => {
    await signIn('of 1', 1);
    const outcome = outcomeOf(api.people.name(3, 'Ada'));
    await signOut();
    await signIn('of 2', 2);
    await answer('/api/people/3/name', json({}, 401));
    expect(sent.filter((request) => request.startsWith('/api/people'))).to.deep.equal([
      '/api/people/3/name Bearer of 1',
    ]);
    expect(await outcome).to.equal('ended');
    expect(ended, 'the session of the other goes on').to.equal(0);
  });

  it('does not send it with the session that the other began in another tab', async () => {
    await signIn('of 1', 1);
    const outcome = outcomeOf(api.people.name(3, 'Ada'));
    await answer('/api/people/3/name', json({}, 401));
    await answer('/api/auth/refresh', json(pair('of 2', 2)));
    expect(sent.filter((request) => request.startsWith('/api/people'))).to.have.lengthOf(1);
    expect(await outcome).to.equal('ended');
    expect(ended).to.equal(1);
  });

  for (const [what, late] of [
    ['granted', json(pair('late of 1', 1))],
    ['refused', json({}, 403)],
  ] as const) {
    it(`keeps the session of the other when a renewal for the one before is ${what} late`, async () => {
      await signIn('of 1', 1);
      const outcome = outcomeOf(api.people.name(3, 'Ada'));
      await answer('/api/people/3/name', json({}, 401));
      await signOut();
      await signIn('of 2', 2);
      await answer('/api/auth/refresh', late);
      void api.people.get(5);
      expect(sent.at(-1)).to.equal('/api/people/5 Bearer of 2');
      expect(await outcome).to.equal('ended');
      expect(ended).to.equal(0);
    });
  }

  it('sends a request once more when the same person signs in again', async () => {
    await signIn('of 1', 1);
    const outcome = outcomeOf(api.people.name(3, 'Ada'));
    await signIn('again', 1);
    await answer('/api/people/3/name', json({}, 401));
    await answer('/api/people/3/name', json({}));
    expect(await outcome).to.equal('answered');
    expect(sent.at(-1)).to.equal('/api/people/3/name Bearer again');
  });
});
