import { expect } from 'chai';
import type { AuditEntries, DownloadTicket, PhotoItem, PhotoList, Signature } from '../../core/http/wire.ts';
import { inject } from '../../core/compose/inject.ts';
import { readZip } from '../support/zip-reader.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

interface Key {
  id: string;
  name: string;
  role: string;
  scopes: string[] | null;
  expires_at: number | null;
  last_used_at: number | null;
}

describe('API keys', () => {
  let app: TestApp;

  before(async () => {
    app = await startTestApp({ photos: 2, environment: { PLUGINS: 'test/fixtures/plugins/folder-source,api-keys' } });
    await app.untilIndexed();
  });
  after(() => app.stop());

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller names the expected type
  const json = <T>(answer: { payload: string }): T => JSON.parse(answer.payload) as T;
  const ask = (as: 'read' | 'write' | 'admin', payload: object) =>
    app.call('POST', '/api/auth/keys', {
      as,
      payload: { name: 'Home Assistant', current_password: `${as}-password`, ...payload },
    });
  const make = async (as: 'read' | 'write' | 'admin', payload: object = {}) => {
    const answer = await ask(as, payload);
    expect(answer.statusCode, answer.payload).to.equal(200);
    return json<{ key: Key; token: string }>(answer);
  };
  const use = (token: string, method = 'GET', url = '/api/photos', payload?: object) =>
    app.call(method, url, { headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) });
  const listed = async (as: 'read' | 'write' | 'admin') =>
    json<{ keys: Key[] }>(await app.call('GET', '/api/auth/keys', { as })).keys;

  it('are not created partially if one of their two rows cannot be written', async () => {
    const db = app.container.resolve(inject.db);
    const rows = db.prepare<[], number>("SELECT count(*) FROM plugin_state WHERE key LIKE 'key %'").pluck();
    for (const row of ['user %', 'key %']) {
      db.exec(
        `CREATE TRIGGER no_room BEFORE INSERT ON plugin_state WHEN new.key LIKE '${row}'
         BEGIN SELECT raise(ABORT, 'disk is full'); END`,
      );
      const { statusCode } = await ask('read', {});
      db.exec('DROP TRIGGER no_room');
      expect([statusCode, await listed('read'), rows.get()], row).to.deep.equal([500, [], 0]);
    }
  });

  it('let a script read the library, including pictures', async () => {
    const { token } = await make('read');
    expect(token).to.match(/^pfk_[A-Za-z0-9_-]{43}$/);
    const answer = await use(token);
    expect(answer.statusCode).to.equal(200);
    const [photo] = json<PhotoList>(answer).photos;
    expect((await use(token, 'GET', `/api/photos/${photo!.uid}/thumb`)).statusCode).to.equal(200);
    const signed = await app.server.inject({ url: photo!.thumb_url! });
    expect(signed.statusCode, 'the signed URL in the response').to.equal(200);
  });

  it('get signed URLs that give access to no more than the key itself', async () => {
    const { token } = await make('admin', { name: 'frame', role: 'read' });
    const [photo] = json<PhotoList>(await use(token)).photos;
    const [full, thumb] = [`/api/photos/${photo!.uid}/full`, `/api/photos/${photo!.uid}/thumb`];
    const { sig, exp } = json<Signature>(await use(token, 'POST', '/api/sign', { path: full }));
    const own = json<PhotoItem>(await app.call('GET', `/api/photos/${photo!.uid}`, { as: 'admin' }));
    const statuses = async (...urls: string[]) =>
      Promise.all(urls.map(async (url) => (await app.server.inject({ url })).statusCode));
    const ofKey = [photo!.thumb_url!, `${full}?sig=${sig}&exp=${exp}`];
    expect(await statuses(...ofKey, own.thumb_url!)).to.deep.equal([200, 200, 200]);
    await app.call('PATCH', `/api/photos/${photo!.uid}`, { as: 'admin', payload: { hidden: true } });
    expect((await use(token, 'GET', thumb)).statusCode, 'the key itself').to.equal(404);
    expect(await statuses(...ofKey, own.thumb_url!)).to.deep.equal([404, 404, 200]);
    await app.call('PATCH', `/api/photos/${photo!.uid}`, { as: 'admin', payload: { hidden: false } });
  });

  it('prepare downloads that contain only what the key may see', async () => {
    const { token } = await make('admin', { name: 'frame', role: 'read' });
    const uids = json<PhotoList>(await use(token)).photos.map(({ uid }) => uid);
    const { url } = json<DownloadTicket>(await use(token, 'POST', '/api/download/tickets', { uids }));
    await app.call('PATCH', `/api/photos/${uids[0]!}`, { as: 'admin', payload: { hidden: true } });
    const files = await readZip((await app.server.inject({ url })).rawPayload);
    expect(files.filter(({ name }) => !name.endsWith('.txt'))).to.have.length(uids.length - 1);
    await app.call('PATCH', `/api/photos/${uids[0]!}`, { as: 'admin', payload: { hidden: false } });
  });

  it('are listed with the time of their last use, and not stored in plain text', async () => {
    const { key, token } = await make('write', { name: 'a script', role: 'write', days: null });
    expect((await listed('write')).find(({ id }) => id === key.id)).to.include({
      name: 'a script',
      role: 'write',
      expires_at: null,
      last_used_at: null,
    });
    await use(token);
    const after = (await listed('write')).find(({ id }) => id === key.id);
    expect(after?.last_used_at).to.be.a('number');
    const db = app.container.resolve(inject.db);
    const kept = JSON.stringify(db.prepare("SELECT * FROM plugin_state WHERE plugin = 'api-keys'").all());
    expect(kept).to.contain('a script').and.not.contain(token.slice(4));
  });

  it('are shown only when they are created', async () => {
    const { key, token } = await make('write', { name: 'a lamp' });
    expect((await use(token)).statusCode).to.equal(200);
    const later = {
      'another key': await ask('write', { name: 'another lamp' }),
      'the keys of the user': await app.call('GET', '/api/auth/keys', { as: 'write' }),
      'a refused request': await use(token, 'GET', '/api/auth/keys'),
      'its revocation': await app.call('DELETE', `/api/auth/keys/${key.id}`, { as: 'write' }),
      'the audit trail': await app.call('GET', '/api/admin/audit', { as: 'admin' }),
    };
    expect(Object.values(later).map(({ statusCode }) => statusCode)).to.deep.equal([200, 200, 403, 200, 200]);
    for (const [what, { payload }] of Object.entries(later)) expect(payload, what).not.to.include(token.slice(4));
  });

  it('expire after the given number of days, by default after a year', async () => {
    const { key, token } = await make('read', { days: 1 });
    const days = ({ expires_at: end }: Key) => (end! - Date.now() / 1000) / 86_400;
    expect(days(key)).to.be.closeTo(1, 0.01);
    expect(days((await make('read')).key)).to.be.closeTo(365, 0.01);
    const expireAt = (time: number) =>
      app.container
        .resolve(inject.db)
        .prepare(`UPDATE plugin_state SET value = json_set(value, '$.expiresAt', ?) WHERE value ->> '$.id' = ?`)
        .run(time, key.id);
    const now = Math.floor(Date.now() / 1000);
    expireAt(now + 60);
    expect((await use(token)).statusCode).to.equal(200);
    expireAt(now);
    expect((await use(token)).statusCode).to.equal(401);
    expect((await listed('read')).find(({ id }) => id === key.id)?.expires_at).to.equal(now);
  });

  it('may do only what both their own role and the role of their user allow', async () => {
    const { token } = await make('write');
    const [photo] = json<PhotoList>(await use(token)).photos;
    const change = (with_: string) => use(with_, 'PATCH', `/api/photos/${photo!.uid}`, { archived: false });
    expect((await change(token)).statusCode, 'a read key of an editor').to.equal(403);
    expect((await change((await make('write', { role: 'write' })).token)).statusCode).to.equal(200);
    expect((await ask('read', { role: 'admin' })).statusCode, 'a role above the user’s own').to.equal(400);
  });

  it('lose permissions when the role of their user is lowered', async () => {
    const { token } = await make('write', { role: 'write' });
    const users = json<{ users: { id: number; username: string }[] }>(
      await app.call('GET', '/api/admin/users', { as: 'admin' }),
    ).users;
    const { id } = users.find(({ username }) => username === 'write')!;
    const edit = (payload: object) => app.call('PATCH', `/api/admin/users/${id}`, { as: 'admin', payload });
    await edit({ role: 'read' });
    const [photo] = json<PhotoList>(await use(token)).photos;
    expect((await use(token, 'PATCH', `/api/photos/${photo!.uid}`, { archived: false })).statusCode).to.equal(403);
    await edit({ role: 'write' });
  });

  it('give access to nothing outside their scopes', async () => {
    const { token } = await make('admin', { role: 'admin', scopes: ['server'] });
    expect((await use(token, 'GET', '/api/admin/overview')).statusCode).to.equal(200);
    expect((await use(token, 'GET', '/metrics')).statusCode).to.equal(200);
    expect((await use(token, 'POST', '/api/admin/checks')).statusCode).to.equal(200);
    for (const [url, payload] of Object.entries({
      '/api/admin/indexer/sync': undefined,
      '/api/admin/indexer/retry-failed': undefined,
      '/api/admin/indexer/accept-loss': { missing: 1 },
      '/api/admin/people/gc-empty': undefined,
    })) {
      const refused = await use(token, 'POST', url, payload);
      expect([refused.statusCode, refused.headers['x-error-kind']], url).to.deep.equal([403, 'token_scope']);
    }
    const writing = await make('admin', { role: 'admin', scopes: ['server-write'] });
    expect((await use(writing.token, 'POST', '/api/admin/indexer/sync')).statusCode).to.equal(200);
    expect((await use(writing.token, 'GET', '/api/admin/overview')).statusCode).to.equal(403);
    const refused = await use(token);
    expect(refused.statusCode).to.equal(403);
    expect(refused.headers['x-error-kind']).to.equal('token_scope');
  });

  it('never give access to accounts, sign-in, encryption, sharing, withholdings, backups or settings', async () => {
    const { token } = await make('admin', { role: 'admin' });
    for (const [method, url] of [
      ['GET', '/api/auth/me'],
      ['GET', '/api/auth/keys'],
      ['POST', '/api/auth/keys'],
      ['GET', '/api/auth/sessions'],
      ['POST', '/api/auth/2fa/enroll'],
      ['GET', '/api/admin/users'],
      ['GET', '/api/admin/audit'],
      ['GET', '/api/admin/encryption'],
      ['PUT', '/api/admin/sharing'],
      ['PUT', '/api/admin/schedule'],
      ['GET', '/api/withholdings'],
      ['GET', '/api/admin/backups'],
      ['DELETE', '/api/admin/backups/index-20261121T000000Z.sqlite3'],
      ['POST', '/api/admin/backups/prune'],
      ['GET', '/api/admin/plugins'],
    ] as const) {
      const answer = await use(token, method, url, method === 'GET' ? undefined : {});
      expect(answer.statusCode, `${method} ${url}`).to.equal(403);
    }
  });

  it('can be revoked only by their user, and then stop working immediately', async () => {
    const { key, token } = await make('read');
    expect((await use(token)).statusCode).to.equal(200);
    expect((await app.call('DELETE', `/api/auth/keys/${key.id}`, { as: 'write' })).statusCode, 'by another').to.equal(
      404,
    );
    expect((await app.call('DELETE', `/api/auth/keys/${key.id}`, { as: 'read' })).statusCode).to.equal(200);
    const answer = await use(token);
    expect(answer.statusCode).to.equal(401);
    expect(answer.headers['www-authenticate']).to.equal('Bearer');
  });

  it('keep working while another program keeps sending a revoked key', async () => {
    const [dead, good] = [await make('read'), await make('read')];
    await app.call('DELETE', `/api/auth/keys/${dead.key.id}`, { as: 'read' });
    for (let poll = 0; poll < 120; poll += 1) expect((await use(dead.token)).statusCode).to.equal(401);
    expect((await use(good.token)).statusCode).to.equal(200);
  });

  it('are not created with a wrong password', async () => {
    expect((await ask('read', { current_password: 'a guess' })).statusCode).to.equal(403);
  });

  it('appear in the audit trail with their creation and their refused requests', async () => {
    const { token } = await make('write', { name: 'frame', role: 'write', scopes: ['shares'] });
    await use(token, 'GET', '/api/photos');
    const { entries } = json<AuditEntries>(await app.call('GET', '/api/admin/audit', { as: 'admin' }));
    expect(entries.find(({ action, subject }) => action === 'api_key.made' && subject === 'frame')?.actor).to.equal(
      'write',
    );
    expect(entries.find(({ actor }) => actor === 'write (api-keys: frame)')?.action).to.equal('access.refused');
  });

  it('stop working when their user is signed out everywhere', async () => {
    const { id } = await app.container
      .resolve(inject.accounts)
      .add({ username: 'visitor', password: 'visitor-password', role: 'read' });
    const answer = await app.call('POST', '/api/auth/login', {
      payload: { username: 'visitor', password: 'visitor-password' },
    });
    const { access_token } = json<{ access_token: string }>(answer);
    const made = await app.call('POST', '/api/auth/keys', {
      payload: { name: 'frame', current_password: 'visitor-password' },
      headers: { authorization: `Bearer ${access_token}` },
    });
    const { token } = json<{ token: string }>(made);
    expect((await use(token)).statusCode).to.equal(200);
    await app.call('POST', `/api/admin/users/${id}/logout`, { as: 'admin' });
    expect((await use(token)).statusCode).to.equal(401);
    await app.call('PATCH', `/api/admin/users/${id}`, { as: 'admin', payload: { disabled: true } });
    expect((await use(token)).statusCode).to.equal(401);
  });
});
