import { expect } from 'chai';
import { fakeHostOfShipped as fakeHost, type FakeHost } from '../../../core/plugin-api/fake-host/fake-host.ts';
import plugin from '../../../plugins/auth-oidc/index.ts';
import { OidcService } from '../../../plugins/auth-oidc/oidc-service.ts';
import { LyingProvider, type Lie } from './lying-provider.ts';

const callback = '/plugins/auth-oidc/callback';

describe('an OpenID Connect provider that lies', () => {
  let provider: LyingProvider;
  let fake: FakeHost;

  before(async () => {
    provider = await LyingProvider.start();
    const environment = {
      OIDC_ISSUER: provider.url,
      OIDC_CLIENT_ID: 'photofinch',
      OIDC_CLIENT_SECRET: 'a-secret-of-both',
    };
    fake = await fakeHost(plugin, { environment });
  });
  after(async () => {
    await fake.stop();
    await provider.close();
  });

  const signIn = async (lie: Lie) => {
    provider.lie = lie;
    const browser = fake.browser();
    const { headers = {} } = await browser.call('GET', '/plugins/auth-oidc/start');
    const asked = new URL(headers['location'] ?? '').searchParams;
    provider.nonce = asked.get('nonce') ?? '';
    return browser.call('GET', callback, { query: { code: 'a-code', state: asked.get('state') } });
  };

  it('is accepted while it tells the truth', async () => {
    expect(await signIn({})).to.include({ status: 303 });
    expect(fake.entries.at(-1)).to.include({ subject: `${provider.url} anna`, name: 'anna@home.example' });
  });

  it('may return only a long identifier, whose beginning then becomes the name of the user', async () => {
    const sub = 'a'.repeat(255);
    expect(await signIn({ claims: { sub }, userinfoSub: sub, nameless: true })).to.include({ status: 303 });
    expect(fake.entries.at(-1)).to.include({ subject: `${provider.url} ${sub}`, name: 'a'.repeat(200) });
  });

  const now = Math.floor(Date.now() / 1000);
  for (const [what, lie] of Object.entries<Lie>({
    'signs with a key that it does not publish': { forged: true },
    'does not sign': { header: { alg: 'none' } },
    'issues an expired token': { claims: { iat: now - 7200, exp: now - 3600 } },
    'issues a token for another sign-in': { claims: { nonce: 'of-another-sign-in' } },
    'issues a token without a nonce': { claims: { nonce: undefined } },
    'issues a token of another provider': { claims: { iss: 'https://login.example' } },
    'issues a token for another client': { claims: { aud: 'another-client' } },
    'issues no token': { missing: true },
    'returns another user from its userinfo endpoint': { userinfoSub: 'berta' },
  })) {
    it(`signs nobody in when it ${what}`, async () => {
      const before = fake.entries.length;
      expect(await signIn(lie)).to.include({ status: 503 });
      expect(fake.entries).to.have.length(before);
    });
  }
});

describe('the metadata of an OpenID Connect provider', () => {
  let provider: LyingProvider;
  let service: OidcService;
  let now: number;

  beforeEach(async () => {
    provider = await LyingProvider.start();
    now = 1_700_000_000;
    const issuer = new URL(provider.url);
    service = new OidcService({
      ...{ issuer, clientId: 'photofinch', clientSecret: 'a-secret', scopes: 'openid' },
      clock: () => now,
    });
  });
  afterEach(() => provider.close());

  const begin = () => service.begin('https://photos.example/callback', undefined);
  const outcome = () =>
    begin().then(
      () => 'begun',
      () => 'failed',
    );

  it('is read once for many sign-ins, and again after an hour', async () => {
    await Promise.all(Array.from({ length: 20 }, begin));
    await begin();
    expect(provider.metadataReads).to.equal(1);
    now += 3601;
    await begin();
    expect(provider.metadataReads).to.equal(2);
  });

  it('is not requested again right after a failure, however many sign-ins begin', async () => {
    provider.isAway = true;
    for (let count = 0; count < 20; count += 1) expect(await outcome()).to.equal('failed');
    expect(provider.metadataReads).to.equal(1);
    provider.isAway = false;
    now += 31;
    expect(await outcome()).to.equal('begun');
  });

  it('is requested again after a correction of a clock that was ahead, so that all certificates had expired', async () => {
    const year = 365 * 86_400;
    provider.isAway = true;
    now += year;
    expect(await outcome()).to.equal('failed');
    provider.isAway = false;
    now -= year;
    expect(await outcome()).to.equal('begun');
  });

  it('stays in use while it cannot be read again', async () => {
    await begin();
    provider.isAway = true;
    now += 3601;
    for (let count = 0; count < 20; count += 1) expect(await outcome()).to.equal('begun');
    expect(provider.metadataReads).to.equal(2);
  });
});
