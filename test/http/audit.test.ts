import { expect } from 'chai';
import type { AuditEntries, TokenPair, TwoFactorRequired, User } from '../../core/http/wire.ts';
import { inject } from '../../core/compose/inject.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { movedClock, type MovedClock } from '../support/moved-clock.ts';
import { codeOf, wrongCodeOf } from '../support/two-factor-house.ts';

type Entry = AuditEntries['entries'][number];

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller names the expected type
const json = <T>(answer: { payload: string }): T => JSON.parse(answer.payload) as T;

describe('the audit trail', function () {
  let app: TestApp;
  let clock: MovedClock;
  /** The newest entry from before the test. */
  let seen = 0;

  before(async () => {
    app = await startTestApp({ environment: { LOG_LEVEL: 'silent' } });
  });
  after(() => app.stop());
  afterEach(() => {
    clock.restore();
  });
  beforeEach(async () => {
    clock = movedClock();
    seen = (await read('?limit=1')).entries[0]?.id ?? 0;
  });

  const read = async (query = '') =>
    json<AuditEntries>(await app.call('GET', `/api/admin/audit${query}`, { as: 'admin' }));
  /** The entries of the current test in short form, oldest first. */
  const done = async () =>
    (await read('?limit=1000')).entries
      .filter(({ id }) => id > seen)
      .toReversed()
      .map(({ action, actor, subject, detail }) => [action, actor, subject, detail]);
  const login = (username: string, password: string, remoteAddress?: string) =>
    app.server.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username, password },
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    });
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const add = async (username: string) =>
    json<User>(
      await app.call('POST', '/api/admin/users', {
        as: 'admin',
        payload: { username, password: 'battery staple', role: 'read' },
      }),
    );

  it('is for admins only', async () => {
    expect((await app.call('GET', '/api/admin/audit')).statusCode).to.equal(401);
    expect((await app.call('GET', '/api/admin/audit', { as: 'write' })).statusCode).to.equal(403);
  });

  it('records sign-ins with their address, ended sessions, password changes and sign-outs', async () => {
    const { id } = await add('dora');
    const first = json<TokenPair>(await login('dora', 'battery staple', '192.0.2.77'));
    const second = json<TokenPair>(await login('DORA', 'battery staple', '2001:db8::1'));
    const own = bearer(second.access_token);
    const { sessions } = json<{ sessions: { id: string; current: boolean }[] }>(
      await app.call('GET', '/api/auth/sessions', own),
    );
    const other = sessions.find(({ current }) => !current)?.id ?? '';
    await app.call('DELETE', `/api/auth/sessions/${other}`, own);
    await app.call('POST', '/api/auth/password', {
      ...own,
      payload: { current_password: 'battery staple', new_password: 'horse correct' },
    });
    await app.call('POST', '/api/auth/logout', own);

    expect((await done()).slice(1)).to.deep.equal([
      ['login.succeeded', 'dora', null, null],
      ['login.succeeded', 'dora', null, null],
      ['session.ended', 'dora', null, null],
      ['password.changed', 'dora', null, null],
      ['logout', 'dora', null, null],
    ]);
    const { entries } = await read('?action=login.succeeded&limit=2');
    expect(entries.map(({ address, actor_id }) => [address, actor_id])).to.deep.equal([
      ['2001:db8::1', id],
      ['192.0.2.77', id],
    ]);
    expect(first.user.id).to.equal(id);
  });

  it('names the account of a failed sign-in only if it exists, as users may type their password there', async () => {
    await login('write', 'wrong horse');
    await login('hunter2-my-password', 'wrong horse');
    expect(await done()).to.deep.equal([
      ['login.failed', null, 'write', 'password'],
      ['login.failed', null, null, 'password'],
    ]);
    expect((await app.call('GET', '/api/admin/audit', { as: 'admin' })).payload).not.to.include('hunter2');
  });

  it('counts failed sign-ins from one address in one entry, and records when the address is blocked', async () => {
    for (let attempt = 1; attempt <= 14; attempt += 1) await login('write', 'wrong horse', '198.51.100.9');
    const { entries } = await read('?limit=2');
    expect(
      entries.map(({ action, subject, detail, times, address }) => [action, subject, detail, times, address]),
    ).to.deep.equal([
      ['attempts.blocked', null, 'POST /api/auth/login', 1, '198.51.100.9'],
      ['login.failed', 'write', 'password', 10, '198.51.100.9'],
    ]);
    expect(app.container.resolve(inject.audit).counts().get('attempts.blocked')).to.equal(4);
  });

  it('records the reuse of a refresh token once, but not within 30 seconds or after a sign-out', async () => {
    await add('emil');
    const { refresh_token } = json<TokenPair>(await login('emil', 'battery staple'));
    const refresh = (token: string) => app.call('POST', '/api/auth/refresh', { payload: { refresh_token: token } });
    const { id } = json<TokenPair>(await login('emil', 'battery staple')).user;
    const actions = async () => (await done()).map(([action]) => action);
    expect((await refresh(refresh_token)).statusCode).to.equal(200);
    expect((await refresh(refresh_token)).statusCode).to.equal(401);
    expect(await actions(), 'another tab, perhaps').to.not.include('token.reused');
    clock.forward(31);
    expect((await refresh(refresh_token)).statusCode).to.equal(401);
    expect((await refresh(refresh_token)).statusCode).to.equal(401);
    expect((await actions()).filter((action) => action === 'token.reused')).to.have.length(1);
    expect((await done()).at(-1)).to.deep.equal(['token.reused', null, 'emil', null]);

    const left = json<TokenPair>(await login('emil', 'battery staple'));
    await app.call('POST', `/api/admin/users/${id}/logout`, { as: 'admin' });
    await refresh(left.refresh_token);
    expect((await actions()).at(-1)).to.equal('user.signed_out');
  });

  it('records what admins do to accounts, with the changed fields but no passwords or display names', async () => {
    const { id } = await add('frida');
    const change = (payload: object) => app.call('PATCH', `/api/admin/users/${id}`, { as: 'admin', payload });
    await change({ role: 'write', display_name: 'Frida the Great' });
    await change({ password: 'a new secret', disabled: true });
    await change({ role: 'nobody' });
    await change({});
    expect((await change({ keep_links: true })).statusCode).to.equal(400);
    await app.call('POST', `/api/admin/users/${id}/logout`, { as: 'admin' });
    await app.call('DELETE', `/api/admin/users/${id}/2fa`, { as: 'admin' });
    await app.call('DELETE', `/api/admin/users/${id}`, { as: 'admin' });
    await app.call('DELETE', `/api/admin/users/${id}`, { as: 'admin' });
    expect(await done()).to.deep.equal([
      ['user.added', 'admin', 'frida', 'role read'],
      ['user.changed', 'admin', 'frida', 'role write, display_name'],
      ['user.changed', 'admin', 'frida', 'disabled, password'],
      ['user.signed_out', 'admin', 'frida', null],
      ['second_factor.removed', 'admin', 'frida', null],
      ['user.deleted', 'admin', 'frida', null],
    ]);
    expect(JSON.stringify(await read('?limit=1000'))).not.to.match(/secret|staple|Great/);
  });

  it('records changes of second factors and sign-ins with a code, without any secrets', async () => {
    await add('gustav');
    const own = bearer(json<TokenPair>(await login('gustav', 'battery staple')).access_token);
    const enrolled = await app.call('POST', '/api/auth/2fa/enroll', {
      ...own,
      payload: { password: 'battery staple' },
    });
    const { secret } = json<{ secret: string }>(enrolled);
    await app.call('POST', '/api/auth/2fa/confirm', { ...own, payload: { code: wrongCodeOf(secret) } });
    const confirmed = await app.call('POST', '/api/auth/2fa/confirm', { ...own, payload: { code: codeOf(secret) } });
    const [first = '', second = ''] = json<{ recovery_codes: string[] }>(confirmed).recovery_codes;
    const { pending_token } = json<TwoFactorRequired>(await login('gustav', 'battery staple'));
    const code = (text: string) => app.call('POST', '/api/auth/login/2fa', { payload: { pending_token, code: text } });
    await code(wrongCodeOf(secret));
    expect((await code(first)).statusCode).to.equal(200);
    await app.call('DELETE', '/api/auth/2fa', { ...own, payload: { password: 'battery staple', code: second } });
    expect((await done()).slice(2)).to.deep.equal([
      ['second_factor.enrolment_begun', 'gustav', null, null],
      ['second_factor.enabled', 'gustav', null, null],
      ['login.failed', null, 'gustav', 'code'],
      ['login.succeeded', 'gustav', null, 'with a code'],
      ['second_factor.disabled', 'gustav', null, null],
    ]);
    const text = JSON.stringify(await read('?limit=1000'));
    for (const hidden of [secret, first, second]) expect(text).not.to.include(hidden);
  });

  it('records changes of backups and of their schedule', async () => {
    const taken = await app.call('POST', '/api/admin/backup', { as: 'admin' });
    const { name } = json<{ name: string }>(taken);
    const schedule = { enabled: true, hour: 3, minute: 5, keep: 7 };
    await app.call('PUT', '/api/admin/schedule', { as: 'admin', payload: schedule });
    await app.call('PUT', '/api/admin/schedule', { as: 'admin', payload: { ...schedule, enabled: false } });
    await app.call('POST', '/api/admin/backups/prune', { as: 'admin', payload: { keep: 1 } });
    await app.call('DELETE', `/api/admin/backups/${name}`, { as: 'admin' });
    await app.call('DELETE', `/api/admin/backups/${name}`, { as: 'admin' });
    await app.call('POST', '/api/admin/people/gc-empty', { as: 'admin' });
    expect(await done()).to.deep.equal([
      ['backup.taken', 'admin', name, null],
      ['schedule.changed', 'admin', null, 'daily at 03:05, keeps 7'],
      ['schedule.changed', 'admin', null, 'off'],
      ['backup.pruned', 'admin', null, '0 deleted, 1 kept'],
      ['backup.deleted', 'admin', name, null],
      ['people.removed_empty', 'admin', null, '0 people'],
    ]);
  });

  it('is read page by page, and refuses invalid queries', async () => {
    for (const name of ['page-1', 'page-2', 'page-3'])
      app.container.resolve(inject.audit).record({ action: 'test.paged', subject: name }, { actor: null });
    const pages: Entry[][] = [];
    for (let before: number | null | undefined; before !== null;) {
      const page: AuditEntries = await read(
        `?action=test.paged&limit=2${before === undefined ? '' : `&before=${before}`}`,
      );
      pages.push(page.entries);
      before = page.next_before;
    }
    expect(pages.map((page) => page.map(({ subject }) => subject))).to.deep.equal([['page-3', 'page-2'], ['page-1']]);
    for (const query of ['?limit=1001', '?limit=0', '?before=x', '?action=%27--']) {
      const answer = await app.call('GET', `/api/admin/audit${query}`, { as: 'admin' });
      expect(answer.statusCode, query).to.equal(400);
    }
  });

  it('does not block sign-ins if it cannot be written', async () => {
    const db = app.container.resolve(inject.db);
    db.exec(`CREATE TRIGGER no_room BEFORE INSERT ON audit_entries BEGIN SELECT raise(ABORT, 'disk is full'); END`);
    try {
      expect((await login('read', 'read-password')).statusCode).to.equal(200);
      expect((await login('read', 'wrong horse')).statusCode).to.equal(401);
    } finally {
      db.exec('DROP TRIGGER no_room');
    }
    expect(await done()).to.deep.equal([]);
  });

  it('covers all changing routes of /api/auth and /api/admin but a few', async () => {
    const routes = await app.container.resolve(inject.routes);
    const changing = routes.filter(({ method, path }) => method !== 'GET' && /^\/api\/(auth|admin)\//.test(path));
    const silent = changing.filter((route) => !('audit' in route)).map(({ method, path }) => `${method} ${path}`);
    // These change nothing that matters later. Of links, the finished link is recorded.
    expect(silent).to.have.members([
      'POST /api/auth/refresh',
      'POST /api/auth/login/2fa/challenge',
      'POST /api/auth/factors/challenge',
      'POST /api/auth/links',
      'POST /api/admin/checks',
      'POST /api/admin/indexer/sync',
      'POST /api/admin/indexer/retry-failed',
    ]);
    expect(changing).to.have.length.above(silent.length + 10);
  });
});
