import { expect } from 'chai';
import type { ChecksAnswer, PhotoList } from '../../core/http/wire.ts';
import { SecondFactorMarks } from '../../core/store/accounts/second-factor-marks.ts';
import { Users } from '../../core/store/accounts/users.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { until } from '../support/until.ts';

/** The fixture: how often one of its parts was asked, and how each goes wrong. */
const fixture = globalThis as unknown as {
  unrulyParts: { calls: number; way: string | undefined; hanging: ((reason: Error) => void)[] };
};
const ways = ['throws', 'hangs', 'lies', 'leaks', 'floods', 'is slow'];

describe('a plugin that goes wrong', () => {
  let app: TestApp;

  before(async () => {
    const plugins = ['folder-source', 'unruly-parts', 'listener'].map((name) => `test/fixtures/plugins/${name}`);
    app = await startTestApp({
      photos: 1,
      environment: {
        PLUGINS: plugins.join(','),
        UNRULY_PART: 'sign-in second-factor event-sink routes settings checks',
        LOG_LEVEL: 'silent',
      },
    });
    await app.untilIndexed();
  });
  after(() => app.stop());

  /** Everybody who asks for nothing of that plugin. */
  const othersAreAnswered = async (): Promise<void> => {
    for (const url of ['/api/photos', '/api/status', '/api/people']) {
      expect((await app.call('GET', url, { as: 'read' })).statusCode, url).to.equal(200);
    }
    const { way } = fixture.unrulyParts;
    // Its second factor is asked about everybody, for ten seconds: hanging-sign-in.test.ts has sign-ins with a shorter time limit.
    if (way === 'hangs') fixture.unrulyParts.way = undefined;
    expect((await login('write')).statusCode, 'the sign-in of another user').to.equal(200);
    fixture.unrulyParts.way = way;
  };

  const login = (as = 'read') =>
    app.call('POST', '/api/auth/login', { payload: { username: as, password: `${as}-password` } });
  const provoked: Readonly<Record<string, () => Promise<unknown>>> = {
    'the check of a token': () => app.call('GET', '/api/photos', { headers: { authorization: 'Bearer not-ours' } }),
    'a second factor': () => login(),
    'a sign-in by it': () => app.call('POST', '/plugins/unruly-parts/enter', { payload: {} }),
    'an event sink': async () => {
      const { photos } = JSON.parse((await app.call('GET', '/api/photos', { as: 'read' })).payload) as PhotoList;
      const payload = { caption: `Photo ${fixture.unrulyParts.calls}` };
      return app.call('PATCH', `/api/photos/${photos[0]?.uid}`, { as: 'write', payload });
    },
    'a route': () => app.call('GET', '/plugins/unruly-parts/answer'),
    'its settings': () =>
      app.call('PATCH', '/api/admin/plugins/unruly-parts', {
        as: 'admin',
        payload: { values: { MOON: Math.random() } },
      }),
    'a check': () => app.call('POST', '/api/admin/checks', { as: 'admin' }),
  };

  for (const [what, provoke] of Object.entries(provoked)) {
    // An answer without an end is in unruly-replies.test.ts; checks that go wrong at once are in checks.test.ts.
    const elsewhere = { 'a route': ['floods'], 'a check': ['throws', 'lies', 'leaks', 'floods'] }[what] ?? [];
    for (const way of ways.filter((one) => !elsewhere.includes(one))) {
      it(`in ${what}, and ${way}, holds up nobody else`, async () => {
        const before = fixture.unrulyParts.calls;
        fixture.unrulyParts.way = way;
        const provoking = provoke();
        try {
          await until(() => fixture.unrulyParts.calls > before);
          await othersAreAnswered();
        } finally {
          fixture.unrulyParts.way = undefined;
          for (const end of fixture.unrulyParts.hanging.splice(0)) end(new Error('at last'));
          await provoking.catch(() => undefined);
        }
      });
    }
  }

  const within = async <T>(way: string, work: () => Promise<T>): Promise<T> => {
    fixture.unrulyParts.way = way;
    try {
      return await work();
    } finally {
      fixture.unrulyParts.way = undefined;
    }
  };

  it('signs nobody in by what is no grant', async () => {
    for (const way of ['lies', 'floods', 'throws']) {
      const answer = await within(way, () =>
        app.call('GET', '/api/photos', { headers: { authorization: 'Bearer not-ours' } }),
      );
      expect(answer.statusCode, way).to.equal(503);
    }
  });

  it('lets in by what is neither yes nor no who never enrolled, and nobody else', async () => {
    const marks = app.container.resolve(SecondFactorMarks);
    const reader = app.container.resolve(Users).byName('read')!.id;
    for (const way of ['lies', 'floods']) {
      expect((await within(way, login)).statusCode, way).to.equal(200);
      marks.add(reader, 'unruly-parts');
      expect((await within(way, login)).statusCode, `${way}, of a user who is enrolled`).to.equal(500);
      marks.remove(reader, 'unruly-parts');
    }
    expect((await login()).statusCode).to.equal(200);
  });

  it('tells admins no more in a check than they can read', async () => {
    const answer = await within('floods', () => app.call('POST', '/api/admin/checks', { as: 'admin' }));
    const { checks } = JSON.parse(answer.payload) as ChecksAnswer;
    expect(checks.find(({ id }) => id === 'moon')?.detail).to.have.length(2001);
  });
});
