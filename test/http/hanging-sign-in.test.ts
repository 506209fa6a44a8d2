import { expect } from 'chai';
import Joi from 'joi';
import { inject } from '../../core/compose/inject.ts';
import type { TwoFactorRequired } from '../../core/http/wire.ts';
import type { PluginCall, PluginHost, PluginRoute, SecondFactor } from '../../core/plugin-api/index.ts';
import { SecondFactors } from '../../core/services/sign-in/second-factors.ts';
import { signInHost } from '../../core/services/sign-in/sign-in-host.ts';
import { SecondFactorMarks } from '../../core/store/accounts/second-factor-marks.ts';
import { SignInLinks } from '../../core/store/accounts/sign-in-links.ts';
import { Users } from '../../core/store/accounts/users.ts';
import { MemorySecondFactor } from '../core/plugins/memory-plugins.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { MemorySource } from '../support/memory-source.ts';
import { until } from '../support/until.ts';

type Role = 'read' | 'write' | 'admin';

/** All requests come from one address, as behind a router. */
describe('signing in while a plugin does not answer', () => {
  let app: TestApp;
  let factor: MemorySecondFactor;
  /** Functions that end the hanging calls. */
  const hanging: (() => void)[] = [];
  const hang = <T>(answer: T): Promise<T> =>
    new Promise((resolve) => {
      hanging.push(() => {
        resolve(answer);
      });
    });
  const broken: { prove?: () => Promise<null>; factor: Partial<SecondFactor> } = { factor: {} };

  /** @param patience time limit of the second factor in milliseconds */
  const start = async (patience: number): Promise<TestApp> => {
    factor = new MemorySecondFactor();
    const secondFactor: SecondFactor = {
      isEnabled: (userId) => (broken.factor.isEnabled ?? factor.isEnabled.bind(factor))(userId),
      status: (userId) => factor.status(userId),
      verify: (userId, code) => (broken.factor.verify ?? factor.verify.bind(factor))(userId, code),
      disable: (userId) => factor.disable(userId),
    };
    const routes = ({ signIn }: PluginHost): PluginRoute[] => [
      {
        ...{ method: 'POST', path: '/plugins/handed-over/guess', access: 'none', summary: 'Takes a guess' },
        answer: Joi.object(),
        handler: async (call) => ({
          right: await signIn.attempt(call, () => broken.prove?.() ?? Promise.resolve(null)),
        }),
      },
    ];
    const provided = { 'photo-source': new MemorySource(), 'second-factor': secondFactor };
    return startTestApp({
      handedOver: { provided, routes },
      prepare: (container) => {
        container.register(inject.secondFactors, {
          useValue: new SecondFactors({
            loaded: () => container.resolve(inject.plugins).secondFactors,
            marks: container.resolve(SecondFactorMarks),
            patience,
          }),
        });
      },
    });
  };

  before(async () => {
    // Longer than any test takes: the tests end the hanging calls themselves.
    app = await start(600_000);
  });
  afterEach(() => {
    broken.factor = {};
    delete broken.prove;
    for (const end of hanging.splice(0)) end();
    app.container.resolve(inject.db).prepare('DELETE FROM login_failures').run();
  });
  after(() => app.stop());

  const login = (as: Role) =>
    app.call('POST', '/api/auth/login', { payload: { username: as, password: `${as}-password` } });
  const idOf = (username: string) => app.container.resolve(Users).byName(username)!.id;
  const enrol = (as: Role, ...codes: string[]) => factor.codes.set(idOf(as), new Set(codes));
  const nobodyIsEnrolled = (): void => {
    factor.codes.clear();
    const marks = app.container.resolve(SecondFactorMarks);
    for (const username of ['read', 'write', 'admin']) marks.remove(idOf(username), 'handed-over');
  };
  /** The first step of a sign-in. */
  const begin = async (as: Role) => (JSON.parse((await login(as)).payload) as TwoFactorRequired).pending_token;
  const finish = (pending_token: string, code: string) =>
    app.call('POST', '/api/auth/login/2fa', { payload: { pending_token, code } });
  const guessWrong = async (as: Role) => (await finish(await begin(as), '999999')).statusCode;

  it('works for other users while the plugin verifies the code of one user', async () => {
    enrol('read', '111111');
    enrol('write', '222222');
    const [ofReader, ofWriter] = [await begin('read'), await begin('write')];
    broken.factor.verify = (userId, code) => (userId === idOf('read') ? hang(true) : factor.verify(userId, code));
    let isAnswered = false;
    const waiting = finish(ofReader, '111111').finally(() => {
      isAnswered = true;
    });
    await until(() => hanging.length > 0);
    expect((await finish(ofWriter, '222222')).statusCode).to.equal(200);
    expect((await login('write')).statusCode, 'the first step').to.equal(200);
    expect(isAnswered, 'the first user still waits').to.equal(false);
    for (const end of hanging.splice(0)) end();
    expect((await waiting).statusCode).to.equal(200);
    nobodyIsEnrolled();
  });

  it('counts wrong codes of all users from one address together, while the code of one user is verified', async () => {
    enrol('read', '111111');
    enrol('write', '222222');
    enrol('admin', '333333');
    broken.factor.verify = (userId, code) => (userId === idOf('admin') ? hang(true) : factor.verify(userId, code));
    let isAnswered = false;
    const waiting = finish(await begin('admin'), '333333').finally(() => {
      isAnswered = true;
    });
    await until(() => hanging.length > 0);
    const statuses: number[] = [];
    for (let guess = 0; guess < 5; guess += 1) {
      for (const as of ['read', 'write'] as const) statuses.push(await guessWrong(as));
    }
    expect(statuses).to.deep.equal(Array<number>(10).fill(401));
    expect((await login('read')).statusCode).to.equal(429);
    expect(isAnswered, 'the third user still waits').to.equal(false);
    for (const end of hanging.splice(0)) end();
    expect((await waiting).statusCode).to.equal(200);
    nobodyIsEnrolled();
  });

  it('counts a wrong code that took long to verify like any other', async () => {
    enrol('read', '111111');
    enrol('write', '222222');
    broken.factor.verify = (userId, code) => (userId === idOf('read') ? hang(false) : factor.verify(userId, code));
    const waiting = guessWrong('read');
    await until(() => hanging.length > 0);
    for (let guess = 0; guess < 9; guess += 1) expect(await guessWrong('write')).to.equal(401);
    expect((await login('write')).statusCode, 'after nine wrong codes').to.equal(200);
    for (const end of hanging.splice(0)) end();
    expect(await waiting).to.equal(401);
    expect((await login('write')).statusCode, 'after the tenth').to.equal(429);
    nobodyIsEnrolled();
  });

  it('works with only the password for users without a second factor, and is 503 for those with one', async () => {
    const patient = app;
    app = await start(500);
    try {
      enrol('write', '222222');
      await begin('write');
      broken.factor.isEnabled = () => hang(false);
      expect((await login('read')).statusCode).to.equal(200);
      expect((await login('write')).statusCode).to.equal(503);
    } finally {
      await app.stop();
      app = patient;
    }
    nobodyIsEnrolled();
  });

  it('works by password while another sign-in by the plugin hangs', async () => {
    broken.prove = () => hang(null);
    const guess = app.call('POST', '/plugins/handed-over/guess', { payload: {} });
    await until(() => hanging.length > 0);
    expect((await login('read')).statusCode).to.equal(200);
    for (const end of hanging.splice(0)) end();
    expect((await guess).statusCode).to.equal(200);
  });

  it('aborts an attempt after its time limit, and then makes the next one from that address', async () => {
    const slow = signInHost('slow', {
      users: app.container.resolve(Users),
      links: app.container.resolve(SignInLinks),
      entry: () => app.container.resolve(inject.signInEntry),
      limits: () => app.container.resolve(inject.loginLimits),
      audit: () => app.container.resolve(inject.audit),
      clock: () => 0,
      timeLimit: 20,
    });
    const call = { address: '192.0.2.7' } as PluginCall;
    let given: AbortSignal | undefined;
    const slowAttempt = slow.attempt(call, ({ signal }) => {
      given = signal;
      return new Promise<null>(() => undefined);
    });
    const next = slow.attempt(call, () => Promise.resolve('proved'));
    expect(await slowAttempt.catch((error: unknown) => (error as Error).message)).to.contain('slow does not answer');
    expect(given?.aborted).to.equal(true);
    expect(await next).to.equal('proved');
    expect(await slow.attempt(call, () => Promise.resolve(undefined as unknown as null)), 'undefined').to.equal(null);
  });
});
