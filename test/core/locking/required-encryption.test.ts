import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Keyring } from '../../../core/encryption/keyring.ts';
import { keyFileContent } from '../../support/library-keys.ts';
import { LockableApp, passphrase } from '../../support/lockable-app.ts';
import { runCli } from '../../support/server-process.ts';

describe('a library that must be encrypted according to the settings', function () {
  const app = new LockableApp();
  const keyFile = join(app.folder, 'key');
  const credentials = join(app.folder, 'credentials');
  const settings: [string, Record<string, string>][] = [
    ['UNLOCK_KEY_FILE', { UNLOCK_KEY_FILE: keyFile }],
    ['a systemd credential', { CREDENTIALS_DIRECTORY: credentials }],
    ['REQUIRE_ENCRYPTION', { REQUIRE_ENCRYPTION: '1' }],
  ];
  const refusal = (environment: Record<string, string>): Promise<string> =>
    app.start(environment).then(
      () => 'it started',
      (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`,
    );

  before(async () => {
    await app.fill(1);
    mkdirSync(credentials);
    for (const file of [keyFile, join(credentials, 'photofinch-unlock-key')]) writeFileSync(file, keyFileContent(4));
  });
  after(() => app.remove());

  for (const [name, environment] of settings) {
    it(`is not created unencrypted in an empty folder with ${name}`, async () => {
      expect(await refusal(environment)).to.match(
        /^StartupError: .* is set, but the library is not encrypted: there is no keyring\.json .* run photofinch encrypt/,
      );
      expect(existsSync(join(app.dataDir, 'index.sqlite3'))).to.equal(false);
    });
  }

  it('is not created unencrypted by a command either', async () => {
    const added = await runCli(
      ['user', 'add', 'anna'],
      { DATA_DIR: app.dataDir, REQUIRE_ENCRYPTION: '1' },
      {
        input: 'a-password-of-theirs\n',
      },
    );
    expect([added.code, added.stderr]).to.deep.equal([1, added.stderr]);
    expect(added.stderr).to.match(/^photofinch: REQUIRE_ENCRYPTION is set, but the library is not encrypted/);
    expect(existsSync(join(app.dataDir, 'index.sqlite3'))).to.equal(false);
  });

  it('is not created anew unencrypted after the keyring, index and secrets were removed', async () => {
    await app.start();
    await app.encrypt();
    await app.stop();
    await app.start({ REQUIRE_ENCRYPTION: '1' });
    await app.unlock();
    await app.stop();
    for (const name of readdirSync(app.dataDir)) {
      if (/^(keyring|index|signing-secret|thumbs|faces)/.test(name))
        rmSync(join(app.dataDir, name), { recursive: true });
    }
    for (const [, environment] of settings) {
      expect(await refusal(environment)).to.match(/bring keyring\.json and the index back from a backup/);
    }
    expect(existsSync(join(app.dataDir, 'index.sqlite3'))).to.equal(false);
  });

  it('is not decrypted by its server or in the terminal while REQUIRE_ENCRYPTION is set', async () => {
    await app.start();
    await app.encrypt();
    await app.stop();
    const asked = await runCli(
      ['decrypt'],
      { DATA_DIR: app.dataDir, REQUIRE_ENCRYPTION: '1' },
      {
        input: `${passphrase}\n`,
      },
    );
    expect(asked.stderr).to.match(/^photofinch: REQUIRE_ENCRYPTION is set, but the library is to be decrypted/);
    const keyring = new Keyring(app.dataDir);
    const keys = await keyring.unlock({ kind: 'passphrase', passphrase });
    await keyring.setState(keys!, 'decrypting');
    await app.start({ REQUIRE_ENCRYPTION: '1' });
    await app.json('POST', '/api/unlock', { body: { passphrase } });
    const failure = await app.server.failed.catch((error: unknown) => (error as Error).message);
    expect(failure).to.match(/^REQUIRE_ENCRYPTION is set/);
    await app.stop();
    const head = readFileSync(join(app.dataDir, 'index.sqlite3')).subarray(0, 15).toString('latin1');
    expect(head).to.not.equal('SQLite format 3');
  });

  it('is decrypted if only a key file is set, and then refused until that is unset', async () => {
    await app.start({ UNLOCK_KEY_FILE: keyFile });
    await app.unlock();
    expect(app.logged.map(({ msg }) => msg).join('\n')).to.match(/^A key file is set: unset UNLOCK_KEY_FILE/m);
    await app.stop();
    expect(await refusal({ UNLOCK_KEY_FILE: keyFile })).to.match(/but the library is not encrypted/);
    await app.start();
  });
});
