import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { inject } from '../../core/compose/inject.ts';
import { readKeyring } from '../../core/encryption/keyring-file.ts';
import type { ChangedKey, Encryption } from '../../core/http/wire.ts';
import { openIndex } from '../support/index-file.ts';
import { adminPassword, LockableApp, passphrase } from '../support/lockable-app.ts';
import { until } from '../support/until.ts';

const proof = { current_password: adminPassword };

describe('the keys of an encrypted library, for admins', function () {
  const app = new LockableApp();
  let token = '';
  let recoveryKey = '';
  const slotsPath = '/api/admin/encryption/slots';
  const state = (): Promise<Encryption> => app.json('GET', '/api/admin/encryption', { token });
  const refusal = async (method: string, path: string, body: object): Promise<unknown[]> => {
    const answer = await app.ask(method, path, { body, token });
    return [answer.status, answer.headers.get('x-error-kind')];
  };
  /** Whether a key unlocks the library. */
  const opens = async (body: object): Promise<boolean> => {
    app.server.panic();
    await app.untilLocked();
    const { status } = await app.ask('POST', '/api/unlock', { body });
    if (status !== 200) await app.unlock({ recovery_key: recoveryKey });
    else await app.untilOpen();
    token = await app.signIn();
    return status === 200;
  };

  before(async () => {
    await app.fill(0);
    await app.start();
    token = await app.signIn();
  });
  after(() => app.remove());

  it('do not exist while the library is not encrypted', async () => {
    expect(await state()).to.deep.equal({
      encrypted: false,
      slots: [],
      most_slots: 12,
      opens_itself: false,
      plain_files: { total: 0, paths: [] },
    });
    expect(await refusal('POST', '/api/admin/lock', {})).to.deep.equal([409, 'not_encrypted']);
    expect(await refusal('POST', slotsPath, { kind: 'recovery', ...proof })).to.deep.equal([409, 'not_encrypted']);
  });

  it('are created with a passphrase that is long enough and the account’s password', async () => {
    const path = '/api/admin/encryption';
    expect(await refusal('POST', path, { passphrase })).to.deep.equal([403, 'password_needed']);
    expect(await refusal('POST', path, { passphrase, current_password: 'wrong' })).to.deep.equal([
      403,
      'wrong_password',
    ]);
    // Eleven characters.
    for (const short of ['seven geese', 'password1']) {
      expect(await refusal('POST', path, { passphrase: short, ...proof })).to.deep.equal([400, 'passphrase_too_short']);
    }
    expect((await state()).encrypted).to.equal(false);
    // This passphrase is longer than the password of any account.
    recoveryKey = await app.encrypt();
    token = await app.signIn();
    expect((await state()).encrypted).to.equal(true);
  });

  it('come with the number of unencrypted files beside the library, and the paths of at most 20', async () => {
    expect((await state()).plain_files).to.deep.equal({ total: 0, paths: [] });
    const backups = join(app.dataDir, 'backups');
    mkdirSync(backups, { recursive: true });
    const replaced = join(app.dataDir, 'index-replaced-20260101T000000.000Z.sqlite3');
    openIndex(replaced).close();
    for (let second = 10; second < 34; second += 1) {
      copyFileSync(replaced, join(backups, `index-20260110T0000${second}.000Z.sqlite3`));
    }
    writeFileSync(join(backups, 'index-20260101T000000.000Z.sqlite3'), 'encrypted');
    const { total, paths } = (await state()).plain_files;
    expect([total, paths.length]).to.deep.equal([25, 20]);
    expect(paths[0]).to.equal(join(backups, 'index-20260110T000010.000Z.sqlite3'));
    for (const name of readdirSync(backups)) rmSync(join(backups, name));
    expect((await state()).plain_files).to.deep.equal({ total: 1, paths: [replaced] });
    rmSync(replaced);
  });

  it('have no names by default, as names are stored unencrypted', () => {
    const { slots } = readKeyring(app.dataDir)!;
    expect(slots.map(({ kind, name }) => [kind, name])).to.deep.equal([
      ['passphrase', ''],
      ['recovery', ''],
    ]);
  });

  it('can be further passphrases, each with a name', async () => {
    const body = { kind: 'passphrase', name: ' Anna ', passphrase: 'a phrase of Anna', ...proof };
    const { slot, ...more } = await app.json<ChangedKey>('POST', slotsPath, { body, token });
    expect([slot.kind, slot.name, more]).to.deep.equal(['passphrase', 'Anna', {}]);
    expect((await state()).slots.map(({ name }) => name)).to.deep.equal(['', '', 'Anna']);
    expect(await opens({ passphrase: 'a phrase of Anna' })).to.equal(true);
    for (const wrong of [{ name: '' }, { name: 'x'.repeat(101) }, { passphrase: undefined }, { kind: 'key_file' }]) {
      expect((await refusal('POST', slotsPath, { ...body, ...wrong }))[0]).to.equal(400);
    }
    expect(await refusal('POST', slotsPath, { ...body, current_password: undefined })).to.deep.equal([
      403,
      'password_needed',
    ]);
  });

  it('can be changed, which disables the old passphrase, also in the keyring copies beside snapshots', async () => {
    const snapshots = app.server.open!.container.resolve(inject.snapshots);
    const { name } = await snapshots.take({ signal: new AbortController().signal });
    const record = (): string => readFileSync(join(app.dataDir, 'backups', `${name}.json`), 'utf8');
    const wrapped = readKeyring(app.dataDir)!.slots.find((slot) => slot.name === 'Anna')!;
    expect(record()).to.include(wrapped.wrapped);
    const slot = (await state()).slots.find(({ name }) => name === 'Anna');
    const path = `${slotsPath}/${slot?.id ?? ''}`;
    const body = { passphrase: 'another phrase of Anna', ...proof };
    const changed = await app.json<ChangedKey>('PUT', path, { body, token });
    expect([changed.slot.id, changed.slot.name]).to.deep.equal([slot?.id, 'Anna']);
    await until(() => !record().includes(wrapped.wrapped));
    expect(record()).to.include(wrapped.id);
    expect(await opens({ passphrase: 'a phrase of Anna' })).to.equal(false);
    expect(await opens({ passphrase: 'another phrase of Anna' })).to.equal(true);
    expect(await refusal('PUT', `${slotsPath}/no-such-key`, body)).to.deep.equal([404, 'no_such_key']);
    const recovery = (await state()).slots.find(({ kind }) => kind === 'recovery');
    expect((await refusal('PUT', `${slotsPath}/${recovery?.id ?? ''}`, body))[0]).to.equal(409);
  });

  it('include one recovery key, which a new one replaces', async () => {
    const old = recoveryKey;
    const body = { kind: 'recovery', ...proof };
    const { recovery_key: fresh = '' } = await app.json<ChangedKey>('POST', slotsPath, { body, token });
    recoveryKey = fresh;
    expect((await state()).slots.filter(({ kind }) => kind === 'recovery')).to.have.length(1);
    expect(await opens({ recovery_key: old })).to.equal(false);
    expect(await opens({ recovery_key: fresh })).to.equal(true);
  });

  it('can be removed, except the last one', async () => {
    const { slots } = await state();
    const others = slots.filter(({ kind }) => kind !== 'recovery');
    for (const { id } of others) {
      await app.json('DELETE', `${slotsPath}/${id}`, { body: proof, token });
    }
    const [last] = (await state()).slots;
    const path = `${slotsPath}/${last?.id ?? ''}`;
    expect(await refusal('DELETE', path, proof)).to.deep.equal([409, 'last_key']);
    expect(await refusal('DELETE', `${slotsPath}/no-such-key`, proof)).to.deep.equal([404, 'no_such_key']);
    expect(await opens({ passphrase })).to.equal(false);
  });
});
