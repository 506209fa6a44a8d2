import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../../core/db/open.ts';
import type { FirstSession, PhotoList, TokenPair } from '../../../core/http/wire.ts';
import { indexFile } from '../../../core/settings/data-folder.ts';
import { convertLibrary } from '../../../core/upkeep/conversion/convert-library.ts';
import { inject } from '../../../core/compose/inject.ts';
import { LockableApp, passphrase } from '../../support/lockable-app.ts';
import { runCli } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

const code = 'a code from the settings';
const account = { code, username: 'anna', password: 'a-password-of-theirs' };

describe('a new library without an account', function () {
  let app: LockableApp;
  /** The number of photos in the index, and the folders of pictures, when the encryption begins. */
  const plain: unknown[] = [];
  const state = (): string | undefined => app.server.open?.container.resolve(inject.indexer).progress().state;
  const photos = async (token: string): Promise<number> =>
    (await app.json<PhotoList>('GET', '/api/photos', { token })).total;

  beforeEach(async () => {
    plain.length = 0;
    app = new LockableApp();
    await app.fill(2);
    const settings = { SETUP_CODE: code, ADMIN_USERNAME: '', ADMIN_PASSWORD: '' };
    await app.start(settings, (place, keys, to, options) => {
      const db = openDatabase(indexFile(place.dataDir), { readonly: true });
      plain.push(db.prepare('SELECT count(*) FROM photos').pluck().get());
      db.close();
      plain.push(...readdirSync(place.dataDir).filter((name) => ['thumbs', 'faces', 'vectors'].includes(name)));
      return convertLibrary(place, keys, to, options);
    });
  });
  afterEach(() => app.remove());

  it('reads no photos before the first account is created, and then all of them', async () => {
    expect(state()).to.equal('stopped');
    await app.ask('POST', '/api/setup', { body: { ...account, code: 'a guess' } });
    expect([state(), existsSync(join(app.dataDir, 'thumbs'))]).to.deep.equal(['stopped', false]);
    const { access_token: token, ...more } = await app.json<FirstSession>('POST', '/api/setup', { body: account });
    expect(more.recovery_key).to.equal(undefined);
    expect(state(), 'once the page hears that the account is there').to.not.equal('stopped');
    await until(async () => (await photos(token)) === 2);
  });

  it('is encrypted together with its first account, before any photo is read', async () => {
    const body = { ...account, passphrase };
    const { recovery_key: recoveryKey = '' } = await app.json<FirstSession>('POST', '/api/setup', { body });
    await app.untilOpen();
    expect(plain).to.deep.equal([0]);
    const { username, password } = account;
    const signIn = async (): Promise<string> =>
      (await app.json<TokenPair>('POST', '/api/auth/login', { body: { username, password } })).access_token;
    await until(async () => (await photos(await signIn())) === 2);
    app.server.panic();
    await app.untilLocked();
    await app.unlock({ recovery_key: recoveryKey });
    expect(await photos(await signIn())).to.equal(2);
  });

  it('has neither an account nor a keyring after one of the two was refused', async () => {
    for (const wrong of [{ passphrase: 'too short' }, { passphrase, password: 'short' }]) {
      const answer = await app.ask('POST', '/api/setup', { body: { ...account, ...wrong } });
      expect(answer.status).to.equal(400);
      expect(existsSync(join(app.dataDir, 'keyring.json'))).to.equal(false);
      expect(await app.json('GET', '/api/setup')).to.deep.equal({ wanted: true });
      expect(state()).to.equal('stopped');
    }
  });

  it('reads its photos once an account is created in the terminal', async () => {
    const { stderr } = await runCli(
      ['user', 'add', 'berta'],
      { DATA_DIR: app.dataDir },
      { input: 'a-password-of-hers\n' },
    );
    expect(stderr).to.equal('');
    const body = { username: 'berta', password: 'a-password-of-hers' };
    const { access_token: token } = await app.json<TokenPair>('POST', '/api/auth/login', { body });
    await until(async () => (await photos(token)) === 2);
  });
});
