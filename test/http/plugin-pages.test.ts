import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Server } from '@hapi/hapi';
import inert from '@hapi/inert';
import { expect } from 'chai';
import type { Role } from '../../core/domain/roles.ts';
import { pageRoutes } from '../../core/http/plugin-pages.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

describe('the pages of a plugin', () => {
  let app: TestApp;

  before(async () => {
    const plugins = ['folder-source', 'page-plugin'].map((name) => `test/fixtures/plugins/${name}`);
    app = await startTestApp({ environment: { PLUGINS: plugins.join(',') } });
  });
  after(() => app.stop());

  const get = (path: string, headers: Record<string, string> = {}) => app.call('GET', path, { headers });

  it('are the files in its folder, with the app’s security headers', async () => {
    const page = await get('/plugins/@me/pages/');
    expect([page.statusCode, page.headers['content-type']]).to.deep.equal([200, 'text/html; charset=utf-8']);
    expect(page.payload).to.contain('<title>Tides</title>');
    expect(page.headers['content-security-policy']).to.equal("default-src 'self'; frame-ancestors 'none'");
    expect((await get('/plugins/@me/pages/tides.js')).headers['content-type']).to.contain('javascript');
    expect((await get('/plugins/@me/pages/sub/')).payload).to.contain('<title>More</title>');
    expect((await get('/plugins/@me/pages')).headers['location']).to.equal('/plugins/@me/pages/');
  });

  it('are revalidated on each request, and sent only if they changed', async () => {
    const { headers } = await get('/plugins/@me/pages/tides.js');
    expect(headers['cache-control']).to.equal('no-cache');
    const again = await get('/plugins/@me/pages/tides.js', { 'if-none-match': String(headers['etag']) });
    expect(again.statusCode).to.equal(304);
  });

  it('do not expose anything outside the folder, hidden files or folders', async () => {
    const outside = ['../index.js', '..%2findex.js', '%2e%2e/index.js', 'sub/..%2f..%2findex.js', '..%5cindex.js'];
    for (const path of [...outside, '.hidden', 'sub', 'sub//', 'no-such.html', 'a%00b']) {
      const { statusCode, payload } = await get(`/plugins/@me/pages/${path}`);
      expect([path, statusCode]).to.deep.equal([path, 404]);
      expect(payload).not.to.contain('API_VERSION');
    }
  });

  it('do not follow links that lead out of the folder', async () => {
    const pages = join(mkdtempSync(join(tmpdir(), 'photofinch-')), 'pages');
    mkdirSync(pages);
    for (const name of ['index.html', 'secret.txt']) writeFileSync(join(pages, '..', name), name);
    writeFileSync(join(pages, 'index.html'), 'a page');
    symlinkSync(join('..', 'secret.txt'), join(pages, 'within.txt'));
    symlinkSync('index.html', join(pages, 'start.html'));
    symlinkSync('..', join(pages, 'up'));
    const server = new Server();
    await server.register(inert);
    server.route(pageRoutes({ plugin: 'linked', folder: pages }));
    const statusOf = async (path: string) => (await server.inject(`/plugins/linked/${path}`)).statusCode;
    expect([await statusOf(''), await statusOf('start.html')]).to.deep.equal([200, 200]);
    for (const path of ['within.txt', 'up/secret.txt', 'up/']) expect(await statusOf(path), path).not.to.equal(200);
    rmSync(dirname(pages), { recursive: true });
  });

  it('are linked in the navigation of the roles that they name', async () => {
    const linksOf = async (role: Role): Promise<unknown> =>
      JSON.parse((await app.call('GET', '/api/plugins/pages', { as: role })).payload);
    const link = {
      path: '/plugins/@me/pages/',
      label: { en: 'Tides', de: 'Gezeiten', fr: 'Marées' },
      icon: 'M4 12h16',
    };
    expect(await linksOf('read')).to.deep.equal({ pages: [] });
    expect(await linksOf('write')).to.deep.equal({ pages: [link] });
    expect(await linksOf('admin')).to.deep.equal({ pages: [link] });
  });

  it('work beside routes of the plugin', async () => {
    expect((await get('/plugins/@me/pages/now')).payload).to.equal('low');
  });
});
