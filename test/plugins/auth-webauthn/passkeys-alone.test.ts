import { expect } from 'chai';
import type { AuditEntries, TokenPair } from '../../../core/http/wire.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { CookieJar } from '../../support/cookie-jar.ts';
import { SoftwareAuthenticator, type CredentialOptions } from './software-authenticator.ts';

const host = 'photos.example';
const browser = { host, 'user-agent': 'browser', 'x-forwarded-proto': 'https' };

interface SignInChallenge {
  readonly options: CredentialOptions & { readonly userVerification: string; readonly allowCredentials?: unknown };
  readonly ticket: string;
  /** The header `Set-Cookie`. */
  readonly line: string;
}

describe('signing in with a passkey alone', () => {
  let app: TestApp;
  let device: SoftwareAuthenticator;

  before(async () => {
    app = await startTestApp({
      environment: { PLUGINS: 'test/fixtures/plugins/folder-source,auth-webauthn', TRUST_PROXY: '1' },
    });
    device = await withPasskey('write');
  });
  after(() => app.stop());

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller states the expected type
  const json = <T>(answer: { payload: string }): T => JSON.parse(answer.payload) as T;
  const jar = new CookieJar();
  const post = async (path: string, payload: unknown, headers: Record<string, string> = {}, cookies = jar) => {
    const answer = await app.call('POST', path, {
      payload,
      headers: { ...browser, ...headers, ...(cookies.header && { cookie: cookies.header }) },
    });
    cookies.keep(answer);
    return answer;
  };
  /** @param proof a code, for a user who already has passkeys */
  const withPasskey = async (role: 'read' | 'write', proof = {}): Promise<SoftwareAuthenticator> => {
    const made = new SoftwareAuthenticator();
    const ask = (path: string, payload: unknown) => app.call('POST', path, { as: role, payload, headers: browser });
    const { options } = json<{ options: CredentialOptions }>(
      await ask('/api/auth/passkeys/challenge', { password: `${role}-password`, ...proof }),
    );
    const added = await ask('/api/auth/passkeys', { name: 'Phone', credential: made.make(options) });
    expect(added.statusCode, added.payload).to.equal(200);
    return made;
  };
  /** A code of a passkey, as the second factor of a signed-in user. */
  const codeOf = async (role: 'read' | 'write', by: SoftwareAuthenticator) => {
    const payload = { factor: 'auth-webauthn' };
    const asked = await app.call('POST', '/api/auth/factors/challenge', { as: role, payload, headers: browser });
    return by.sign(json<{ challenge: CredentialOptions }>(asked).challenge);
  };
  const removal = async (role: 'read' | 'write', by: SoftwareAuthenticator, proof = {}) =>
    app.call('DELETE', `/api/auth/passkeys/${by.id.toString('base64url')}`, {
      as: role,
      payload: { password: `${role}-password`, ...proof },
      headers: browser,
    });
  /** The first step in a browser. */
  const begin = async (cookies = jar): Promise<SignInChallenge> => {
    const answer = await post('/plugins/auth-webauthn/entry/challenge', {}, {}, cookies);
    expect(answer.statusCode, answer.payload).to.equal(200);
    const [line = ''] = [answer.headers['set-cookie'] ?? []].flat();
    return { ...json<Pick<SignInChallenge, 'options' | 'ticket'>>(answer), line };
  };
  const finish = (credential: string, ticket: string, headers: Record<string, string> = {}, cookies = jar) =>
    post('/plugins/auth-webauthn/entry', { credential: JSON.parse(credential) as object, ticket }, headers, cookies);
  const useCode = (place: string, headers: Record<string, string> = {}) =>
    post('/api/auth/link', { code: /^\/#link=([\w-]+)$/.exec(place)?.[1] }, headers);
  const enter = async (by = device) => {
    const { options, ticket } = await begin();
    return finish(by.sign(options), ticket);
  };
  const failures = async (): Promise<AuditEntries['entries']> => {
    const { entries } = json<AuditEntries>(await app.call('GET', '/api/admin/audit', { as: 'admin' }));
    return entries.filter(({ action }) => action === 'login.failed');
  };

  it('is offered on the sign-in page, but not as a link in the settings', async () => {
    const { sign_ins } = json<{ sign_ins: { start: string }[] }>(await app.call('GET', '/api/auth/limits'));
    expect(sign_ins.map(({ start }) => start)).to.deep.equal(['/plugins/auth-webauthn/sign-in.html']);
    expect((await app.call('GET', sign_ins[0]?.start ?? '')).statusCode).to.equal(200);
    await enter();
    expect(json(await app.call('GET', '/api/auth/links', { as: 'write' }))).to.deep.include({ ways: [], links: [] });
    const payload = { plugin: 'auth-webauthn', current_password: 'write-password' };
    expect((await app.call('POST', '/api/auth/links', { as: 'write', payload })).statusCode).to.equal(404);
  });

  it('needs neither name, password nor code', async () => {
    const { options, ticket, line } = await begin();
    expect(options.userVerification).to.equal('required');
    expect(options.allowCredentials ?? [], 'nobody is told whose passkeys there are').to.deep.equal([]);
    expect(line)
      .to.match(/^__Host-pf_entry=/)
      .and.to.match(/HttpOnly/)
      .and.to.match(/Secure/);
    const answer = await finish(device.sign(options), ticket);
    expect(answer.statusCode, answer.payload).to.equal(200);
    const signedIn = await useCode(json<{ to: string }>(answer).to);
    expect(json<TokenPair>(signedIn).user.username).to.equal('write');
    const { entries } = json<AuditEntries>(await app.call('GET', '/api/admin/audit', { as: 'admin' }));
    expect(entries.find(({ detail }) => detail === 'by auth-webauthn')).to.include({
      action: 'login.succeeded',
      actor: 'write',
    });
  });

  it('requires a device that verifies its user', async () => {
    device.knowsItsUser = false;
    expect((await enter()).statusCode).to.equal(403);
    device.knowsItsUser = true;
    expect((await enter()).statusCode).to.equal(200);
  });

  it('is valid once, for the browser that requested it', async () => {
    const { options, ticket } = await begin();
    const signed = device.sign(options);
    const another = new CookieJar();
    expect((await finish(signed, ticket, {}, another)).statusCode, 'without the cookie').to.equal(400);
    await begin(another);
    expect((await finish(signed, ticket, {}, another)).statusCode, 'with that of another').to.equal(400);
    expect((await finish(signed, (await begin()).ticket)).statusCode, 'for another challenge').to.equal(403);
    const damaged = `${ticket.slice(0, 30)}${ticket[30] === 'a' ? 'b' : 'a'}${ticket.slice(31)}`;
    expect((await finish(signed, damaged)).statusCode, 'with a damaged ticket').to.equal(400);
    const both = await Promise.all([finish(signed, ticket), finish(signed, ticket)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).to.deep.equal([200, 400]);
    expect((await finish(signed, ticket)).statusCode, 'again').to.equal(400);
  });

  it('rejects a challenge of the second factor, and the second factor rejects one of this sign-in', async () => {
    const login = await post('/api/auth/login', { username: 'write', password: 'write-password' });
    const { pending_token } = json<{ pending_token: string }>(login);
    const factor = { pending_token, factor: 'auth-webauthn' };
    const { challenge } = json<{ challenge: CredentialOptions }>(await post('/api/auth/login/2fa/challenge', factor));
    const { options, ticket } = await begin();
    expect((await finish(device.sign(challenge), ticket)).statusCode).to.equal(403);
    const second = await post('/api/auth/login/2fa', { ...factor, code: device.sign(options) });
    expect(second.statusCode).to.equal(401);
  });

  it('does not sign in to a disabled account, and says so', async () => {
    const admin = (await app.call('GET', '/api/admin/users', { as: 'admin' })).payload;
    const id = (JSON.parse(admin) as { users: { id: number; username: string }[] }).users.find(
      ({ username }) => username === 'write',
    )?.id;
    const set = (disabled: boolean) =>
      app.call('PATCH', `/api/admin/users/${id}`, { as: 'admin', payload: { disabled } });
    await set(true);
    const refused = await useCode(json<{ to: string }>(await enter()).to);
    expect(refused.statusCode).to.equal(401);
    expect(refused.headers['x-error-kind']).to.equal('account_disabled');
    await set(false);
    expect((await useCode(json<{ to: string }>(await enter()).to)).statusCode).to.equal(200);
  });

  it('is rejected for an unknown passkey, and limited by IP address after ten attempts', async () => {
    const stranger = new SoftwareAuthenticator();
    stranger.make({ challenge: '', user: { id: Buffer.from('somebody').toString('base64url') } });
    const address = { 'x-forwarded-for': '198.51.100.7' };
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) {
      const { options, ticket } = await begin();
      statuses.push((await finish(stranger.sign(options), ticket, address)).statusCode);
    }
    expect(statuses).to.deep.equal([...Array<number>(10).fill(403), 429]);
    expect((await failures())[0]).to.include({
      detail: 'by auth-webauthn',
      address: '198.51.100.7',
      actor: null,
    });
    expect((await enter()).statusCode, 'from elsewhere').to.equal(200);
  });

  it('does not treat a passkey as copied because a response came twice', async () => {
    const counting = await withPasskey('read');
    counting.counter = 5;
    const { options, ticket } = await begin();
    const signed = counting.sign(options);
    const both = await Promise.all([finish(signed, ticket), finish(signed, ticket)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).to.deep.equal([200, 400]);
    counting.counter = 6;
    expect((await enter(counting)).statusCode).to.equal(200);
    counting.counter = 7;
    expect((await removal('read', counting, { code: await codeOf('read', counting) })).statusCode).to.equal(200);
  });

  it('stops working once the passkey is removed, for which the password alone does not suffice', async () => {
    const reader = await withPasskey('read');
    expect((await enter(reader)).statusCode).to.equal(200);
    expect((await removal('read', reader)).statusCode, 'with the password alone').to.equal(403);
    expect((await removal('read', reader, { code: await codeOf('read', reader) })).statusCode).to.equal(200);
    expect((await enter(reader)).statusCode).to.equal(403);
  });
});
