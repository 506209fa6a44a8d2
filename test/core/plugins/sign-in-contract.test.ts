import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { describeSignIn, type LastRequest } from '../../../core/plugin-api/contract-tests.ts';
import { fakeHost, TooManyAttempts, type FakeBrowser } from '../../../core/plugin-api/fake-host.ts';
import { fakeHostOfShipped } from '../../../core/plugin-api/fake-host/fake-host.ts';
import type { Plugin, PluginCall, PluginHost, PluginReply } from '../../../core/plugin-api/index.ts';
import apiKeys from '../../../plugins/api-keys/index.ts';
import oidc from '../../../plugins/auth-oidc/index.ts';
import webauthn from '../../../plugins/auth-webauthn/index.ts';
import { offerContract } from '../../../core/plugins/import-plugin.ts';
import { TestProvider } from '../../plugins/auth-oidc/test-provider.ts';
import { SoftwareAuthenticator, type CredentialOptions } from '../../plugins/auth-webauthn/software-authenticator.ts';
import { runContract } from '../../support/contract-run.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { brokenFlows, brokenSignIns, gateWith, signInWith, titlesWithButton } from './broken-sign-ins.ts';

describe('contract tests of a sign-in', () => {
  it('all pass for a correct sign-in, and each fails for a broken one', async () => {
    const runs = [await runContract(signInWith(() => ({}))), await runContract(gateWith())];
    expect(runs.flatMap(({ failed }) => failed)).to.deep.equal([]);
    const found = [...Object.values(brokenSignIns), ...Object.values(brokenFlows)].flatMap(([, titles]) => titles);
    const passed = runs.flatMap((run) => run.passed);
    expect([...new Set(found.map((title) => `sign-in ${title}`))]).to.have.members([...new Set(passed)]);
  });

  for (const [what, [breaks, titles]] of Object.entries(brokenSignIns)) {
    it(`detect a sign-in that ${what}`, async () => {
      const { failed } = await runContract(signInWith(breaks));
      expect(failed.map(({ title }) => title)).to.deep.equal(titles.map((title) => `sign-in ${title}`));
    });
  }

  for (const [what, [declare, titles]] of Object.entries(brokenFlows)) {
    it(`detect a sign-in that ${what}`, async () => {
      const { failed } = await runContract(declare);
      expect(failed.map(({ title }) => title)).to.deep.equal(titles.map((title) => `sign-in ${title}`));
    });
  }

  it('require a flow to test a button, and a token to test tokens', async () => {
    const start = '/plugins/gate/start';
    const { failed } = await runContract(() => {
      describeSignIn(() => ({ signIn: { button: { label: 'Gate', start }, bearer: () => Promise.resolve(null) } }));
    });
    expect(failed.map(({ message }) => message)).to.deep.equal([
      'a sign-in with a button needs a `flow` for its tests: return it to describeSignIn',
      'a sign-in with `bearer` needs a `token` for its tests: return it to describeSignIn',
    ]);
  });

  it('skip the tests of buttons or tokens that a sign-in does not have', async () => {
    const tokens = await runContract(signInWith(() => ({})));
    expect(tokens.skipped).to.deep.equal(titlesWithButton.map((title) => `sign-in ${title}`));
    const { skipped } = await runContract(gateWith());
    expect(skipped)
      .to.have.length(6)
      .and.to.satisfy((all: string[]) => all.every((one) => one.includes('with tokens')));
  });
});

describe('the included API keys', () => {
  const caller = { userId: 1, username: 'anna', role: 'write' } as const;

  describeSignIn(async () => {
    const fake = await fakeHostOfShipped(apiKeys, { passwords: { 1: 'right' } });
    const payload = { name: 'a script', current_password: 'right' };
    const made = await fake.call('POST', '/api/auth/keys', { caller, payload });
    const { key, token: text } = made.body as { key: { id: string }; token: string };
    const revoke = async (): Promise<void> => {
      await fake.call('DELETE', `/api/auth/keys/${key.id}`, { caller });
    };
    return { signIn: fake.provided('sign-in'), token: { text, userId: 1, revoke }, cleanup: () => fake.stop() };
  });

  it('are revoked with the epoch of their user', async () => {
    const epochs = new Map<number, number>();
    const fake = await fakeHostOfShipped(apiKeys, { passwords: { 1: 'right' }, epochs });
    const payload = { name: 'a script', current_password: 'right' };
    await fake.call('POST', '/api/auth/keys', { caller, payload });
    const listed = async () => ((await fake.call('GET', '/api/auth/keys', { caller })).body as { keys: object[] }).keys;
    expect(await listed()).to.have.length(1);
    epochs.set(1, 1);
    expect(await listed()).to.deep.equal([]);
    await fake.stop();
  });
});

describe('the included sign-in with OpenID Connect', () => {
  let provider: TestProvider;
  before(async () => {
    provider = await TestProvider.start('http://photos.test/plugins/auth-oidc/callback');
  });
  after(() => provider.close());

  describeSignIn(async () => {
    const environment = {
      OIDC_ISSUER: provider.url,
      OIDC_CLIENT_ID: 'photofinch',
      OIDC_CLIENT_SECRET: 'a-secret-of-both',
    };
    const host = await fakeHostOfShipped(oidc, { environment });
    const signIn = async (browser: FakeBrowser, start: URL): Promise<LastRequest> => {
      const query = Object.fromEntries(start.searchParams);
      const { headers = {} } = await browser.call('GET', '/plugins/auth-oidc/start', { query });
      const back = await provider.signIn(headers['location'] ?? '');
      return { method: 'GET', path: back.pathname, query: Object.fromEntries(back.searchParams) };
    };
    return { signIn: host.provided('sign-in'), flow: { host, signIn }, cleanup: () => host.stop() };
  });
});

describe('the included sign-in with passkeys', () => {
  const origin = 'https://photos.example';

  describeSignIn(async () => {
    const host = await fakeHostOfShipped(webauthn, { passwords: { 1: 'right' } });
    const device = new SoftwareAuthenticator();
    const asAnna = { caller: { userId: 1, username: 'anna', role: 'write' }, origin } as const;
    const asked = { ...asAnna, payload: { password: 'right' } };
    const { body } = await host.call('POST', '/api/auth/passkeys/challenge', asked);
    const payload = { name: 'Phone', credential: device.make((body as { options: CredentialOptions }).options) };
    await host.call('POST', '/api/auth/passkeys', { ...asAnna, payload });
    const signIn = async (browser: FakeBrowser): Promise<LastRequest> => {
      const begun = await browser.call('POST', '/plugins/auth-webauthn/entry/challenge', { origin });
      const { options, ticket } = begun.body as { options: CredentialOptions; ticket: string };
      const credential = JSON.parse(device.sign(options)) as object;
      return { method: 'POST', path: '/plugins/auth-webauthn/entry', payload: { credential, ticket }, origin };
    };
    return { signIn: host.provided('sign-in'), flow: { host, signIn }, cleanup: () => host.stop() };
  });
});

describe('the sign-in example in the docs', () => {
  const page = readFileSync(new URL('../../../docs/plugins.md', import.meta.url), 'utf8');
  const blocks = [...page.matchAll(/```js\n([^]*?)```/g)].map(([, code = '']) => code);
  const blockWith = (text: string): string => blocks.find((code) => code.includes(text)) ?? '';

  const withDoor = (use: (plugin: Plugin, folder: string) => Promise<void>) =>
    withTempFolder(async (folder) => {
      const file = join(folder, 'door-board.mjs');
      writeFileSync(file, blockWith("name: 'door-board'"));
      offerContract();
      const { default: plugin } = (await import(pathToFileURL(file).href)) as { default: Plugin };
      await use(plugin, folder);
    });

  it('passes the contract tests that the docs show', () =>
    withDoor(async (_plugin, folder) => {
      const file = join(folder, 'door-board.test.mjs');
      const api = (entry: string) => new URL(`../../../core/plugin-api/${entry}.ts`, import.meta.url).href;
      const code = blockWith('describeSignIn(')
        .replace(/@photofinch\/plugin-api\/([\w-]+)/g, (_all, entry: string) => api(entry))
        .replace('describeSignIn(async', 'export default () => describeSignIn(async');
      writeFileSync(file, code);
      const { default: declare } = (await import(pathToFileURL(file).href)) as { default: () => void };
      const { passed, failed } = await runContract(declare);
      expect(failed).to.deep.equal([]);
      expect(passed).to.have.length(6);
    }));

  it('signs in users who know the word, links accounts on request, and limits guesses', () =>
    withDoor(async (plugin) => {
      const fake = await fakeHost(plugin, { environment: { DOOR_WORDS: 'anna=heron,ben=wren' } });
      const enter = async (word: string, query = {}) => {
        const { body } = await fake.call('GET', '/plugins/door-board/start', { query });
        const [, ticket = ''] = /name="ticket" value="(.*?)"/.exec(String(body)) ?? [];
        const payload = Buffer.from(new URLSearchParams({ ticket, word }).toString());
        return fake.call('POST', '/plugins/door-board/enter', { payload });
      };
      await enter('heron', { link: 'user 7' });
      await enter('heron');
      await enter('wren');
      expect((await enter('a guess')).headers).to.include({ location: '/plugins/door-board/start' });
      expect(fake.entries.map(({ subject, userId }) => [subject, userId])).to.deep.equal([
        ['anna', 7],
        ['anna', 7],
        ['ben', null],
      ]);
      for (let guess = 2; guess <= 10; guess += 1) expect((await enter('a guess')).status).to.equal(303);
      expect((await enter('heron')).status, 'after ten guesses').to.equal(429);
      await fake.stop();
    }));
});

describe('the sign-in of the fake host', () => {
  const signInOf = async (register: (host: PluginHost) => void) => {
    let given: PluginHost | undefined;
    const fake = await fakeHost({
      ...{ name: 'gate', version: '1.0.0', apiVersion: 1 },
      register: (host) => {
        given = host;
        register(host);
      },
    });
    return { fake, signIn: given!.signIn };
  };
  const route = {
    ...({ method: 'POST', path: '/plugins/gate/back', access: 'none', summary: 'Ends' } as const),
    answer: { media: ['text/html'] },
  };
  const messageOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error as Error).message,
    );

  it('refuses what the server refuses: copies of calls, sign-ins that were not resumed, and invalid subjects', async () => {
    let handle: (call: PluginCall, host: PluginHost) => Promise<PluginReply>;
    const { fake } = await signInOf((host) => {
      host.routes([{ ...route, handler: (call) => handle(call, host) }]);
    });
    const outcome = (next: typeof handle) => {
      handle = next;
      return messageOf(fake.call('POST', '/plugins/gate/back'));
    };
    const anna = { subject: 'anna', name: 'Anna' };
    const resumed = (call: PluginCall, { signIn }: PluginHost) => signIn.resume(call, signIn.begin(call));
    expect(await outcome((call, { signIn }) => signIn.enter({ ...call }, anna))).to.contain('the call itself');
    expect(await outcome((call, { signIn }) => signIn.enter(call, anna))).to.contain('host.signIn.resume');
    for (const odd of ['', 'x'.repeat(501), 'two\nlines', 7 as unknown as string]) {
      const entering = (call: PluginCall, host: PluginHost) => {
        resumed(call, host);
        return host.signIn.enter(call, { ...anna, subject: odd });
      };
      expect(await outcome(entering), `the subject ${odd}`.slice(0, 30)).to.contain('1 to 500 characters');
    }
    expect(fake.entries).to.deep.equal([]);
    await fake.stop();
  });

  it('limits attempts by address, as the server does', async () => {
    const { fake, signIn } = await signInOf(() => undefined);
    const from = (address: string) => signIn.attempt({ address } as PluginCall, () => Promise.resolve(null));
    for (let count = 0; count < 10; count += 1) expect(await from('192.0.2.1')).to.equal(null);
    const error = await from('192.0.2.1').catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(TooManyAttempts);
    expect(await from('192.0.2.2')).to.equal(null);
    await fake.stop();
  });
});
