import { expect } from 'chai';
import { inject } from '../../core/compose/inject.ts';
import type { AccountLinks, AuditEntries, ChangedAccount } from '../../core/http/wire.ts';
import type { Role } from '../../core/domain/roles.ts';
import { SecondFactorMarks } from '../../core/store/accounts/second-factor-marks.ts';
import { SignInLinks } from '../../core/store/accounts/sign-in-links.ts';
import { Users } from '../../core/store/accounts/users.ts';
import { SoftwareAuthenticator, type CredentialOptions } from '../plugins/auth-webauthn/software-authenticator.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { CookieJar } from '../support/cookie-jar.ts';

const browser = { host: 'photos.example', 'x-forwarded-proto': 'https' };

describe('the passkeys and links of an account, for admins', () => {
  let app: TestApp;
  let device: SoftwareAuthenticator;

  before(async () => {
    const plugins = ['test/fixtures/plugins/folder-source', 'auth-webauthn', 'api-keys'];
    app = await startTestApp({ environment: { PLUGINS: plugins.join(','), TRUST_PROXY: '1' } });
  });
  after(() => app.stop());

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller names the expected type
  const json = <T>(answer: { payload: string }): T => JSON.parse(answer.payload) as T;
  const idOf = (username: string) => app.container.resolve(Users).byName(username)!.id;
  const links = () => app.container.resolve(SignInLinks);
  const linksPath = (username: string) => `/api/admin/users/${idOf(username)}/links`;
  const linksOf = async (username: string) =>
    json<AccountLinks>(await app.call('GET', linksPath(username), { as: 'admin' })).links;
  const namesOf = async (username: string) => (await linksOf(username)).map(({ plugin, name }) => `${plugin}: ${name}`);
  const audited = async () =>
    json<AuditEntries>(await app.call('GET', '/api/admin/audit', { as: 'admin' })).entries.map(
      ({ actor, action, subject, detail }) => [actor, action, subject, detail],
    );
  const addPasskey = async (as: Role, name = 'Phone', proof = {}): Promise<SoftwareAuthenticator> => {
    const made = new SoftwareAuthenticator();
    const ask = (path: string, payload: unknown) => app.call('POST', path, { as, payload, headers: browser });
    const asked = await ask('/api/auth/passkeys/challenge', { password: `${as}-password`, ...proof });
    const credential = made.make(json<{ options: CredentialOptions }>(asked).options);
    expect((await ask('/api/auth/passkeys', { name, credential })).statusCode).to.equal(200);
    return made;
  };
  /** Signs in with only a passkey. */
  const enter = async (by: SoftwareAuthenticator) => {
    const jar = new CookieJar();
    const post = async (path: string, payload: object) => {
      const headers = { ...browser, ...(jar.header && { cookie: jar.header }) };
      const answer = await app.call('POST', path, { payload, headers });
      jar.keep(answer);
      return answer;
    };
    const begun = json<{ options: CredentialOptions; ticket: string }>(
      await post('/plugins/auth-webauthn/entry/challenge', {}),
    );
    const credential = JSON.parse(by.sign(begun.options)) as object;
    return post('/plugins/auth-webauthn/entry', { credential, ticket: begun.ticket });
  };
  /** Adds a link with a service whose plugin is not loaded. */
  const addService = (username: string, subject: string) =>
    links().add({ plugin: 'auth-oidc', subject, userId: idOf(username), name: `${subject}@example.org`, createdAt: 1 });
  const makeKey = async (as: Role): Promise<string> => {
    const payload = { name: 'Home Assistant', current_password: `${as}-password` };
    return json<{ token: string }>(await app.call('POST', '/api/auth/keys', { as, payload })).token;
  };
  const isFirstStepEnough = async (username: string, password: string) => {
    const answer = await app.call('POST', '/api/auth/login', { payload: { username, password } });
    return 'access_token' in json<object>(answer);
  };

  it('are listed with their current names, without API keys; an unknown account is 404', async () => {
    const key = await makeKey('write');
    device = await addPasskey('write');
    addService('write', 'anna');
    expect(await namesOf('write')).to.deep.equal(['auth-webauthn: Phone', 'auth-oidc: anna@example.org']);
    const path = `/api/auth/passkeys/${device.id.toString('base64url')}`;
    await app.call('PATCH', path, { as: 'write', payload: { name: 'Old phone' } });
    expect(await namesOf('write')).to.include('auth-webauthn: Old phone');
    expect((await app.call('GET', '/api/admin/users/4711/links', { as: 'admin' })).statusCode).to.equal(404);
    expect((await app.call('GET', '/api/photos', { headers: { authorization: `Bearer ${key}` } })).statusCode).to.equal(
      200,
    );
  });

  it('can be removed one by one; a removed passkey is no longer a second factor either', async () => {
    expect((await enter(device)).statusCode).to.equal(200);
    expect(await isFirstStepEnough('write', 'write-password')).to.equal(false);
    const [passkey, service] = await linksOf('write');
    for (const { id } of [passkey!, service!]) {
      const other = await app.call('DELETE', `${linksPath('read')}/${id}`, { as: 'admin', payload: {} });
      expect(other.statusCode, 'of another user').to.equal(404);
      const ended = await app.call('DELETE', `${linksPath('write')}/${id}`, { as: 'admin', payload: {} });
      expect(ended.statusCode, ended.payload).to.equal(200);
    }
    expect(await linksOf('write')).to.deep.equal([]);
    expect((await enter(device)).statusCode).to.equal(403);
    expect(await isFirstStepEnough('write', 'write-password')).to.equal(true);
    expect(app.container.resolve(SecondFactorMarks).of(idOf('write'))).to.deep.equal([]);
    expect(json(await app.call('GET', '/api/auth/passkeys', { as: 'write' }))).to.deep.equal({ passkeys: [] });
    const ended = (await audited()).filter(([, action]) => action === 'sign_in.unlinked');
    expect(ended).to.deep.equal([
      ['admin', 'sign_in.unlinked', 'write', 'auth-oidc: anna@example.org'],
      ['admin', 'sign_in.unlinked', 'write', 'auth-webauthn: Old phone'],
    ]);
  });

  it('all end, as do API keys, when an admin sets a new password without keep_links', async () => {
    const key = await makeKey('write');
    const thiefs = await addPasskey('write', 'Of the thief');
    addService('write', 'thief');
    const path = `/api/admin/users/${idOf('write')}`;
    const renamed = await app.call('PATCH', path, { as: 'admin', payload: { display_name: 'Writer' } });
    expect(json<ChangedAccount>(renamed).ended_links, 'after a new name only').to.equal(0);
    expect(await linksOf('write')).to.have.length(2);

    const kept = { password: 'their first password', keep_links: true };
    const first = await app.call('PATCH', path, { as: 'admin', payload: kept });
    expect(json<ChangedAccount>(first)).to.include({ ended_links: 0, two_factor_enabled: true });
    expect(await linksOf('write'), 'with keep_links').to.have.length(2);

    const reset = await app.call('PATCH', path, { as: 'admin', payload: { password: 'a new one for them' } });
    expect(json<ChangedAccount>(reset)).to.include({ ended_links: 2, two_factor_enabled: false });
    expect(await linksOf('write')).to.deep.equal([]);
    expect((await enter(thiefs)).statusCode).to.equal(403);
    expect((await app.call('GET', '/api/photos', { headers: { authorization: `Bearer ${key}` } })).statusCode).to.equal(
      401,
    );
    expect(await isFirstStepEnough('write', 'a new one for them')).to.equal(true);
    expect((await audited())[1]).to.deep.equal(['admin', 'user.changed', 'write', 'password, 2 links ended']);
  });

  it('all stay, like the old password, if they cannot be deleted from the database', async () => {
    addService('write', 'stays');
    const db = app.container.resolve(inject.db);
    db.exec("CREATE TRIGGER no_room BEFORE DELETE ON sign_in_links BEGIN SELECT raise(ABORT, 'disk is full'); END");
    const payload = { password: 'one that is not set' };
    const { statusCode } = await app.call('PATCH', `/api/admin/users/${idOf('write')}`, { as: 'admin', payload });
    db.exec('DROP TRIGGER no_room');
    expect([statusCode, await namesOf('write')]).to.deep.equal([500, ['auth-oidc: stays@example.org']]);
    expect(await isFirstStepEnough('write', payload.password)).to.equal(false);
    expect(await isFirstStepEnough('write', 'a new one for them')).to.equal(true);
  });

  it('do not include a passkey that could not be saved completely', async () => {
    const db = app.container.resolve(inject.db);
    const { options } = json<{ options: CredentialOptions }>(
      await app.call('POST', '/api/auth/passkeys/challenge', {
        ...{ as: 'read', headers: browser },
        payload: { password: 'read-password' },
      }),
    );
    db.exec("CREATE TRIGGER no_room BEFORE INSERT ON plugin_state BEGIN SELECT raise(ABORT, 'disk is full'); END");
    const payload = { name: 'Phone', credential: new SoftwareAuthenticator().make(options) };
    const { statusCode } = await app.call('POST', '/api/auth/passkeys', { as: 'read', payload, headers: browser });
    db.exec('DROP TRIGGER no_room');
    expect([statusCode, await namesOf('read')]).to.deep.equal([500, []]);
  });

  it('of the admin’s own account need the password and a code to be removed', async () => {
    const own = await addPasskey('admin');
    const [{ id } = { id: 0 }] = await linksOf('admin');
    const end = (payload: object) => app.call('DELETE', `${linksPath('admin')}/${id}`, { as: 'admin', payload });
    expect((await end({})).statusCode).to.equal(403);
    expect((await end({ current_password: 'admin-password' })).statusCode, 'without a code').to.equal(403);
    const payload = { factor: 'auth-webauthn' };
    const asked = await app.call('POST', '/api/auth/factors/challenge', { as: 'admin', payload, headers: browser });
    const code = own.sign(json<{ challenge: CredentialOptions }>(asked).challenge);
    expect((await end({ current_password: 'admin-password', code, ...payload })).statusCode).to.equal(200);
  });

  it('cannot be removed in the user’s settings if they are passkeys or second factors', async () => {
    await addPasskey('read');
    const [{ id } = { id: 0 }] = await linksOf('read');
    expect((await app.call('DELETE', `/api/auth/links/${id}`, { as: 'read' })).statusCode).to.equal(404);
    const unloaded = app.container.resolve(inject.accountLinks);
    links().add({ plugin: 'not-loaded', subject: 'a key', userId: idOf('read'), name: 'Key', createdAt: 1 });
    expect(unloaded.inSettingsOf(idOf('read')).map(({ plugin }) => plugin)).to.deep.equal(['not-loaded']);
    app.container.resolve(SecondFactorMarks).add(idOf('read'), 'not-loaded');
    expect(unloaded.inSettingsOf(idOf('read')), 'of a second factor').to.deep.equal([]);
  });
});

describe('adding a passkey, link, API key or authenticator app', () => {
  let app: TestApp;

  before(async () => {
    const plugins = ['test/fixtures/plugins/folder-source', 'auth-webauthn', 'api-keys', 'auth-oidc'];
    app = await startTestApp({
      environment: {
        PLUGINS: plugins.join(','),
        TRUST_PROXY: '1',
        OIDC_ISSUER: 'http://127.0.0.1:9',
        OIDC_CLIENT_ID: 'photofinch',
      },
    });
  });
  after(() => app.stop());

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller names the expected type
  const json = <T>(answer: { payload: string }): T => JSON.parse(answer.payload) as T;
  const ask = (path: string, payload: object) => app.call('POST', path, { as: 'write', payload, headers: browser });
  const password = 'write-password';
  const ways: Readonly<Record<string, (proof: object) => ReturnType<typeof ask>>> = {
    'an API key': (proof) => ask('/api/auth/keys', { name: 'a script', current_password: password, ...proof }),
    'a passkey': (proof) => ask('/api/auth/passkeys/challenge', { password, ...proof }),
    'a link': (proof) => ask('/api/auth/links', { plugin: 'auth-oidc', current_password: password, ...proof }),
    'an authenticator app': (proof) => ask('/api/auth/2fa/enroll', { password, ...proof }),
  };
  const device = new SoftwareAuthenticator();
  /** A code from the user's passkey. */
  const freshCode = async () => {
    const answer = await ask('/api/auth/factors/challenge', { factor: 'auth-webauthn' });
    return device.sign(json<{ challenge: CredentialOptions }>(answer).challenge);
  };

  it('needs only the password for users without a second factor', async () => {
    for (const [what, add] of Object.entries(ways)) expect((await add({})).statusCode, what).to.equal(200);
    const { options } = json<{ options: CredentialOptions }>(await ways['a passkey']!({}));
    const added = await ask('/api/auth/passkeys', { name: 'Phone', credential: device.make(options) });
    expect(added.statusCode, added.payload).to.equal(200);
  });

  for (const [what, add] of Object.entries(ways)) {
    it(`needs the password and an unused code for users with a second factor: ${what}`, async () => {
      const refused = await add({});
      expect([refused.statusCode, refused.headers['x-error-kind']]).to.deep.equal([403, 'password_needed']);
      const wrong = await add({ code: '123456' });
      expect([wrong.statusCode, wrong.headers['x-error-kind']]).to.deep.equal([403, 'wrong_code']);
      const right = { code: await freshCode(), factor: 'auth-webauthn' };
      expect((await add(right)).statusCode).to.equal(200);
      expect((await add(right)).statusCode, 'with the same code again').to.equal(403);
    });
  }
});
