import { mkdirSync, writeFileSync } from 'node:fs';
import { get, request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { httpFrame, type Answer, type HttpFrame } from '../support/http-frame.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';
import { uploadForm } from '../support/upload-form.ts';
import { list, picture, routes, underWay } from './frame-routes.ts';

const wanted = {
  'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
};

describe('the HTTP server', () => {
  let frame: HttpFrame;
  let stop: () => Promise<void>;

  before(
    () =>
      new Promise<void>((ready, failed) => {
        void withTempFolder(async (folder) => {
          mkdirSync(join(folder, 'assets'));
          writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Photofinch</title>');
          writeFileSync(join(folder, 'secret.txt'), 'not for the web');
          writeFileSync(join(folder, 'assets', 'main-abc123.js'), `console.log(${JSON.stringify('x'.repeat(2000))})`);
          writeFileSync(join(folder, 'assets', 'style-abc.css'), 'plain');
          writeFileSync(join(folder, 'assets', 'style-abc.css.br'), 'packed beforehand');
          frame = await httpFrame({ routes, webRoot: folder });
          await new Promise<void>((stopped) => {
            stop = () => {
              stopped();
              return Promise.resolve();
            };
            ready();
          });
          await frame.stop();
        }).catch(failed);
      }),
  );
  after(() => stop());

  describe('security headers', () => {
    const requests: [what: string, request: Parameters<HttpFrame['inject']>[0]][] = [
      ['the page', { url: '/' }],
      ['an asset', { url: '/assets/main-abc123.js' }],
      [
        'an asset from a cache',
        { url: '/assets/main-abc123.js', headers: { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' } },
      ],
      ['JSON', { url: '/api/list' }],
      ['a stream', { url: '/api/photos/p/full' }],
      ['HEAD', { method: 'HEAD', url: '/api/list' }],
      ['a missing route', { url: '/api/nothing' }],
      ['a missing asset', { url: '/assets/none.js' }],
      ['bad input', { url: '/api/list?x=1' }],
      ['a missing token', { url: '/api/auth/me' }],
      ['a broken body', { method: 'POST', url: '/api/auth/login', payload: '{' }],
      ['a broken path', { url: '/api/photos/%E0%A4%A/full' }],
    ];
    for (const [what, request] of requests) {
      it(`are on ${what}`, async () => {
        const { headers } = await frame.inject(request);
        expect(headers).to.include(wanted);
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).to.deep.equal([]);
      });
    }

    it('allow no other origin in a CORS preflight request', async () => {
      const { headers } = await frame.inject({
        method: 'OPTIONS',
        url: '/api/list',
        headers: { origin: 'https://evil.example' },
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).to.deep.equal([]);
    });
  });

  describe('compression', () => {
    const fetchList = (encoding: string): Promise<Answer> =>
      frame.inject({ url: '/api/list', headers: { 'accept-encoding': encoding } });

    it('is Brotli if the client accepts it, else gzip, else none', async () => {
      const br = await fetchList('gzip, deflate, br');
      expect(br.headers['content-encoding']).to.equal('br');
      expect(JSON.parse(brotliDecompressSync(br.body).toString())).to.deep.equal(list);
      const gzip = await fetchList('gzip');
      expect(gzip.headers['content-encoding']).to.equal('gzip');
      expect(JSON.parse(gunzipSync(gzip.body).toString())).to.deep.equal(list);
      expect(gzip.headers['vary']).to.equal('accept-encoding');
      const none = await fetchList('identity');
      expect(none.headers['content-encoding']).to.equal(undefined);
      expect(br.body.length).to.be.lessThan(none.body.length / 5);
    });

    it('leaves pictures, their length and their range to the route', async () => {
      const headers = { 'accept-encoding': 'br, gzip', range: 'bytes=0-9' };
      const answer = await frame.inject({ url: '/api/photos/p/full', headers });
      expect(answer.statusCode).to.equal(200);
      expect(answer.headers).to.include({ 'content-length': '5000', 'content-type': 'image/bmp', etag: '"e1"' });
      expect(answer.headers['content-encoding']).to.equal(undefined);
      expect(answer.body.equals(picture)).to.equal(true);
    });
  });

  it('marks JSON as not cacheable', async () => {
    expect((await frame.inject({ url: '/api/list' })).headers['cache-control']).to.equal('no-store');
  });

  it('answers HEAD like GET without the body', async () => {
    const answer = await frame.inject({ method: 'HEAD', url: '/api/photos/p/full' });
    expect(answer.statusCode).to.equal(200);
    expect(answer.headers['content-length']).to.equal('5000');
    expect(answer.body).to.have.length(0);
  });

  describe('the web UI', () => {
    it('is at /, and is revalidated each time', async () => {
      const answer = await frame.inject({ url: '/' });
      expect(answer.body.toString()).to.match(/^<!doctype html>/);
      expect(answer.headers).to.include({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' });
      const again = await frame.inject({ url: '/', headers: { 'if-none-match': String(answer.headers['etag']) } });
      expect(again.statusCode).to.equal(304);
    });

    it('has assets that may be cached for a year', async () => {
      const answer = await frame.inject({ url: '/assets/main-abc123.js' });
      expect(answer.headers['cache-control']).to.equal('public, max-age=31536000, immutable');
      expect(answer.headers['content-type']).to.match(/^text\/javascript/);
    });

    it('sends precompressed files to clients that accept them', async () => {
      const answer = await frame.inject({ url: '/assets/style-abc.css', headers: { 'accept-encoding': 'gzip, br' } });
      expect(answer.headers).to.include({ 'content-encoding': 'br', 'content-type': 'text/css; charset=utf-8' });
      expect(answer.body.toString()).to.equal('packed beforehand');
      const plain = await frame.inject({ url: '/assets/style-abc.css' });
      expect(plain.body.toString()).to.equal('plain');
    });

    for (const url of [
      '/assets/none.js',
      '/assets/',
      '/assets/../secret.txt',
      '/assets/..%2fsecret.txt',
      '/assets/%2e%2e/secret.txt',
      '/assets/..\\secret.txt',
      '/assets//etc/passwd',
      '/assets/.hidden',
      '/assets/%00',
      '/secret.txt',
    ]) {
      it(`answers 404 to ${url}`, async () => {
        const answer = await frame.inject({ url });
        expect(answer.statusCode).to.equal(404);
        expect(answer.json()).to.have.all.keys('detail');
        expect(answer.headers['cache-control']).to.equal('no-store');
      });
    }
  });

  it('aborts the signal of a route when the client disconnects', async () => {
    await frame.server.start();
    const asking = get({ port: frame.server.info.port, path: '/api/slow' }).on('error', () => undefined);
    await until(() => underWay.givenUp !== undefined);
    asking.destroy();
    await underWay.givenUp;
  });

  it('logs an aborted request with status 499 and without an error, even if its handler throws', async () => {
    await frame.server.start();
    frame.logged.length = 0;
    const { payload, headers } = await uploadForm({ file: picture.subarray(0, 100) });
    const { port } = frame.server.info;
    const asking = request({ port, path: '/api/given-up', method: 'POST', headers }).on('error', () => undefined);
    asking.end(payload);
    await until(() => underWay.isUploadRead);
    asking.destroy();
    await until(() => frame.logged.length > 0);
    expect(frame.logged.map(({ msg, level, status }) => ({ msg, level, status }))).to.deep.equal([
      { msg: 'request', level: 30, status: 499 },
    ]);
  });

  it('closes the connection when a stream breaks off, and keeps running', async () => {
    await frame.server.start();
    const received = await new Promise<number>((resolve) => {
      let length = 0;
      const request = get({ port: frame.server.info.port, path: '/api/broken-stream' }, (response) => {
        response.on('data', (chunk: Buffer) => (length += chunk.length));
        response.on('error', () => {
          resolve(length);
        });
        response.on('end', () => {
          resolve(Infinity);
        });
      });
      request.end();
    });
    expect(received).to.be.at.most(picture.length);
    expect((await frame.inject({ url: '/api/list' })).statusCode).to.equal(200);
  });

  it('logs one line per request, with the pattern of the route instead of the uid, and without the query', async () => {
    frame.logged.length = 0;
    for (const url of [
      '/api/photos/secret-uid/full',
      '/api/list?q=secret-words',
      '/api/list?secret-name=secret-words',
      '/api/fails?q=secret-words',
      '/api/secret-page?q=secret-words',
    ]) {
      await frame.inject({ url });
    }
    const lines = frame.logged.filter(({ msg }) => msg === 'request');
    expect(lines.map(({ route: path, status, method }) => [method, path, status])).to.deep.equal([
      ['get', '/api/photos/{uid}/full', 200],
      ['get', '/api/list', 200],
      ['get', '/api/list', 400],
      ['get', '/api/fails', 500],
      ['get', '/{p*}', 404],
    ]);
    expect(JSON.stringify(frame.logged)).to.include('It fails.').and.not.include('secret');
  });

  it('logs the id of the user, not the name, and only if the route has checked the token', async () => {
    const reader = await frame.signIn('read');
    frame.logged.length = 0;
    await frame.inject({ url: '/api/auth/me', headers: reader.headers });
    await frame.inject({ url: '/api/admin/users', headers: reader.headers });
    await frame.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${'0'.repeat(64)}` } });
    await frame.inject({ url: '/api/auth/limits', headers: reader.headers });
    const lines = frame.logged.filter(({ msg }) => msg === 'request');
    expect(lines.map(({ status, user }) => [status, user])).to.deep.equal([
      [200, reader.user.id],
      [403, reader.user.id],
      [401, undefined],
      [200, undefined],
    ]);
    expect(JSON.stringify(frame.logged)).not.to.include(reader.user.username);
  });
});
