import { get, type IncomingMessage } from 'node:http';
import { expect } from 'chai';
import type { ChecksAnswer, PhotoList, TokenPair } from '../../core/http/wire.ts';
import { SecondFactorMarks } from '../../core/store/accounts/second-factor-marks.ts';
import { Users } from '../../core/store/accounts/users.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { until } from '../support/until.ts';

/** The fixture: how often each of its parts was called, and how one of them misbehaves. */
interface Fixture {
  readonly calls: Record<string, number>;
  part: string | undefined;
  way: string | undefined;
  isTest: boolean;
  /** Ends each call that hangs or is slow. */
  readonly ending: (() => void)[];
  readonly loops: Record<string, Record<string, (signal: AbortSignal) => Promise<void>>>;
}

const ways = ['throws', 'hangs', 'lies', 'leaks', 'floods', 'is slow'];
/** Ways in which a call lasts for as long as the test wants. */
const waiting = ['hangs', 'is slow'];
describe('a plugin that misbehaves', () => {
  let app: TestApp;
  let fixture: Fixture;

  const asked: Readonly<Record<string, () => Promise<unknown>>> = {
    'sign-in': () => app.call('GET', '/api/photos', { headers: { authorization: 'Bearer not-ours' } }),
    attempt: () => app.call('POST', '/plugins/unruly-parts/enter', { payload: {} }),
    'second-factor': () => login('read'),
    'event-sink': async () => {
      const { photos } = JSON.parse((await app.call('GET', '/api/photos', { as: 'read' })).payload) as PhotoList;
      const payload = { caption: `Photo ${Math.random()}` };
      return app.call('PATCH', `/api/photos/${photos[0]?.uid}`, { as: 'write', payload });
    },
    'photo-source': () => app.call('POST', '/api/admin/indexer/sync', { as: 'admin' }),
    'ml-provider': () => app.call('GET', `/api/search?q=${Math.random()}`, { as: 'admin' }),
    'backup-target': () => app.call('POST', '/api/admin/backup', { as: 'admin' }),
    routes: () => app.call('GET', '/plugins/unruly-parts/answer'),
    settings: () =>
      app.call('PATCH', '/api/admin/plugins/unruly-parts', {
        as: 'admin',
        payload: { values: { MOON: Math.random() } },
      }),
    checks: () => app.call('POST', '/api/admin/checks', { as: 'admin' }),
  };
  /** Endless responses are in unruly-replies.test.ts; checks that fail immediately are in checks.test.ts. */
  const elsewhere: Readonly<Record<string, readonly string[]>> = {
    routes: ['floods'],
    checks: ['throws', 'lies', 'leaks', 'floods'],
  };

  before(async () => {
    const plugins = ['folder-source', 'unruly-parts', 'listener'].map((name) => `test/fixtures/plugins/${name}`);
    app = await startTestApp({
      photos: 1,
      environment: {
        PLUGINS: plugins.join(','),
        UNRULY_PART: [...Object.keys(asked), 'library', 'events', 'pages'].join(' '),
        SYNC_INTERVAL: '1d',
        LOG_LEVEL: 'silent',
      },
    });
    await app.untilIndexed();
    fixture = (globalThis as unknown as { unrulyParts: Fixture }).unrulyParts;
    fixture.isTest = true;
  });
  after(() => app.stop());

  const login = (username: string) =>
    app.call('POST', '/api/auth/login', { payload: { username, password: `${username}-password` } });

  /** Expects that requests that do not need this plugin are answered, and that a user can sign in meanwhile. */
  const othersAreAnswered = async (part: string, way: string): Promise<void> => {
    for (const url of ['/api/photos', '/api/status', '/api/people']) {
      expect((await app.call('GET', url, { as: 'read' })).statusCode, url).to.equal(200);
    }
    // The plugin is asked about every user, for up to ten seconds: hanging-sign-in.test.ts has a shorter time limit.
    if (part === 'second-factor' && waiting.includes(way)) return;
    const answer = await login('write');
    expect(answer.statusCode, answer.payload).to.equal(200);
    const { access_token: token } = JSON.parse(answer.payload) as TokenPair;
    const photos = await app.call('GET', '/api/photos', { headers: { authorization: `Bearer ${token}` } });
    expect(photos.statusCode).to.equal(200);
  };

  const callsOf = (part: string): number => fixture.calls[part] ?? 0;
  const release = (): void => {
    fixture.part = fixture.way = undefined;
    for (const end of fixture.ending.splice(0)) end();
  };
  afterEach(release);

  for (const [part, provoke] of Object.entries(asked)) {
    for (const way of ways.filter((one) => !elsewhere[part]?.includes(one))) {
      it(`does not block other requests: ${part}, ${way}`, async () => {
        const before = callsOf(part);
        Object.assign(fixture, { part, way });
        const provoking = provoke();
        try {
          await until(() => callsOf(part) > before);
          await othersAreAnswered(part, way);
          // The plugin's call is still running: the other requests came first.
          if (waiting.includes(way)) expect(fixture.ending).not.to.deep.equal([]);
        } finally {
          release();
          await provoking.catch(() => undefined);
        }
      });
    }
  }

  for (const [part, way] of [
    ['library', 'floods'],
    ['library', 'leaks'],
    ['events', 'floods'],
  ] as const) {
    it(`does not block other requests: reads ${part} in a loop, ${way}`, async () => {
      const stop = new AbortController();
      let isOver = false;
      const before = callsOf(part);
      const asking = fixture.loops[part]![way]!(stop.signal).then(() => (isOver = true));
      try {
        await until(() => callsOf(part) > before + 100);
        await othersAreAnswered(part, way);
        // The loop ends after very many calls: if it blocked other requests, it would be over by now.
        expect(isOver, 'the plugin asked all its questions first').to.equal(false);
      } finally {
        stop.abort();
        await asking;
      }
    });
  }

  it('does not block other requests: endless pages, for a client that does not read', async () => {
    const request = get(`${app.url}/plugins/unruly-parts/flood.txt`);
    request.on('error', () => undefined);
    try {
      const answer = await new Promise<IncomingMessage>((resolve) => request.once('response', resolve));
      expect(answer.statusCode).to.equal(200);
      await othersAreAnswered('pages', 'floods');
      expect(answer.complete).to.equal(false);
    } finally {
      request.destroy();
    }
  });

  const within = async <T>(part: string, way: string, work: () => Promise<T>): Promise<T> => {
    Object.assign(fixture, { part, way });
    try {
      return await work();
    } finally {
      release();
    }
  };

  it('signs nobody in with an invalid grant', async () => {
    for (const way of ['lies', 'floods', 'throws']) {
      const answer = await within('sign-in', way, () =>
        app.call('GET', '/api/photos', { headers: { authorization: 'Bearer not-ours' } }),
      );
      expect(answer.statusCode, way).to.equal(503);
    }
  });

  it('lets in only users who never enrolled if its second factor answers neither yes nor no', async () => {
    const marks = app.container.resolve(SecondFactorMarks);
    const reader = app.container.resolve(Users).byName('read')!.id;
    for (const way of ['lies', 'floods']) {
      const answer = () => within('second-factor', way, () => login('read'));
      expect((await answer()).statusCode, way).to.equal(200);
      marks.add(reader, 'unruly-parts');
      expect((await answer()).statusCode, `${way}, of a user who is enrolled`).to.equal(503);
      marks.remove(reader, 'unruly-parts');
    }
    expect((await login('read')).statusCode).to.equal(200);
  });

  it('has long texts of its checks truncated for admins', async () => {
    const answer = await within('checks', 'floods', () => app.call('POST', '/api/admin/checks', { as: 'admin' }));
    const { checks } = JSON.parse(answer.payload) as ChecksAnswer;
    expect(checks.find(({ id }) => id === 'moon')?.detail).to.have.length(2001);
  });
});
