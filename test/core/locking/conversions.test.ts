import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Keyring } from '../../../core/encryption/keyring.ts';
import type { ConvertLibrary } from '../../../core/locking/finish-conversion.ts';
import { convertLibrary } from '../../../core/upkeep/conversion/convert-library.ts';
import { adminPassword, LockableApp, passphrase } from '../../support/lockable-app.ts';
import { openIndex } from '../../support/index-file.ts';
import { until } from '../../support/until.ts';

describe('a library that is converted by its server', function () {
  const app = new LockableApp();
  /** A snapshot that the server did not take. */
  const left = join(app.dataDir, 'backups', 'index-20260101T000000.000Z.sqlite3');
  const state = (): string | undefined => new Keyring(app.dataDir).content()?.state;
  /** Converts once `go` is called, and fails when the signal is aborted. */
  let go: () => void = () => undefined;
  const held: ConvertLibrary = async (place, keys, to, options) => {
    options.onProgress?.({ step: 'index', done: 1, total: 4 });
    await new Promise<void>((resolve, reject) => {
      go = resolve;
      options.signal.addEventListener('abort', () => {
        reject(options.signal.reason as Error);
      });
    });
    return convertLibrary(place, keys, to, options);
  };
  const begun = (): Promise<void> => until(async () => (await app.health())?.converting?.done === 1);

  before(async () => {
    mkdirSync(join(app.dataDir, 'backups'), { recursive: true });
    openIndex(left).close();
    await app.fill(1);
    await app.start({}, held);
  });
  after(() => app.remove());

  it('reports its progress, and refuses all other requests', async () => {
    const body = { passphrase, current_password: adminPassword };
    await app.json('POST', '/api/admin/encryption', { body, token: await app.signIn() });
    await begun();
    expect(await app.health()).to.deep.include({ locked: true, converting: { to: 'encrypted', done: 1, total: 4 } });
    expect((await app.ask('GET', '/api/photos')).status).to.equal(503);
    expect(state()).to.equal('encrypting');
  });

  it('can be locked during the conversion, which continues after it is unlocked', async () => {
    app.server.panic();
    await until(async () => (await app.health())?.converting === null);
    expect(state()).to.equal('encrypting');
    await app.json('POST', '/api/unlock', { body: { passphrase } });
    await begun();
  });

  it('can be stopped during the conversion, which continues after the next start', async () => {
    await app.stop();
    expect(state()).to.equal('encrypting');
    await app.start({}, held);
    expect(await app.health()).to.deep.include({ locked: true, converting: null });
    await app.json('POST', '/api/unlock', { body: { passphrase } });
    await begun();
    go();
    await app.untilOpen();
    expect(state()).to.equal('encrypted');
  });

  it('logs which file it left unencrypted', () => {
    const named = app.logged.map(({ msg }) => String(msg)).filter((sentence) => sentence.includes(left));
    expect(named).to.have.length(1);
    expect(named[0]).to.include('stays as it is, in the clear');
  });

  it('is plain after it was decrypted, and has no keyring any more', async () => {
    await app.stop();
    const keyring = new Keyring(app.dataDir);
    const keys = await keyring.unlock({ kind: 'passphrase', passphrase });
    if (!keys) throw new Error('the passphrase does not open the library');
    await keyring.setState(keys, 'decrypting');
    await app.start();
    await app.unlock();
    expect(state()).to.equal(undefined);
    const head = readFileSync(join(app.dataDir, 'index.sqlite3')).subarray(0, 15).toString('latin1');
    expect(head).to.equal('SQLite format 3');
  });
});
