import { expect } from 'chai';
import type { PendingLogin, TokenPair, TwoFactorRequired, User } from '../../core/http/wire.ts';
import { Session } from '../../web/state/session/session.ts';

const anna: User = { id: 1, username: 'anna', display_name: 'Anna', role: 'write' };
const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 1, refresh_expires_in: 1, user: anna };

function sessionWith(answers: {
  login?: () => Promise<TokenPair | TwoFactorRequired>;
  loginWithCode?: (pendingToken: string | null, code: string) => Promise<TokenPair>;
  renew?: () => Promise<User | null>;
  leave?: () => void;
  logout?: () => Promise<void>;
  noted?: boolean;
  leaving?: boolean;
  codeNeeded?: boolean;
  waitingLogin?: () => Promise<PendingLogin | null>;
  now?: () => number;
}): { session: Session; noted: () => boolean; leaving: () => boolean; codeNeeded: () => boolean } {
  let noted = answers.noted ?? false;
  let leaving = answers.leaving ?? false;
  let codeNeeded = answers.codeNeeded ?? false;
  const session = new Session(
    {
      login: answers.login ?? (() => Promise.resolve(tokens)),
      loginWithCode: answers.loginWithCode ?? (() => Promise.reject(new Error('not asked here'))),
      renew: answers.renew ?? (() => Promise.resolve(null)),
      leave: answers.leave ?? (() => undefined),
      logout: answers.logout ?? (() => Promise.resolve()),
      challenge: () => Promise.reject(new Error('not asked here')),
      waitingLogin: answers.waitingLogin ?? (() => Promise.reject(new Error('not asked here'))),
      limits: () => Promise.reject(new Error('not asked here')),
    },
    {
      signedIn: { read: () => noted, write: (yes) => (noted = yes) },
      leaving: { read: () => leaving, write: (yes) => (leaving = yes) },
      codeNeeded: { read: () => codeNeeded, write: (yes) => (codeNeeded = yes) },
    },
    answers.now,
  );
  return { session, noted: () => noted, leaving: () => leaving, codeNeeded: () => codeNeeded };
}

describe('the session', () => {
  it('sends no request on a first visit', async () => {
    const { session } = sessionWith({ renew: () => Promise.reject(new Error('asked')) });
    await session.start();
    expect(session.state.value).to.deep.equal({ is: 'signed-out', ended: false });
  });

  it('continues after a reload', async () => {
    const { session } = sessionWith({ noted: true, renew: () => Promise.resolve(anna) });
    await session.start();
    expect(session.user).to.deep.equal(anna);
  });

  it('waits for an unreachable server instead of signing out', async () => {
    let works = false;
    const { session, noted } = sessionWith({
      noted: true,
      renew: () => (works ? Promise.resolve(anna) : Promise.reject(new Error('lost'))),
    });
    await session.start().catch(() => undefined);
    expect(session.state.value.is).to.equal('starting');
    expect(noted()).to.equal(true);
    works = true;
    await session.start();
    expect(session.user).to.deep.equal(anna);
  });

  it('stays signed out if the server rejects the sign-in, and reports why', async () => {
    const { session, noted } = sessionWith({ login: () => Promise.reject(new Error('Wrong password.')) });
    await session.start();
    const error = await session.signIn('anna', 'x').catch((e: unknown) => e);
    expect((error as Error).message).to.equal('Wrong password.');
    expect(session.user).to.equal(null);
    expect(noted()).to.equal(false);
  });

  it('asks for the code of a second factor before the user is signed in', async () => {
    const answer: TwoFactorRequired = {
      two_factor_required: true,
      factors: [],
      '2fa_required': true,
      pending_token: 'p',
      expires_in: 300,
    };
    const { session, noted } = sessionWith({
      login: () => Promise.resolve(answer),
      loginWithCode: (pendingToken, code) =>
        pendingToken === 'p' && code === '123456' ? Promise.resolve(tokens) : Promise.reject(new Error('Wrong code.')),
    });
    await session.start();
    await session.signIn('anna', 'x');
    expect([session.user, session.codeNeeded, noted()]).to.deep.equal([null, true, false]);
    const error = await session.enterCode('000000').catch((e: unknown) => e);
    expect((error as Error).message).to.equal('Wrong code.');
    expect(session.codeNeeded).to.equal(true);
    await session.enterCode('123456');
    expect(session.user).to.deep.equal(anna);
    expect(session.codeNeeded).to.equal(false);
  });

  it('asks for the code after a sign-in by a link, even if the session was not started before', async () => {
    const answer = { two_factor_required: true, pending_token: 'p', expires_in: 300 } as TwoFactorRequired;
    const { session } = sessionWith({});
    await session.enter(() => Promise.resolve(answer));
    expect([session.state.value.is, session.codeNeeded]).to.deep.equal(['signed-out', true]);
  });

  it('still takes the code after a reload, without the pending token', async () => {
    const { session, codeNeeded } = sessionWith({
      codeNeeded: true,
      waitingLogin: () => Promise.resolve({ pending: true, expires_in: 100, factors: [] }),
      loginWithCode: (pendingToken) =>
        pendingToken === null ? Promise.resolve(tokens) : Promise.reject(new Error('It is gone with the page.')),
      now: () => 1_000_000,
    });
    await session.start();
    expect([session.state.value.is, session.codeNeeded, session.timeForCode]).to.deep.equal([
      'signed-out',
      true,
      100_000,
    ]);
    await session.enterCode('123456');
    expect([session.user, codeNeeded()]).to.deep.equal([anna, false]);
  });

  it('asks for the password after a reload if the server no longer waits for the code', async () => {
    const { session, codeNeeded } = sessionWith({ codeNeeded: true, waitingLogin: () => Promise.resolve(null) });
    await session.start();
    expect([session.codeNeeded, codeNeeded()]).to.deep.equal([false, false]);
  });

  it('goes back from the code to the password', async () => {
    const answer: TwoFactorRequired = {
      two_factor_required: true,
      factors: [],
      '2fa_required': true,
      pending_token: 'p',
      expires_in: 300,
    };
    const { session } = sessionWith({ login: () => Promise.resolve(answer) });
    await session.signIn('anna', 'x');
    session.startOver();
    expect(session.codeNeeded).to.equal(false);
  });

  it('goes back to the password, with the reason, if the code is entered too late', async () => {
    let now = 1_000_000;
    const answer: TwoFactorRequired = {
      two_factor_required: true,
      factors: [],
      '2fa_required': true,
      pending_token: 'p',
      expires_in: 300,
    };
    const { session } = sessionWith({
      login: () => Promise.resolve(answer),
      loginWithCode: () => Promise.reject(new Error('Too late.')),
      now: () => now,
    });
    await session.signIn('anna', 'x');
    now += 299_000;
    expect(session.timeForCode).to.equal(1000);
    await session.enterCode('123456').catch(() => undefined);
    expect([session.codeNeeded, session.tookTooLong.value]).to.deep.equal([true, false]);
    now += 1000;
    await session.enterCode('123456').catch(() => undefined);
    expect([session.codeNeeded, session.tookTooLong.value]).to.deep.equal([false, true]);
    await session.signIn('anna', 'x');
    expect([session.codeNeeded, session.tookTooLong.value]).to.deep.equal([true, false]);
  });

  it('ends only in this tab if another user signed in in another tab', async () => {
    const { session, noted } = sessionWith({});
    await session.signIn('anna', 'password');
    session.ended(true);
    expect(session.state.value).to.deep.equal({ is: 'signed-out', ended: true });
    expect(noted(), 'otherwise the other tab would be signed out, too').to.equal(true);
  });

  it('distinguishes a session that expired from one that was signed out of', async () => {
    const { session, noted } = sessionWith({});
    await session.signIn('anna', 'x');
    session.ended();
    expect(session.state.value).to.deep.equal({ is: 'signed-out', ended: true });
    await session.signIn('anna', 'x');
    expect(noted()).to.equal(true);
    await session.signOut();
    session.ended();
    expect(session.state.value).to.deep.equal({ is: 'signed-out', ended: false });
    expect(noted()).to.equal(false);
  });

  it('signs out even if the server is unreachable, reports that, and tells the server once it is back', async () => {
    let works = false;
    let told = 0;
    const logout = (): Promise<void> => {
      if (works) told += 1;
      return works ? Promise.resolve() : Promise.reject(new Error('lost'));
    };
    const { session, leaving } = sessionWith({ logout });
    await session.signIn('anna', 'x');
    await session.signOut();
    expect([session.user, session.serverUntold.value, leaving()]).to.deep.equal([null, true, true]);
    await session.tellServer().catch(() => undefined);
    expect([session.serverUntold.value, told]).to.deep.equal([true, 0]);
    works = true;
    await session.tellServer();
    expect([session.serverUntold.value, leaving(), told]).to.deep.equal([false, false, 1]);
    await session.tellServer();
    expect(told, 'told once').to.equal(1);
  });

  it('first tells the server of a sign-out at an earlier visit, and renews nothing', async () => {
    const asked: string[] = [];
    const { session, leaving } = sessionWith({
      leaving: true,
      noted: true,
      renew: () => Promise.resolve(void asked.push('renew')).then(() => anna),
      logout: () => Promise.resolve(void asked.push('logout')),
    });
    await session.start();
    expect([asked, leaving(), session.user]).to.deep.equal([['logout'], false, null]);
    expect(session.state.value).to.deep.equal({ is: 'signed-out', ended: false });
  });

  it('stops all requests for the user on sign-out, before it tells the server', async () => {
    const told: string[] = [];
    const { session } = sessionWith({
      leave: () => told.push('leave'),
      logout: () => Promise.resolve(void told.push('logout')),
    });
    await session.signIn('anna', 'x');
    await session.signOut();
    expect(told).to.deep.equal(['leave', 'logout']);
  });

  it('lets nobody sign in before the server has ended the previous session', async () => {
    let works = false;
    const asked: string[] = [];
    const { session } = sessionWith({
      login: () => Promise.resolve(void asked.push('login')).then(() => tokens),
      logout: () => (works ? Promise.resolve(void asked.push('logout')) : Promise.reject(new Error('lost'))),
    });
    await session.signIn('anna', 'x');
    await session.signOut();
    const error = await session.signIn('ben', 'x').catch((e: unknown) => e);
    expect((error as Error).message).to.equal('lost');
    works = true;
    await session.signIn('ben', 'x');
    expect(asked).to.deep.equal(['login', 'logout', 'login']);
  });

  it('delays the next sign-in until the server has answered the sign-out', async () => {
    const asked: string[] = [];
    let answer = (): void => undefined;
    const { session } = sessionWith({
      login: () => Promise.resolve(void asked.push('login')).then(() => tokens),
      logout: () => new Promise((resolve) => (answer = resolve)),
    });
    await session.signIn('anna', 'x');
    const out = session.signOut();
    const next = session.signIn('ben', 'x');
    await Promise.resolve();
    expect(asked).to.deep.equal(['login']);
    answer();
    await Promise.all([out, next]);
    expect(asked).to.deep.equal(['login', 'login']);
  });

  it('knows which roles a role includes', async () => {
    const { session } = sessionWith({});
    expect(session.may('read')).to.equal(false);
    await session.signIn('anna', 'x');
    expect([session.may('read'), session.may('write'), session.may('admin')]).to.deep.equal([true, true, false]);
  });
});
