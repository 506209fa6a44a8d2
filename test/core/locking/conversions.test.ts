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
  /** A snapshot of somebody else. */
  const left = join(app.dataDir, 'backups', 'index-20260101T000000.000Z.sqlite3');
  const state = (): string | undefined => new Keyring(app.dataDir).content()?.state;
  /** Converts once it is let, and ends at its signal. */
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

  it('says how far it is, and refuses all else', async () => {
    const body = { passphrase, current_password: adminPassword };
    await app.json('POST', '/api/admin/encryption', { body, token: await app.signIn() });
    await begun();
    expect(await app.health()).to.deep.include({ locked: true, converting: { to: 'encrypted', done: 1, total: 4 } });
    expect((await app.ask('GET', '/api/photos')).status).to.equal(503);
    expect(state()).to.equal('encrypting');
  });

  it('is locked in the middle of it, and goes on once it is unlocked', async () => {
    app.server.panic();
    await until(async () => (await app.health())?.converting === null);
    expect(state()).to.equal('encrypting');
    await app.json('POST', '/api/unlock', { body: { passphrase } });
    await begun();
  });

  it('stops in the middle of it, and goes on after the next start', async () => {
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

  it('names in the log what it left in the clear', () => {
    const named = app.logged.map(({ msg }) => String(msg)).filter((sentence) => sentence.includes(left));
    expect(named).to.have.length(1);
    expect(named[0]).to.include('stays as it is, in the clear');
  });

  it('is a plain one after it was decrypted, and needs no key any more', async () => {
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
