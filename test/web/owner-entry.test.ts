import { expect } from 'chai';
import type { TokenPair } from '../../core/http/wire.ts';
import { nameToSignInWith } from '../../web/state/session/name-to-sign-in-with.ts';
import { OwnerEntry } from '../../web/state/session/owner-entry.ts';

class Refusal extends Error {
  readonly status: number;

  constructor(message: string, status = 401) {
    super(message);
    this.status = status;
  }
}

const pair = { access_token: 'a' } as TokenPair;

/** The responses of the server, and the code of the link; null without a link. */
interface Server {
  wanted?: boolean;
  link?: () => Promise<TokenPair>;
  setUp?: () => Promise<TokenPair>;
  start?: () => Promise<void>;
  code?: string | null;
}

function entryWith(server: Server) {
  const done: string[] = [];
  let code = server.code === undefined ? 'the-code' : server.code;
  const entry = new OwnerEntry({
    api: {
      setup: () => Promise.resolve({ wanted: server.wanted ?? false }),
      setUp: server.setUp ?? (() => Promise.resolve(pair)),
      useLink: server.link ?? (() => Promise.resolve(pair)),
    },
    session: {
      start: () => {
        done.push('session');
        return server.start?.() ?? Promise.resolve();
      },
      enter: async (ask) => {
        await ask();
        done.push('entered');
      },
    },
    link: { read: () => code, forget: () => (code = null) },
    refusedWith: (error) => (error instanceof Refusal ? error.status : null),
  });
  return { entry, done, left: () => code };
}

describe('signing in with the link that the terminal prints', () => {
  it('succeeds, and uses up the code', async () => {
    const { entry, done, left } = entryWith({});
    await entry.begin();
    expect([done, left()]).to.deep.equal([['entered'], null]);
  });

  it('leads to the creation of the first account if there is none, and keeps the code for it', async () => {
    const { entry, done, left } = entryWith({ wanted: true });
    await entry.begin();
    expect([done, entry.setupWanted.value, left()]).to.deep.equal([['session'], true, 'the-code']);
    await entry.setUp({ code: 'the-code', username: 'anna', password: 'x', display_name: 'Anna', time_zone: 'UTC' });
    expect([done, entry.setupWanted.value, left()]).to.deep.equal([['session', 'entered'], false, null]);
  });

  it('reports why the first account could not be created if it was created elsewhere meanwhile', async () => {
    const server = { wanted: true, setUp: () => Promise.reject(new Refusal('It was made already.')) };
    const { entry, done, left } = entryWith(server);
    await entry.begin();
    server.wanted = false;
    await entry.setUp({ code: 'the-code', username: 'anna', password: 'x', display_name: 'Anna', time_zone: 'UTC' });
    expect([done, entry.setupWanted.value, entry.refusal.value, left()]).to.deep.equal([
      ['session'],
      false,
      'It was made already.',
      null,
    ]);
  });

  it('continues an earlier session if the link is rejected, and reports why', async () => {
    const { entry, done, left } = entryWith({ link: () => Promise.reject(new Refusal('It was used.')) });
    await entry.begin();
    expect([done, entry.refusal.value, left()]).to.deep.equal([['session'], 'It was used.', null]);
  });

  it('keeps a code that is rejected only for the moment, as after many wrong ones', async () => {
    const { entry, left } = entryWith({ link: () => Promise.reject(new Refusal('Wait a quarter of an hour.', 429)) });
    await entry.begin();
    expect([entry.refusal.value, left()]).to.deep.equal(['Wait a quarter of an hour.', 'the-code']);
  });

  it('drops a code of an earlier server start, so that the form asks for the current one', async () => {
    const setUp = (): Promise<TokenPair> => Promise.reject(new Refusal('It does not count.'));
    const { entry, left } = entryWith({ wanted: true, setUp });
    await entry.begin();
    const account = { code: 'the-code', username: 'anna', password: 'x', display_name: 'Anna', time_zone: 'UTC' };
    const message = await entry.setUp(account).catch((error: unknown) => (error as Error).message);
    expect([message, entry.setupWanted.value, left()]).to.deep.equal(['It does not count.', true, null]);
  });

  it('keeps the code while the server cannot be reached', async () => {
    let works = false;
    const { entry, done, left } = entryWith({
      link: () => (works ? Promise.resolve(pair) : Promise.reject(new Error('lost'))),
    });
    await entry.begin().catch(() => undefined);
    expect([done, left()]).to.deep.equal([[], 'the-code']);
    works = true;
    await entry.begin();
    expect([done, left()]).to.deep.equal([['entered'], null]);
  });

  it('continues an earlier session without a link, and sends no code', async () => {
    const { entry, done } = entryWith({ code: null, link: () => Promise.reject(new Error('asked')) });
    await entry.begin();
    expect([done, entry.setupWanted.value]).to.deep.equal([['session'], null]);
  });
});

describe('a suggested username', () => {
  for (const [name, username] of [
    ['Änna Müller', 'anna.muller'],
    ['  José  ', 'jose'],
    ['Weiß', 'weiss'],
    ['李雷', ''],
  ] as const) {
    it(`is “${username}” for “${name}”`, () => {
      expect(nameToSignInWith(name)).to.equal(username);
    });
  }
});

describe('the start of a visit', () => {
  it('reports the error of the server, and succeeds when it is retried', async () => {
    let trouble: Error | null = new Refusal('The disk is full.', 500);
    const start = (): Promise<void> => (trouble ? Promise.reject(trouble) : Promise.resolve());
    const { entry, done } = entryWith({ code: null, start });
    await entry.begin().catch(() => undefined);
    expect(entry.failure.value).to.equal('The disk is full.');
    trouble = new Error('lost');
    await entry.begin().catch(() => undefined);
    expect(entry.failure.value, 'the banner reports it').to.equal(null);
    trouble = null;
    await Promise.all([entry.begin(), entry.begin()]);
    expect([entry.failure.value, done]).to.deep.equal([null, ['session', 'session', 'session']]);
  });
});
