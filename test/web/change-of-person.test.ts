import { expect } from 'chai';
import type { TokenPair } from '../../core/http/wire.ts';
import { EncryptionRoutes } from '../../web/api/encryption.ts';
import { Api } from '../../web/api/index.ts';
import { Session } from '../../web/state/session/session.ts';

const pair = (token: string, id: number): TokenPair => ({
  access_token: token,
  refresh_token: 'r',
  expires_in: 60,
  refresh_expires_in: 600,
  user: { id, username: `user ${id}`, display_name: '', role: 'write' },
});

describe('the API client when another user signs in', () => {
  /** The requests with their tokens, and functions that answer those that wait. */
  let sent: string[];
  let waiting: Map<string, (response: Response) => void>;
  let ended: number;
  let replaced: boolean | null;
  /** How often the page was told to restart. */
  let next: number;
  let api: Api;

  const json = (body: object, status = 200): Response => Response.json(body, { status });
  /** Answers a waiting request, and runs everything that follows from it. */
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
    api.session.leave();
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
    replaced = null;
    next = 0;
    api = new Api({
      fetch: (path, init) => {
        sent.push(`${path as string} ${new Headers(init?.headers).get('authorization') ?? 'without'}`);
        return new Promise((resolve) => waiting.set(path as string, resolve));
      },
      renewalKey: { read: () => 'key', replace: () => undefined },
      pause: () => Promise.resolve(),
      sentences: { lost: 'lost', ended: 'ended', status: (status) => `status ${status}` },
      inOwnWords: () => null,
      onSessionEnded: (isReplaced) => {
        ended++;
        replaced = isReplaced;
      },
      onNextSession: () => next++,
      onLocked: () => undefined,
      onReached: () => undefined,
    });
  });

  const requests = (): string[] => sent.filter((request) => !request.startsWith('/api/auth'));

  it('drops the work of the previous user, neither sending nor reporting it, and restarts the page', async () => {
    await signIn('of 1', 1);
    // Work of several requests would continue with the next one after a response, and report a failure.
    const outcomes = [3, 4].map((id) => outcomeOf(api.people.name(id, 'Ada').then(() => api.people.name(5, 'Cleo'))));
    await signOut();
    await signIn('of 2', 2);
    expect(next).to.equal(1);
    await answer('/api/people/3/name', json({}, 401));
    await answer('/api/people/4/name', json({}));
    expect(requests()).to.deep.equal(['/api/people/3/name Bearer of 1', '/api/people/4/name Bearer of 1']);
    expect(await Promise.race([...outcomes, Promise.resolve('nothing')])).to.equal('nothing');
    expect(ended).to.equal(0);
  });

  it('restarts the page even if the session of the previous user expired', async () => {
    await signIn('of 1', 1);
    const outcome = outcomeOf(api.people.name(3, 'Ada'));
    await answer('/api/people/3/name', json({}, 401));
    await answer('/api/auth/refresh', json({}, 401));
    await answer('/api/auth/refresh', json({}, 401));
    expect([await outcome, replaced]).to.deep.equal(['ended', false]);
    await signIn('of 2', 2);
    void api.people.get(5);
    expect([next, requests()]).to.deep.equal([1, ['/api/people/3/name Bearer of 1']]);
  });

  it('restarts the page if the same user signs in again after signing out', async () => {
    await signIn('of 1', 1);
    await signOut();
    await signIn('again', 1);
    void api.people.get(5);
    expect([next, requests()]).to.deep.equal([1, []]);
  });

  it('restarts the page even if another tab sends the request to sign out', async () => {
    await signIn('of 1', 1);
    /** The flags of all tabs; `leaving` until one of them has sent the request. */
    const flags = { signedIn: true, leaving: false, codeNeeded: false };
    const note = (flag: keyof typeof flags) => ({
      read: () => flags[flag],
      write: (isSet: boolean) => (flags[flag] = isSet),
    });
    const session = new Session(api.session, {
      signedIn: note('signedIn'),
      leaving: note('leaving'),
      codeNeeded: note('codeNeeded'),
    });
    const signingOut = session.signOut();
    await answer('/api/auth/logout', json({}, 503));
    await signingOut;
    expect(flags.leaving).to.equal(true);
    flags.leaving = false;
    const before = sent.length;
    const signingIn = session.signIn('', '');
    await new Promise(setImmediate);
    await answer('/api/auth/login', json(pair('again', 1)));
    await signingIn;
    expect([next, sent.slice(before)]).to.deep.equal([1, ['/api/auth/login Bearer of 1']]);
  });

  it('does not restart the page if the session that was signed out of is from an earlier visit', async () => {
    const logout = api.session.logout();
    await answer('/api/auth/logout', json({}, 401));
    await logout;
    await signIn('of 1', 1);
    void api.people.get(5);
    expect([next, requests()]).to.deep.equal([0, ['/api/people/5 Bearer of 1']]);
  });

  it('delivers a response that is sent only once, such as a recovery key, even after signing out', async () => {
    await signIn('of 1', 1);
    const made = new EncryptionRoutes(api.client).renewRecoveryKey({ current_password: 'p' });
    await signOut();
    await answer('/api/admin/encryption/slots', json({ recovery_key: 'the key' }));
    expect(await Promise.race([made, Promise.resolve(null)])).to.have.property('recovery_key', 'the key');
  });

  it('does not repeat a request with the session that another user started in another tab', async () => {
    await signIn('of 1', 1);
    const outcome = outcomeOf(api.people.name(3, 'Ada'));
    await answer('/api/people/3/name', json({}, 401));
    await answer('/api/auth/refresh', json(pair('of 2', 2)));
    expect(requests()).to.have.lengthOf(1);
    expect(await outcome).to.equal('ended');
    expect([ended, replaced]).to.deep.equal([1, true]);
  });

  for (const [what, late] of [
    ['granted', json(pair('late of 1', 1))],
    ['refused', json({}, 403)],
  ] as const) {
    it(`restarts the page only once if a renewal for the previous user is ${what} late`, async () => {
      await signIn('of 1', 1);
      const outcome = outcomeOf(api.people.name(3, 'Ada'));
      await answer('/api/people/3/name', json({}, 401));
      await signOut();
      await signIn('of 2', 2);
      await answer('/api/auth/refresh', late);
      void api.people.get(5);
      expect(requests()).to.deep.equal(['/api/people/3/name Bearer of 1']);
      expect(await Promise.race([outcome, Promise.resolve('nothing')])).to.equal('nothing');
      expect([ended, next]).to.deep.equal([0, 1]);
    });
  }

  it('repeats a rejected request if the same user has signed in again', async () => {
    await signIn('of 1', 1);
    const outcome = outcomeOf(api.people.name(3, 'Ada'));
    await signIn('again', 1);
    await answer('/api/people/3/name', json({}, 401));
    await answer('/api/people/3/name', json({}));
    expect(await outcome).to.equal('answered');
    expect(sent.at(-1)).to.equal('/api/people/3/name Bearer again');
  });
});
