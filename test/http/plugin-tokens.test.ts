import { expect } from 'chai';
import Joi from 'joi';
import { tokenScopeOf } from '../../core/http/pipeline/token-scope.ts';
import { pluginRoute } from '../../core/http/plugin-routes.ts';
import type { PluginRoute, SignIn, TokenGrant } from '../../core/plugin-api/index.ts';
import { inject } from '../../core/compose/inject.ts';
import { TokenGrants } from '../../core/services/sign-in/token-grants.ts';
import { added, specified } from '../spec/specification.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { MemorySource } from '../support/memory-source.ts';
import { Users } from '../../core/store/accounts/users.ts';

describe('tokens issued by a plugin', () => {
  let app: TestApp;
  /** The plugin's answer, which tests replace. */
  let answer: SignIn['bearer'];
  const asked: string[] = [];

  before(async () => {
    const signIn: SignIn = {
      bearer: (token, options) => {
        asked.push(token);
        return answer!(token, options);
      },
    };
    const provided = { 'photo-source': new MemorySource(), 'sign-in': signIn };
    app = await startTestApp({
      handedOver: { provided },
      prepare: (container) => {
        container.register(inject.tokenGrants, {
          useValue: new TokenGrants({
            loaded: () => container.resolve(inject.plugins).signIns,
            users: container.resolve(Users),
            limits: container.resolve(inject.loginLimits),
            onError: () => undefined,
            timeLimit: 50,
          }),
        });
      },
    });
  });
  after(() => app.stop());

  const users = () => app.container.resolve(Users);
  const grantFor = (username: string, more: Partial<TokenGrant> = {}): TokenGrant => {
    const { id: userId, tokenEpoch: epoch } = users().byName(username)!;
    return { userId, epoch, name: 'a script', ...more };
  };
  const use = (token: string, url = '/api/photos') =>
    app.call('GET', url, { headers: { authorization: `Bearer ${token}` } });

  it('authenticate a user', async () => {
    answer = (token) => Promise.resolve(token === 'their.own-token=' ? grantFor('read') : null);
    expect((await use('their.own-token=')).statusCode).to.equal(200);
    expect((await use('another.token')).statusCode).to.equal(401);
  });

  it('are not verified by the plugin if they have the format of the server’s own', async () => {
    asked.length = 0;
    await app.call('GET', '/api/photos', { as: 'read' });
    await use('0'.repeat(64));
    expect(asked).to.deep.equal([]);
  });

  it('are not verified by the plugin if the text cannot be a token', async () => {
    asked.length = 0;
    for (const text of ['short', 'a b', `long${'x'.repeat(5000)}`, 'ümläute-sind-keine']) {
      expect((await use(text)).statusCode, text.slice(0, 20)).to.equal(401);
    }
    expect(asked).to.deep.equal([]);
  });

  it('never allow more than their user may do, whatever the plugin says', async () => {
    answer = () => Promise.resolve(grantFor('read', { role: 'admin' }));
    expect((await use('some-token', '/api/admin/overview')).statusCode).to.equal(403);
    answer = () => Promise.resolve(grantFor('admin'));
    expect((await use('some-token', '/api/admin/overview')).statusCode).to.equal(200);
    expect((await use('some-token', '/api/admin/users')).statusCode, 'accounts').to.equal(403);
  });

  for (const [what, grant] of Object.entries<() => unknown>({
    'a user who does not exist': () => ({ ...grantFor('read'), userId: 4711 }),
    'an outdated epoch': () => ({ ...grantFor('read'), epoch: -1 }),
  })) {
    it(`are refused with ${what}`, async () => {
      answer = () => Promise.resolve(grant() as TokenGrant);
      expect((await use('some-token')).statusCode).to.equal(401);
    });
  }

  for (const [what, grant] of Object.entries<() => unknown>({
    'an unknown role': () => ({ ...grantFor('read'), role: 'owner' }),
    'an unknown scope': () => ({ ...grantFor('read'), scopes: ['everything'] }),
    'no name': () => ({ ...grantFor('read'), name: undefined }),
    'a text': () => 'yes',
  })) {
    it(`are answered with 503 if the plugin returns ${what}`, async () => {
      answer = () => Promise.resolve(grant() as TokenGrant);
      expect((await use('some-token')).statusCode).to.equal(503);
    });
  }

  it('time out if the plugin hangs, without affecting sessions', async () => {
    answer = () => new Promise(() => undefined);
    const waiting = Array.from({ length: 150 }, () => use('some-token'));
    expect((await app.call('GET', '/api/photos', { as: 'read' })).statusCode).to.equal(200);
    for (const { statusCode } of await Promise.all(waiting)) expect(statusCode).to.equal(503);
    answer = () => Promise.resolve(grantFor('read'));
    expect((await use('some-token')).statusCode, 'once it answers again').to.equal(200);
  });

  it('are answered with 503 if the plugin throws', async () => {
    answer = () => {
      throw new Error('no such luck');
    };
    expect((await use('some-token')).statusCode).to.equal(503);
  });

  it('cannot be guessed without limit, while guesses do not block signing in', async () => {
    answer = () => Promise.resolve(null);
    const statuses = [];
    for (let guess = 0; guess < 110; guess++) statuses.push((await use(`guess-${guess}`)).statusCode);
    expect(statuses.at(0)).to.equal(401);
    expect(statuses.at(-1)).to.equal(429);
    const signIn = await app.call('POST', '/api/auth/login', {
      payload: { username: 'read', password: 'read-password' },
    });
    expect(signIn.statusCode, 'a sign-in from there').to.equal(200);
  });
});

describe('the routes that plugins’ tokens can reach', () => {
  const needsUser = [...specified, ...added].filter(([, , access]) => !['none', 'pending-login'].includes(access));
  const scopeOf = (method: string, path: string) => tokenScopeOf({ method: method as PluginRoute['method'], path });

  it('include none for accounts, signing in, encryption, visibility, backups or settings', () => {
    const closed = needsUser.filter(([method, path]) => scopeOf(method, path) === undefined).map(([, path]) => path);
    expect([...new Set(closed)].sort()).to.deep.equal([
      '/api/admin/audit',
      '/api/admin/backup',
      '/api/admin/backup-targets',
      '/api/admin/backups',
      '/api/admin/backups/prune',
      '/api/admin/backups/{name}',
      '/api/admin/encryption',
      '/api/admin/encryption/slots',
      '/api/admin/encryption/slots/{id}',
      '/api/admin/folders',
      '/api/admin/lock',
      '/api/admin/plugins',
      '/api/admin/plugins/{name}',
      '/api/admin/schedule',
      '/api/admin/sharing',
      '/api/admin/sources/leave',
      '/api/admin/users',
      '/api/admin/users/{id}',
      '/api/admin/users/{id}/2fa',
      '/api/admin/users/{id}/links',
      '/api/admin/users/{id}/links/{link}',
      '/api/admin/users/{id}/logout',
      '/api/albums/{album_uid}/audience',
      '/api/albums/{album_uid}/hidden_by_me',
      '/api/auth/2fa',
      '/api/auth/2fa/confirm',
      '/api/auth/2fa/enroll',
      '/api/auth/factors',
      '/api/auth/factors/challenge',
      '/api/auth/links',
      '/api/auth/links/{id}',
      '/api/auth/logout',
      '/api/auth/me',
      '/api/auth/password',
      '/api/auth/sessions',
      '/api/auth/sessions/{id}',
      '/api/hidden_by_me',
      '/api/people/{id}/audience',
      '/api/people/{id}/hidden_by_me',
      '/api/plugins/pages',
      '/api/withholdings',
    ]);
  });

  it('include none that change the server for the scope that reads its state', () => {
    const of = (scope: string) =>
      needsUser
        .filter(([method, path]) => scopeOf(method, path) === scope)
        .map(([method, path]) => `${method} ${path}`);
    expect(of('server').sort()).to.deep.equal([
      'GET /api/admin/failures',
      'GET /api/admin/overview',
      'GET /metrics',
      'POST /api/admin/checks',
    ]);
    expect(of('server-write').sort()).to.deep.equal([
      'POST /api/admin/indexer/accept-loss',
      'POST /api/admin/indexer/retry-failed',
      'POST /api/admin/indexer/sync',
      'POST /api/admin/people/gc-empty',
    ]);
  });

  it('include those of other plugins that allow it, whatever their paths', () => {
    const route: PluginRoute = {
      method: 'GET',
      path: '/api/photos/{uid}/buyer',
      access: 'admin',
      summary: 'Who bought a print',
      answer: Joi.any(),
      handler: () => Promise.resolve({}),
    };
    expect(tokenScopeOf(pluginRoute(route))).to.equal(undefined);
    expect(tokenScopeOf(pluginRoute({ ...route, tokenScope: 'shares' }))).to.equal('shares');
  });
});
