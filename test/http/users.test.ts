import { expect } from 'chai';
import type { AccountRow, Accounts, TokenPair } from '../../core/http/wire.ts';
import type { SecondFactor } from '../../core/plugin-api/index.ts';
import { httpFrame, type Answer, type HttpFrame } from '../support/http-frame.ts';

type SignedIn = TokenPair & { headers: { authorization: string } };

describe('accounts managed by admins', () => {
  let frame: HttpFrame;
  let admin: SignedIn;

  beforeEach(async () => {
    frame = await httpFrame();
    admin = await frame.signIn('admin');
  });
  afterEach(() => frame.stop());

  const ask = (method: string, url: string, payload?: object, as = admin): Promise<Answer> =>
    frame.inject({ method, url, headers: as.headers, ...(payload && { payload }) });
  const add = async (fields: object = {}): Promise<AccountRow> => {
    const payload = { username: 'berta', password: 'long enough', role: 'read', ...fields };
    return (await ask('POST', '/api/admin/users', payload)).json();
  };
  const login = (username: string, password: string): Promise<Answer> =>
    frame.inject({ method: 'POST', url: '/api/auth/login', payload: { username, password } });
  const me = (headers: Record<string, string>): Promise<Answer> => frame.inject({ url: '/api/auth/me', headers });

  it('can be added, are listed by name, and can sign in', async () => {
    const answer = await ask('POST', '/api/admin/users', {
      username: 'Berta',
      password: 'long enough',
      role: 'write',
      display_name: 'Berta B.',
    });
    expect(answer.statusCode).to.equal(201);
    const row = answer.json<AccountRow>();
    expect(row).to.deep.equal({
      id: row.id,
      username: 'berta',
      display_name: 'Berta B.',
      role: 'write',
      disabled: false,
      two_factor_enabled: false,
      created_at: frame.now,
      last_login_at: null,
    });
    expect((await login('berta', 'long enough')).statusCode).to.equal(200);
    const { users } = (await ask('GET', '/api/admin/users')).json<Accounts>();
    expect(users.map(({ username }) => username)).to.deep.equal(['berta', 'guest-1']);
    expect(users[0]?.last_login_at).to.equal(frame.now);
    expect(JSON.stringify(users)).not.to.match(/hash|\$2b/);
  });

  it('have the role read and the user name as display name, unless given otherwise', async () => {
    for (const [username, fields] of Object.entries({ one: {}, two: { display_name: '' } })) {
      const answer = await ask('POST', '/api/admin/users', { username, password: 'long enough', ...fields });
      expect(answer.statusCode, username).to.equal(201);
      expect(answer.json(), username).to.include({ role: 'read', display_name: username });
    }
  });

  it('have the user name as display name again once it is set to empty', async () => {
    const { id } = await add();
    await ask('PATCH', `/api/admin/users/${id}`, { display_name: 'Berta B.' });
    const emptied = await ask('PATCH', `/api/admin/users/${id}`, { display_name: '' });
    expect(emptied.json()).to.include({ display_name: 'berta' });
  });

  for (const [what, fields, field] of [
    ['a short password', { password: 'short' }, 'password'],
    ['a password that bcrypt would truncate', { password: 'x'.repeat(73) }, 'password'],
    ['a name with spaces', { username: 'my name' }, 'username'],
    ['an unknown role', { role: 'owner' }, 'role'],
    ['a blank display name', { display_name: '  ' }, 'display_name'],
    ['a display name with a terminal escape sequence', { display_name: 'a\u001b[2Jb' }, 'display_name'],
    ['a display name with a line break', { display_name: 'a\nb' }, 'display_name'],
    ['an unknown field', { admin: true }, 'admin'],
  ] as const) {
    it(`cannot be added with ${what}`, async () => {
      const payload = { username: 'berta', password: 'long enough', role: 'read', ...fields };
      const answer = await ask('POST', '/api/admin/users', payload);
      expect(answer.statusCode).to.equal(400);
      expect(answer.json<{ detail: string }>().detail).to.include(field);
    });
  }

  it('have unique user names, ignoring case', async () => {
    await add();
    const answer = await ask('POST', '/api/admin/users', { username: 'BERTA', password: 'long enough', role: 'read' });
    expect(answer.statusCode).to.equal(409);
  });

  it('are changed only in the fields of the request', async () => {
    const { id } = await add();
    const answer = await ask('PATCH', `/api/admin/users/${id}`, { display_name: '  Berta  ', role: 'write' });
    expect(answer.json()).to.include({ display_name: 'Berta', role: 'write', disabled: false, username: 'berta' });
    expect((await login('berta', 'long enough')).statusCode).to.equal(200);
  });

  it('are signed out immediately when they are disabled, and stay signed out when they are enabled again', async () => {
    const { id } = await add();
    const { access_token } = (await login('berta', 'long enough')).json<TokenPair>();
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await me(headers)).statusCode).to.equal(200);
    await ask('PATCH', `/api/admin/users/${id}`, { disabled: true });
    expect((await me(headers)).statusCode).to.equal(401);
    expect((await login('berta', 'long enough')).statusCode).to.equal(401);
    await ask('PATCH', `/api/admin/users/${id}`, { disabled: false });
    expect((await me(headers)).statusCode).to.equal(401);
    expect((await login('berta', 'long enough')).statusCode).to.equal(200);
  });

  it('are signed out everywhere by a new password, which replaces the old one', async () => {
    const { id } = await add();
    const { access_token } = (await login('berta', 'long enough')).json<TokenPair>();
    await ask('PATCH', `/api/admin/users/${id}`, { password: 'another one' });
    expect((await me({ authorization: `Bearer ${access_token}` })).statusCode).to.equal(401);
    expect((await login('berta', 'long enough')).statusCode).to.equal(401);
    expect((await login('berta', 'another one')).statusCode).to.equal(200);
  });

  it('can be signed out everywhere by an admin, which also ends signed URLs', async () => {
    const berta = await frame.signIn('write');
    const path = '/api/photos/a/thumb';
    const signed = await ask('POST', '/api/sign', { path }, berta);
    expect(signed.statusCode).to.equal(200);
    const { sig, exp } = signed.json<{ sig: string; exp: number }>();
    expect(frame.media.check(path, sig, exp).userId).to.equal(berta.user.id);
    expect((await ask('POST', `/api/admin/users/${berta.user.id}/logout`)).json()).to.deep.equal({ ok: true });
    expect((await me(berta.headers)).statusCode).to.equal(401);
    const refreshed = await frame.inject({
      method: 'POST',
      url: '/api/auth/refresh',
      payload: { refresh_token: berta.refresh_token },
    });
    expect(refreshed.statusCode).to.equal(401);
    expect(() => frame.media.check(path, sig, exp)).to.throw('not valid');
  });

  it('can be deleted, with their tokens', async () => {
    const berta = await frame.signIn('write');
    expect((await ask('DELETE', `/api/admin/users/${berta.user.id}`)).json()).to.deep.equal({ ok: true });
    expect((await me(berta.headers)).statusCode).to.equal(401);
    expect((await ask('DELETE', `/api/admin/users/${berta.user.id}`)).statusCode).to.equal(404);
  });

  for (const [what, method, payload] of [
    ['deleted', 'DELETE', {}],
    ['disabled', 'PATCH', { disabled: true }],
    ['demoted', 'PATCH', { role: 'write' }],
  ] as const) {
    it(`include at least one admin: the last one cannot be ${what}`, async () => {
      await frame.accounts
        .add({ username: 'sleeping', password: 'long enough', role: 'admin' })
        .then(async ({ id }) => {
          await ask('PATCH', `/api/admin/users/${id}`, { disabled: true });
        });
      // Even before the password is required.
      const proved = { ...payload, current_password: 'pass-word' };
      for (const change of [payload, proved]) {
        const answer = await ask(method, `/api/admin/users/${admin.user.id}`, change);
        expect(answer.statusCode).to.equal(409);
        expect(answer.json<{ detail: string }>().detail).to.match(/last admin/);
      }
      expect((await me(admin.headers)).json()).to.include({ role: 'admin' });
      const other = await frame.signIn('admin');
      expect((await ask(method, `/api/admin/users/${admin.user.id}`, proved, other)).statusCode).to.equal(200);
    });
  }

  it('include at least one admin when all demote each other at the same time', async () => {
    const admins = [admin, ...(await Promise.all([1, 2, 3].map(() => frame.signIn('admin'))))];
    await Promise.all(
      admins.map((one, at) => {
        const next = admins[(at + 1) % admins.length];
        return ask('PATCH', `/api/admin/users/${next?.user.id}`, { role: 'read', password: 'another one' }, one);
      }),
    );
    const left = frame.users.all().filter(({ role, disabled }) => role === 'admin' && !disabled);
    expect(left.length).to.be.at.least(1);
  });

  it('lose their second factor when an admin removes it, or when they are deleted', async () => {
    const berta = await frame.signIn('write');
    const enrolled = new Set([berta.user.id, admin.user.id]);
    frame.secondFactor = {
      isEnabled: (id) => Promise.resolve(enrolled.has(id)),
      status: (id) => Promise.resolve({ enabled: enrolled.has(id), recoveryCodesLeft: 0 }),
      verify: () => Promise.resolve(false),
      disable: (id) => {
        enrolled.delete(id);
        return Promise.resolve();
      },
    } satisfies SecondFactor;
    const row = async () =>
      (await ask('GET', '/api/admin/users')).json<Accounts>().users.find(({ id }) => id === berta.user.id);
    expect((await row())?.two_factor_enabled).to.equal(true);
    expect((await ask('DELETE', `/api/admin/users/${berta.user.id}/2fa`)).json()).to.deep.equal({ ok: true });
    expect((await row())?.two_factor_enabled).to.equal(false);
    expect((await ask('DELETE', '/api/admin/users/999/2fa')).statusCode).to.equal(404);
    enrolled.add(berta.user.id);
    await ask('DELETE', `/api/admin/users/${berta.user.id}`);
    expect([...enrolled]).to.deep.equal([admin.user.id]);
  });

  it('are deleted, with an audit entry, even if their second factor cannot be removed', async () => {
    const berta = await frame.signIn('write');
    frame.secondFactor = {
      isEnabled: () => Promise.resolve(false),
      status: () => Promise.resolve({ enabled: false, recoveryCodesLeft: 0 }),
      verify: () => Promise.resolve(false),
      disable: () => {
        throw new Error('the disk is full');
      },
    };
    expect((await ask('DELETE', `/api/admin/users/${berta.user.id}`)).json()).to.deep.equal({ ok: true });
    expect(frame.audit.page({ limit: 1 }).entries[0]).to.include({ action: 'user.deleted', subject: 'guest-2' });
    expect(JSON.stringify(frame.logged)).to.include('the disk is full');
  });

  it('cannot be managed by other users', async () => {
    const berta = await frame.signIn('write');
    for (const [method, url, payload] of [
      ['GET', '/api/admin/users', undefined],
      ['POST', '/api/admin/users', { username: 'x', password: 'long enough', role: 'admin' }],
      ['PATCH', `/api/admin/users/${berta.user.id}`, { role: 'admin' }],
      ['DELETE', `/api/admin/users/${admin.user.id}`, undefined],
      ['POST', `/api/admin/users/${admin.user.id}/logout`, undefined],
      ['DELETE', `/api/admin/users/${admin.user.id}/2fa`, undefined],
    ] as const) {
      expect((await ask(method, url, payload, berta)).statusCode, `${method} ${url}`).to.equal(403);
    }
  });
});
