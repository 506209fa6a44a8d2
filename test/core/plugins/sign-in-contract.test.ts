import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { describeSignIn } from '../../../core/plugin-api/contract-tests.ts';
import { fakeHost } from '../../../core/plugin-api/fake-host.ts';
import { fakeHostOfShipped } from '../../../core/plugin-api/fake-host/fake-host.ts';
import type { Plugin, SignIn } from '../../../core/plugin-api/index.ts';
import apiKeys from '../../../plugins/api-keys/index.ts';
import { offerContract } from '../../../core/plugins/import-plugin.ts';
import { runContract } from '../../support/contract-run.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const grant = { userId: 1, epoch: 0, name: 'a script' };

function signInWith(broken: (known: Set<string>) => Partial<SignIn>): () => void {
  return () => {
    describeSignIn(() => {
      const known = new Set(['a-token-of-theirs']);
      const signIn: SignIn = {
        bearer: (token) => Promise.resolve(known.has(token) ? grant : null),
        ...broken(known),
      };
      const revoke = (): void => {
        known.clear();
      };
      return { signIn, token: { text: 'a-token-of-theirs', userId: 1, revoke } };
    });
  };
}

const answering = (wrong: object) => (known: Set<string>) => ({
  bearer: (token: string) => Promise.resolve(known.has(token) ? { ...grant, ...wrong } : null),
});

/** Ways to sign in that each break promises, and the tests that find it, without the words that all have in front. */
const broken: Readonly<Record<string, [(known: Set<string>) => Partial<SignIn>, readonly string[]]>> = {
  'leads away at once': [
    () => ({ button: { label: 'Elsewhere', start: 'https://elsewhere.example/' } }),
    ['as it is offered has a button that begins at a route of the plugin’s own, or takes tokens'],
  ],
  'takes any token': [
    () => ({ bearer: () => Promise.resolve(grant) }),
    [
      'with tokens knows no token that is not its own, without an error',
      'with tokens knows no token any more that was revoked',
    ],
  ],
  'throws at a token that is not its own': [
    (known) => ({
      bearer: (token) => (known.has(token) ? Promise.resolve(grant) : Promise.reject(new Error('unknown'))),
    }),
    [
      'with tokens knows no token that is not its own, without an error',
      'with tokens knows no token any more that was revoked',
    ],
  ],
  'mistakes the user': [answering({ userId: 2 }), ['with tokens knows whom a token stands for']],
  'forgets the epoch': [answering({ epoch: undefined }), ['with tokens makes a token with the epoch of its user']],
  'tells the token': [answering({ name: 'a-token-of-theirs' }), ['with tokens names a token without telling it']],
  'has names of two lines': [answering({ name: 'one\ntwo' }), ['with tokens names a token without telling it']],
  'makes up a role': [answering({ role: 'owner' }), ['with tokens grants a role and scopes that there are']],
  'makes up a scope': [answering({ scopes: ['everything'] }), ['with tokens grants a role and scopes that there are']],
  'goes on to know a revoked token': [
    () => ({ bearer: (token) => Promise.resolve(token === 'a-token-of-theirs' ? grant : null) }),
    ['with tokens knows no token any more that was revoked'],
  ],
};

describe('contract tests of a sign-in', () => {
  it('all pass for a good one, and each finds a broken one', async () => {
    const { passed, failed } = await runContract(signInWith(() => ({})));
    expect(failed).to.deep.equal([]);
    const found = Object.values(broken).flatMap(([, titles]) => titles.map((title) => `sign-in ${title}`));
    expect([...new Set(found)]).to.have.members(passed);
  });

  for (const [what, [breaks, titles]] of Object.entries(broken)) {
    it(`find one that ${what}`, async () => {
      const { failed } = await runContract(signInWith(breaks));
      expect(failed.map(({ title }) => title)).to.deep.equal(titles.map((title) => `sign-in ${title}`));
    });
  }
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

  it('end with the epoch of their user, and with their time', async () => {
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

describe('the sign-in of the documentation', () => {
  it('signs in whoever knows the word, and links whoever set out to', () =>
    withTempFolder(async (folder) => {
      const page = readFileSync(new URL('../../../docs/plugins.md', import.meta.url), 'utf8');
      const [code = ''] = /import \{ API_VERSION, PluginReply \}[^]*?(?=\n```)/.exec(page) ?? [];
      const file = join(folder, 'door-board.mjs');
      writeFileSync(file, code);
      offerContract();
      const { default: plugin } = (await import(pathToFileURL(file).href)) as { default: Plugin };
      const fake = await fakeHost(plugin, { environment: { DOOR_WORDS: 'anna=heron,ben=wren' } });
      const enter = (word: string, query = {}) =>
        fake.call('POST', '/plugins/door-board/enter', { query, payload: Buffer.from(`word=${word}`) });
      expect((await fake.call('GET', '/plugins/door-board/start', {})).status).to.equal(200);
      await enter('heron', { link: 'user 7' });
      await enter('heron');
      await enter('wren');
      await enter('a guess');
      expect(fake.entries.map(({ subject, userId }) => [subject, userId])).to.deep.equal([
        ['anna', 7],
        ['anna', 7],
        ['ben', null],
      ]);
      await fake.stop();
    }));
});
