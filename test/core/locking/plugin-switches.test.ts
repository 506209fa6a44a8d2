import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { convertLibrary } from '../../../core/upkeep/conversion/convert-library.ts';
import { keyFileContent } from '../../support/library-keys.ts';
import { LockableApp, passphrase } from '../../support/lockable-app.ts';
import { runCli } from '../../support/server-process.ts';

const adjustable = resolve('test/fixtures/plugins/adjustable');

describe('plugin switches in an encrypted library', function () {
  const app = new LockableApp();
  const keyFile = join(app.folder, 'key');
  const switches = join(app.dataDir, 'plugins.json');
  const evil = join(app.folder, 'evil.mjs');
  /** The keyring during the encryption of the library. */
  let old = Buffer.alloc(0);
  const marks = globalThis as { evilWasLoaded?: true };
  const cli = (words: string, environment: Record<string, string> = { UNLOCK_KEY_FILE: keyFile }) =>
    runCli(words.split(' '), { DATA_DIR: app.dataDir, ...environment });
  const isOn = async (): Promise<boolean> => (await app.ask('GET', '/api/adjustable')).status === 200;

  before(async () => {
    writeFileSync(keyFile, keyFileContent(6));
    writeFileSync(evil, 'globalThis.evilWasLoaded = true; export default {};');
    await app.fill(1);
    expect((await cli(`plugins enable ${adjustable}`, {})).code).to.equal(0);
    await app.start({}, async (place, keys, to, options) => {
      old = readFileSync(join(place.dataDir, 'keyring.json'));
      return convertLibrary(place, keys, to, options);
    });
  });
  after(async () => {
    delete marks.evilWasLoaded;
    await app.remove();
  });

  it('are unchanged after the encryption, and no longer in a plain file', async () => {
    expect([await isOn(), existsSync(switches)]).to.deep.equal([true, true]);
    await app.encrypt();
    expect([await isOn(), existsSync(switches)]).to.deep.equal([true, false]);
    expect(readFileSync(join(app.dataDir, 'keyring.json'), 'utf8')).to.not.include('adjustable');
  });

  it('are changed in the terminal, only with a key', async () => {
    await app.stop();
    const added = await runCli(
      ['unlock', 'add', '--key-file', keyFile],
      { DATA_DIR: app.dataDir },
      {
        input: `${passphrase}\n`,
      },
    );
    expect(added.stderr).to.equal('');
    const refused = await cli(`plugins disable ${adjustable}`, {});
    expect(refused.stderr).to.match(/^photofinch: The library is encrypted, and nothing was given to open it/);
    expect((await cli('plugins list')).stdout).to.match(/^on .*adjustable +switched on/m);
    expect((await cli(`plugins disable ${adjustable}`)).code).to.equal(0);
    expect((await cli('plugins list')).stdout).to.not.match(/^on .*adjustable/m);
    await app.start();
    await app.unlock();
    expect(await isOn()).to.equal(false);
    await app.stop();
    expect((await cli(`plugins enable ${adjustable}`)).code).to.equal(0);
    expect(existsSync(switches)).to.equal(false);
  });

  it('are not read from a planted file: no plugin in it is loaded, and the start fails with the reason', async () => {
    writeFileSync(switches, JSON.stringify({ enabled: [evil], disabled: [] }));
    await app.start();
    await app.json('POST', '/api/unlock', { body: { passphrase } });
    const failure = await app.server.failed.catch((error: unknown) => (error as Error).message);
    expect(failure).to.match(/^The file plugins\.json .* was not made by this library, which is encrypted/);
    expect((await cli('plugins list')).stderr).to.match(/plugins\.json .* remove the file/);
    await app.stop();
    rmSync(switches);
    expect(marks.evilWasLoaded).to.equal(undefined);
  });

  it('are not read from a planted file with an old keyring from before the end of the encryption', async () => {
    const keyring = join(app.dataDir, 'keyring.json');
    const now = readFileSync(keyring);
    await app.start();
    await app.unlock();
    await app.stop();
    writeFileSync(keyring, old);
    writeFileSync(switches, JSON.stringify({ enabled: [evil], disabled: [] }));
    await app.start();
    await app.unlock();
    expect([await isOn(), existsSync(switches), marks.evilWasLoaded]).to.deep.equal([true, false, undefined]);
    await app.stop();
    writeFileSync(keyring, now);
  });

  it('are in a file again after the decryption, regardless of a planted file', async () => {
    writeFileSync(switches, JSON.stringify({ enabled: [evil], disabled: [] }));
    expect((await cli('decrypt')).stderr).to.equal('');
    expect(JSON.parse(readFileSync(switches, 'utf8'))).to.deep.equal({ enabled: [adjustable], disabled: [] });
    await app.start();
    expect([await isOn(), marks.evilWasLoaded]).to.deep.equal([true, undefined]);
  });
});
