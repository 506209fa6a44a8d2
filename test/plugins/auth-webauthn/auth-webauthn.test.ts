import { expect } from 'chai';
import type { Caller } from '../../../core/plugin-api/index.ts';
import { describeSecondFactor } from '../../../core/plugin-api/contract-tests.ts';
import { fakeHostOfShipped as fakeHost, type FakeHost } from '../../../core/plugin-api/fake-host/fake-host.ts';
import plugin from '../../../plugins/auth-webauthn/index.ts';
import { SoftwareAuthenticator, type CredentialOptions } from './software-authenticator.ts';

const home = 'https://photos.example';
const anna: Caller = { userId: 1, username: 'anna', role: 'read' };
const { signal } = new AbortController();

describe('passkeys', () => {
  let fake: FakeHost;
  let device: SoftwareAuthenticator;

  const open = async (environment: Record<string, string> = {}): Promise<void> => {
    fake = await fakeHost(plugin, { passwords: { 1: 'correct horse', 2: 'correct horse' }, environment });
    device = new SoftwareAuthenticator();
  };
  const challenge = (origin = home, password = 'correct horse') =>
    fake.call('POST', '/api/auth/passkeys/challenge', { caller: anna, payload: { password }, origin });
  const add = async (by = device, origin = home) => {
    const { options } = (await challenge(origin)).body as { options: CredentialOptions };
    const payload = { name: 'A key', credential: by.make(options) };
    return fake.call('POST', '/api/auth/passkeys', { caller: anna, payload, origin });
  };
  const begin = async (userId = 1, origin = home) =>
    (await fake.provided('second-factor').begin?.(userId, { origin, signal })) as CredentialOptions;
  const verify = (code: string, userId = 1) => fake.provided('second-factor').verify(userId, code);
  const list = async () =>
    ((await fake.call('GET', '/api/auth/passkeys', { caller: anna })).body as { passkeys: { suspect: boolean }[] })
      .passkeys;

  beforeEach(() => open());
  afterEach(() => fake.stop());

  describeSecondFactor(async () => {
    const own = await fakeHost(plugin, { passwords: { 1: 'correct horse' } });
    const key = new SoftwareAuthenticator();
    const asked = { caller: anna, payload: { password: 'correct horse' }, origin: home };
    const { options } = (await own.call('POST', '/api/auth/passkeys/challenge', asked)).body as {
      options: CredentialOptions;
    };
    const payload = { name: 'A key', credential: key.make(options) };
    await own.call('POST', '/api/auth/passkeys', { caller: anna, payload, origin: home });
    return {
      secondFactor: own.provided('second-factor'),
      enrolledUserId: 1,
      otherUserId: 2,
      code: (given: unknown) => key.sign(given as CredentialOptions),
      cleanup: () => own.stop(),
    };
  });

  it('are added with the password, and can sign afterwards', async () => {
    expect((await challenge(home, 'wrong')).status).to.equal(403);
    expect((await add()).status).to.equal(200);
    expect(await verify(device.sign(await begin()))).to.equal(true);
  });

  it('are valid only for the page that asked', async () => {
    await add();
    const asked = await begin();
    device.origin = 'https://photos.example.evil.example';
    expect(await verify(device.sign(asked))).to.equal(false);
    device.origin = home;
    expect(await verify(device.sign({ ...(await begin()), rpId: 'evil.example' }))).to.equal(false);
    const elsewhere = await begin(1, 'https://evil.example');
    device.origin = 'https://evil.example';
    expect(await verify(device.sign(elsewhere)), 'an address that only the request named').to.equal(false);
    expect(await fake.provided('second-factor').isEnabled(1)).to.equal(true);
  });

  it('of another device are rejected', async () => {
    await add();
    const other = new SoftwareAuthenticator();
    expect(await verify(other.sign(await begin()))).to.equal(false);
    Object.assign(other, { id: device.id });
    expect(await verify(other.sign(await begin())), 'with the same name').to.equal(false);
  });

  it('whose counter goes backwards are rejected from then on, since they may be copies', async () => {
    device.counter = 5;
    await add();
    device.counter = 7;
    expect(await verify(device.sign(await begin()))).to.equal(true);
    device.counter = 6;
    expect(await verify(device.sign(await begin()))).to.equal(false);
    device.counter = 8;
    expect(await verify(device.sign(await begin()))).to.equal(false);
    expect((await list()).map(({ suspect }) => suspect)).to.deep.equal([true]);
    expect(fake.audited.filter(({ action }) => action === 'passkey.copied')).to.deep.equal([
      { action: 'passkey.copied', subject: 'user-1', detail: 'A key' },
    ]);
  });

  it('with an attestation of their maker are rejected', async () => {
    for (const format of ['packed', 'fido-u2f', 'tpm', 'android-key', 'apple']) {
      device.format = format;
      expect((await add()).status, format).to.equal(400);
    }
    expect(await list()).to.deep.equal([]);
  });

  it('are added with the user’s own challenge, once', async () => {
    const { options } = (await challenge()).body as { options: CredentialOptions };
    const credential = device.make(options);
    const send = (caller: Caller) =>
      fake.call('POST', '/api/auth/passkeys', { caller, payload: { name: 'A key', credential }, origin: home });
    expect((await send({ ...anna, userId: 2 })).status).to.equal(400);
    expect((await send(anna)).status).to.equal(200);
    expect((await send(anna)).status).to.equal(400);
  });

  it('require https and a domain', async () => {
    for (const origin of ['http://photos.example', 'https://192.168.1.5', 'https://[::1]:8443', 'null']) {
      expect((await challenge(origin)).status, origin).to.equal(409);
    }
    expect((await challenge('http://localhost:8080')).status).to.equal(200);
  });

  it('are made for the configured domain, and valid on its subdomains', async () => {
    await fake.stop();
    await open({ WEBAUTHN_DOMAIN: 'example.org' });
    device.origin = 'https://a.example.org';
    expect((await add(device, 'https://a.example.org')).status).to.equal(200);
    device.origin = 'https://b.example.org:8443';
    expect(await verify(device.sign(await begin(1, device.origin)))).to.equal(true);
    expect((await challenge('https://badexample.org')).status).to.equal(409);
    const wrong = fakeHost(plugin, { environment: { WEBAUTHN_DOMAIN: 'https://example.org' } });
    expect(await wrong.catch((error: unknown) => (error as Error).message)).to.match(/must be a domain/);
  });

  it('can be renamed only by their user, and removed only with the password of that user', async () => {
    await add();
    const path = `/api/auth/passkeys/${device.id.toString('base64url')}`;
    const berta: Caller = { ...anna, userId: 2 };
    const remove = (caller: Caller, password: string) => fake.call('DELETE', path, { caller, payload: { password } });
    expect((await fake.call('PATCH', path, { caller: berta, payload: { name: 'Mine' } })).status).to.equal(404);
    expect((await fake.call('PATCH', path, { caller: anna, payload: { name: 'The blue one' } })).status).to.equal(200);
    expect(await list()).to.have.nested.property('[0].name', 'The blue one');
    expect((await remove(berta, 'correct horse')).status).to.equal(404);
    expect((await remove(anna, 'wrong')).status).to.equal(403);
    expect((await remove(anna, 'correct horse')).status).to.equal(200);
    expect(await fake.provided('second-factor').isEnabled(1)).to.equal(false);
  });
});
