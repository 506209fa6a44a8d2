import { expect } from 'chai';
import { AuditEntries, type AuditEntry } from '../../core/store/accounts/audit-entries.ts';
import type { TokenPair } from '../../core/http/wire.ts';
import { route } from '../../core/http/pipeline/route.ts';
import { ok } from '../../core/http/schemas/parts.ts';
import { maxDistinctRefusals } from '../../core/services/refused-request-audit.ts';
import { httpFrame, type Answer, type HttpFrame } from '../support/http-frame.ts';

type SignedIn = TokenPair & { headers: { authorization: string } };

/** A route with a photo's uid in its path, like those of the library. */
const aboutPhoto = route({
  method: 'DELETE',
  path: '/api/photos/{uid}',
  access: 'write',
  summary: 'Of the test',
  answer: ok,
  handle: () => ({ ok: true }),
});

describe('refused requests in the audit log', () => {
  let frame: HttpFrame;
  let reader: SignedIn;
  let admin: SignedIn;

  beforeEach(async () => {
    frame = await httpFrame({ routes: [aboutPhoto], trustProxy: true });
    reader = await frame.signIn('read');
    admin = await frame.signIn('admin');
  });
  afterEach(() => frame.stop());

  const ask = (method: string, url: string, token?: string, address = '192.0.2.1'): Promise<Answer> =>
    frame.inject({
      method,
      url,
      headers: { 'x-forwarded-for': address, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    });
  const entries = (...actions: string[]): AuditEntry[] =>
    new AuditEntries(frame.db)
      .page({ limit: 10_000 })
      .filter(({ action }) => actions.includes(action))
      .toReversed();
  const refused = () =>
    entries('access.refused', 'token.refused').map(({ action, actor, subject, detail, address }) => [
      action,
      actor,
      subject,
      detail,
      address,
    ]);

  it('of users without the required role have the user, address and route, but not the photo', async () => {
    for (let time = 1; time <= 3; time += 1) await ask('DELETE', '/api/photos/secret-uid', reader.access_token);
    await ask('GET', '/api/admin/users?limit=secret', reader.access_token, '198.51.100.7');
    const { username } = reader.user;
    expect(refused()).to.deep.equal([
      ['access.refused', username, null, 'DELETE /api/photos/{uid}', '192.0.2.1'],
      ['access.refused', username, null, 'GET /api/admin/users', '198.51.100.7'],
    ]);
    expect(JSON.stringify(frame.audit.page({ limit: 100 }))).not.to.include('secret');
  });

  it('include wrong passwords for actions that require one', async () => {
    await frame.inject({
      method: 'POST',
      url: '/api/auth/password',
      headers: reader.headers,
      payload: { current_password: 'not theirs', new_password: 'battery staple' },
    });
    expect(refused()).to.deep.equal([
      ['access.refused', reader.user.username, null, 'POST /api/auth/password', '127.0.0.1'],
    ]);
  });

  it('with an access token that is no longer valid have its user and the reason', async () => {
    const { username } = reader.user;
    const other = await frame.signIn('write');
    const me = (token: string) => ask('GET', '/api/auth/me', token);
    await frame.inject({ method: 'POST', url: '/api/auth/logout', headers: reader.headers });
    await me(reader.access_token);
    await me(other.refresh_token);
    frame.users.change(other.user.id, { disabled: true }, frame.now);
    frame.users.change(other.user.id, { disabled: false }, frame.now);
    await me(other.access_token);
    frame.now += 8 * 3600;
    await me(admin.access_token);
    await me('0'.repeat(64));
    await me('no token of ours');
    expect(refused()).to.deep.equal([
      ['token.refused', null, username, 'revoked', '192.0.2.1'],
      ['token.refused', null, other.user.username, 'not an access token', '192.0.2.1'],
      ['token.refused', null, other.user.username, 'revoked', '192.0.2.1'],
      ['token.refused', null, admin.user.username, 'expired', '192.0.2.1'],
      ['token.refused', null, null, 'unknown', '192.0.2.1'],
    ]);
    const text = JSON.stringify(frame.audit.page({ limit: 100 }));
    for (const token of [reader.access_token, other.refresh_token, '0'.repeat(64), 'no token of ours']) {
      expect(text).not.to.include(token);
    }
  });

  it('do not include requests without a token or with an unknown path', async () => {
    expect((await ask('GET', '/api/auth/me')).statusCode).to.equal(401);
    expect((await ask('GET', '/api/nothing', reader.access_token)).statusCode).to.equal(404);
    expect(refused()).to.deep.equal([]);
  });

  it('cannot flood the log: requests from very many addresses become one entry', async () => {
    for (let at = 0; at < maxDistinctRefusals + 300; at += 1) {
      await ask('GET', '/api/auth/me', '0'.repeat(64), `10.0.${at >> 8}.${at & 255}`);
    }
    const unknown = entries('token.refused');
    expect(unknown).to.have.length(maxDistinctRefusals + 1);
    expect(unknown.at(-1)).to.include({ detail: 'many more, unknown tokens', address: null, times: 1 });

    // A token that belonged to a user is still recorded.
    await frame.inject({ method: 'POST', url: '/api/auth/logout', headers: reader.headers });
    await ask('GET', '/api/auth/me', reader.access_token);
    expect(entries('token.refused').at(-1)).to.include({ subject: reader.user.username, detail: 'revoked' });

    frame.now += 15 * 60 + 1;
    await ask('GET', '/api/auth/me', '0'.repeat(64), '203.0.113.1');
    expect(entries('token.refused').at(-1)).to.include({ detail: 'unknown', address: '203.0.113.1' });
  });

  it('count all addresses of an IPv6 /64 network as one', async () => {
    for (const end of ['1', '2', 'ffff:1']) await ask('GET', '/api/auth/me', '0'.repeat(64), `2001:db8:1:2::${end}`);
    expect(refused()).to.deep.equal([['token.refused', null, null, 'unknown', '2001:db8:1:2::/64']]);
  });
});
