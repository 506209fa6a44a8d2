import { expect } from 'chai';
import { inject } from '../../core/compose/inject.ts';
import { roleAllows } from '../../core/domain/roles.ts';
import type { PluginRoute } from '../../core/plugin-api/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

describe('the routes of the included plugins', () => {
  let app: TestApp;
  let routes: readonly PluginRoute[];
  /** An admin's API key for everything that keys can do. */
  let key: string;

  before(async () => {
    const plugins = ['test/fixtures/plugins/folder-source', 'api-keys', 'auth-oidc', 'auth-webauthn'];
    app = await startTestApp({
      environment: {
        PLUGINS: plugins.join(','),
        OIDC_ISSUER: 'http://127.0.0.1:9',
        OIDC_CLIENT_ID: 'photofinch',
      },
    });
    routes = app.container.resolve(inject.plugins).routes;
    const made = await app.call('POST', '/api/auth/keys', {
      as: 'admin',
      payload: { name: 'all', role: 'admin', current_password: 'admin-password' },
    });
    key = (JSON.parse(made.payload) as { token: string }).token;
  });
  after(() => app.stop());

  const nameOf = ({ method, path }: PluginRoute): string => `${method} ${path}`;
  const ask = ({ method, path }: PluginRoute, headers: Record<string, string> = {}) =>
    app.call(method, path.replaceAll(/\{[^}]*\}/g, '1'), {
      headers,
      ...(method !== 'GET' && { payload: {} }),
    });

  it('require a sign-in, except those for signing in', async () => {
    for (const route of routes) {
      if (route.access === 'none') expect(route.path).to.match(/^\/(plugins\/auth-|api\/auth\/)/);
      else expect((await ask(route)).statusCode, nameOf(route)).to.equal(401);
    }
  });

  it('require their role, and accept no API key', async () => {
    for (const route of routes) {
      const { access } = route;
      if (access === 'none') continue;
      const answer = await ask(route, { authorization: `Bearer ${key}` });
      expect([answer.statusCode, answer.headers['x-error-kind']], nameOf(route)).to.deep.equal([403, 'token_scope']);
      if (roleAllows('read', access)) continue;
      const { statusCode } = await ask(route, { authorization: `Bearer ${app.token('read')}` });
      expect(statusCode, nameOf(route)).to.equal(403);
    }
  });

  it('are in the API document, with the role that they require', async () => {
    const { paths } = JSON.parse((await app.call('GET', '/api/openapi.json')).payload) as {
      paths: Record<string, Record<string, { 'x-role'?: string }> | undefined>;
    };
    for (const route of routes) {
      const told = paths[route.path]?.[route.method.toLowerCase()];
      expect(told, nameOf(route)).to.be.an('object');
      expect(told?.['x-role'] ?? 'none', nameOf(route)).to.equal(route.access);
    }
  });

  it('are not reached by other methods', async () => {
    for (const { path } of routes) {
      const methods = ['OPTIONS', 'TRACE', 'PROPFIND'];
      for (const method of methods) {
        const { statusCode } = await app.call(method, path.replaceAll(/\{[^}]*\}/g, '1'));
        expect(statusCode, `${method} ${path}`).to.equal(404);
      }
    }
  });
});
