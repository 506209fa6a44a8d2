import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server } from '@hapi/hapi';
import { expect } from 'chai';
import pino from 'pino';
import { DomainError } from '../../core/domain/errors.ts';
import type { UnlockSecret } from '../../core/encryption/slots.ts';
import { lockedServer } from '../../core/http/locked-server.ts';
import { securityHeaders } from '../../core/http/pipeline/security-headers.ts';
import type { ConversionStatus } from '../../core/http/wire.ts';
import { added, specified } from '../spec/specification.ts';

describe('the server of a locked library', function () {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  const tried: UnlockSecret[] = [];
  const audited: unknown[] = [];
  let converting: ConversionStatus | null = null;
  let server: Server;

  before(async () => {
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'unlock.html'), '<title>Unlock</title>');
    writeFileSync(join(folder, 'assets', 'unlock-1.js'), 'unlock();');
    server = await lockedServer({
      host: '127.0.0.1',
      port: 0,
      webRoot: folder,
      validateAnswers: true,
      trustProxy: false,
      metrics: 'admin',
      log: pino({ level: 'silent' }),
      audit: { record: (...event) => audited.push(event), failed: () => undefined },
      unlock: (secret) => {
        tried.push(secret);
        const isRight = secret.kind === 'recovery' || (secret.kind === 'passphrase' && secret.passphrase === 'right');
        if (isRight) return Promise.resolve();
        return Promise.reject(new DomainError('unauthenticated', 'Wrong.', { problem: 'wrong_unlock_key' }));
      },
      converting: () => converting,
    });
  });

  after(() => {
    rmSync(folder, { recursive: true });
  });

  const unlock = (payload: object, headers: Record<string, string> = {}) =>
    server.inject({ method: 'POST', url: '/api/unlock', payload, headers });

  it('reports that it is locked, and the progress of a conversion', async () => {
    const locked = { ok: true, locked: true, bridge: { reachable: false, loggedIn: false } };
    expect(JSON.parse((await server.inject('/api/health')).payload)).to.deep.equal({ ...locked, converting: null });
    converting = { to: 'encrypted', done: 3, total: 7 };
    expect(JSON.parse((await server.inject('/api/health')).payload)).to.deep.equal({ ...locked, converting });
    converting = null;
  });

  it('passes on a passphrase or recovery key, and records in the audit log only which of the two it was', async () => {
    expect((await unlock({ passphrase: 'right' })).payload).to.equal('{"ok":true}');
    expect((await unlock({ recovery_key: 'ABCD' })).statusCode).to.equal(200);
    expect(tried).to.deep.equal([
      { kind: 'passphrase', passphrase: 'right' },
      { kind: 'recovery', recoveryKey: 'ABCD' },
    ]);
    const wrong = await unlock({ passphrase: 'a secret of somebody' });
    expect([wrong.statusCode, wrong.headers['x-error-kind']]).to.deep.equal([401, 'wrong_unlock_key']);
    expect(audited.map((event) => (event as [object])[0])).to.deep.equal([
      { action: 'library.unlocked', detail: 'passphrase' },
      { action: 'library.unlocked', detail: 'recovery key' },
      { action: 'library.unlock_failed', detail: 'passphrase' },
    ]);
  });

  it('rejects invalid unlock requests, and requests from pages of other sites', async () => {
    for (const payload of [
      {},
      { passphrase: 'right', recovery_key: 'ABCD' },
      { passphrase: 7 },
      { password: 'right' },
    ]) {
      expect((await unlock(payload)).statusCode).to.equal(400);
    }
    expect((await unlock({ passphrase: 'x'.repeat(1025) })).statusCode).to.equal(400);
    expect((await unlock({ passphrase: 'right' }, { 'sec-fetch-site': 'cross-site' })).statusCode).to.equal(403);
    expect((await unlock({ passphrase: 'right' }, { origin: 'https://elsewhere.example' })).statusCode).to.equal(403);
  });

  for (const [method, path] of [...specified, ...added]) {
    if (['/api/health', '/api/unlock'].includes(path) || !path.startsWith('/api/')) continue;
    it(`answers 503 to ${method} ${path}, whatever the body`, async () => {
      const url = path.replaceAll(/\{\w+\}/g, '1');
      for (const payload of method === 'GET' ? [undefined] : [undefined, {}, 'x'.repeat(1_000_000)]) {
        const headers = { 'content-type': 'application/json' };
        const answer = await server.inject({ method, url, ...(payload !== undefined && { payload, headers }) });
        expect([answer.statusCode, answer.headers['x-error-kind']]).to.deep.equal([503, 'library_locked']);
      }
    });
  }

  it('answers 503 to plugins’ routes, metrics and writes to pages', async () => {
    for (const [method, url] of [
      ['GET', '/api/plugin/any'],
      ['GET', '/metrics'],
      ['POST', '/'],
      ['DELETE', '/s/abc'],
    ] as const) {
      const answer = await server.inject({ method, url });
      expect([answer.statusCode, answer.headers['x-error-kind']]).to.deep.equal([503, 'library_locked']);
    }
  });

  it('serves the unlock page at every address: with 200 at the root, with 503 elsewhere', async () => {
    const root = await server.inject('/');
    expect([root.statusCode, root.payload]).to.deep.equal([200, '<title>Unlock</title>']);
    const share = await server.inject('/s/some-token');
    expect([share.statusCode, share.payload]).to.deep.equal([503, '<title>Unlock</title>']);
    expect(share.headers['retry-after']).to.equal('60');
    for (const page of [root, share]) expect(page.headers['cache-control']).to.equal('no-store');
    expect((await server.inject({ method: 'HEAD', url: '/' })).statusCode).to.equal(200);
    expect((await server.inject('/assets/unlock-1.js')).payload).to.equal('unlock();');
    expect((await server.inject('/assets/..%2f..%2fetc%2fpasswd')).statusCode).to.equal(404);
  });

  it('sends the security headers with every response', async () => {
    for (const url of ['/', '/api/health', '/api/photos', '/s/some-token', '/assets/none.js']) {
      const { headers } = await server.inject(url);
      for (const [name, value] of Object.entries(securityHeaders)) {
        expect(headers[name.toLowerCase()], `${name} of ${url}`).to.equal(
          url.startsWith('/s/') && name === 'Referrer-Policy' ? 'no-referrer' : value,
        );
      }
    }
  });
});
