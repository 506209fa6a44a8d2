import bcrypt from 'bcrypt';
import { expect } from 'chai';
import { compose } from '../../../core/compose/compose.ts';
import { DomainError } from '../../../core/domain/errors.ts';
import { readConfig } from '../../../core/settings/env.ts';
import { inject } from '../../../core/compose/inject.ts';
import { accountParts, type AccountParts } from '../../support/http-frame.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const rejection = async (promise: Promise<unknown>): Promise<DomainError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).to.be.instanceOf(DomainError);
  return error as DomainError;
};

describe('the account service', () => {
  let parts: AccountParts;

  beforeEach(() => {
    parts = accountParts();
  });
  afterEach(() => {
    parts.close();
  });

  it('stores the username in lower case and the password as a bcrypt hash', async () => {
    const user = await parts.accounts.add({ username: 'Anna.B', password: 'correct horse', role: 'write' });
    expect(user).to.include({ username: 'anna.b', displayName: 'anna.b', role: 'write', disabled: false });
    expect(user.passwordHash).to.match(/^\$2b\$/);
  });

  it('hashes passwords at cost 12 on a production server', () =>
    withTempFolder(async (folder) => {
      const passwords = compose(readConfig({ DATA_DIR: folder })).resolve(inject.passwords);
      expect(bcrypt.getRounds(await passwords.hash('correct horse'))).to.equal(12);
    }));

  it('refuses a name that is taken, regardless of case', async () => {
    await parts.accounts.add({ username: 'anna', password: 'correct horse', role: 'read' });
    const error = await rejection(parts.accounts.add({ username: 'ANNA', password: 'other horse', role: 'read' }));
    expect(error.kind).to.equal('conflict');
  });

  it('gives a name to only one of two simultaneous requests', async () => {
    const both = await Promise.allSettled([
      parts.accounts.add({ username: 'anna', password: 'correct horse', role: 'read' }),
      parts.accounts.add({ username: 'anna', password: 'correct horse', role: 'read' }),
    ]);
    expect(both.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    expect((both.find(({ status }) => status === 'rejected') as PromiseRejectedResult).reason).to.include({
      kind: 'conflict',
    });
  });

  for (const username of ['', 'a b', 'ä', 'a/b', 'x'.repeat(65)]) {
    it(`refuses the username ${JSON.stringify(username.slice(0, 10))}`, async () => {
      const error = await rejection(parts.accounts.add({ username, password: 'correct horse', role: 'read' }));
      expect(error.kind).to.equal('bad_input');
      expect(error.message).to.match(/^username /);
    });
  }

  it('requires at least 8 visible characters and at most 72 bytes for a password', async () => {
    const add = (username: string, password: string) => parts.accounts.add({ username, password, role: 'read' });
    expect((await rejection(add('a', '1234567'))).message).to.match(/^password must be at least 8/);
    expect((await rejection(add('b', 'x'.repeat(73)))).message).to.match(/^password must be at most 72/);
    expect((await rejection(add('c', 'ä'.repeat(37)))).message).to.match(/^password must be at most 72/);
    // Letters of several bytes, and letters with combining accents, count as one character each.
    for (const four of ['éééé', 'éééé'.normalize('NFD'), '🐦🐦🐦🐦']) {
      expect((await rejection(add('d', four))).message).to.match(/^password must be at least 8 characters/);
    }
    await add('e', 'ä'.repeat(36));
    await add('f', 'ääöüäöüß');
  });

  it('refuses the most common passwords, regardless of case, with the reason', async () => {
    for (const password of ['password', 'PassWord', '12345678', 'iloveyou1', 'Passw0rd', 'qwertyuiop']) {
      const error = await rejection(parts.accounts.add({ username: 'a', password, role: 'read' }));
      expect([error.kind, error.message]).to.deep.equal([
        'bad_input',
        'password is one of the most common passwords, which are guessed first: choose another.',
      ]);
    }
    await parts.accounts.add({ username: 'a', password: 'password of anna', role: 'read' });
    expect((await rejection(parts.accounts.readyToResetPassword('a', 'sunshine'))).kind).to.equal('bad_input');
    expect((await rejection(parts.accounts.edit(1, { password: 'sunshine' }))).kind).to.equal('bad_input');
  });

  it('still accepts a weak password that was set earlier', async () => {
    await parts.accounts.add({ username: 'anna', password: 'correct horse', role: 'read' });
    for (const password of ['password', 'éééé']) {
      parts.db.prepare('UPDATE users SET password_hash = ?').run(await bcrypt.hash(password, 4));
      const outcome = await parts.sessions.login('anna', password, { address: '192.0.2.1', userAgent: undefined });
      expect(outcome).to.have.property('accessToken');
    }
  });

  it('creates demo accounts, whose passwords are exempt from the rules', async () => {
    await parts.accounts.ensureDemoAccounts();
    expect(parts.accounts.list().map(({ username }) => username)).to.deep.equal(['admin', 'demo']);
  });

  it('creates the first admin once, from the given name and password', async () => {
    expect(await parts.accounts.ensureFirstAdmin({ username: 'root', password: 'root-root' })).to.equal(undefined);
    expect(await parts.accounts.ensureFirstAdmin({ username: 'other', password: 'other-other' })).to.equal(undefined);
    expect(parts.accounts.list().map(({ username, role }) => [username, role])).to.deep.equal([['root', 'admin']]);
  });

  it('generates a working password for the first admin if none is given', async () => {
    const made = await parts.accounts.ensureFirstAdmin({});
    expect(made?.username).to.equal('admin');
    const outcome = await parts.sessions.login('admin', made!.password, { address: '192.0.2.1', userAgent: undefined });
    expect(outcome).to.have.property('accessToken');
    expect(await parts.accounts.ensureFirstAdmin({})).to.equal(undefined);
  });

  it('adds missing demo accounts, and leaves others unchanged', async () => {
    await parts.accounts.add({ username: 'demo', password: 'changed-it', role: 'write' });
    await parts.accounts.ensureDemoAccounts();
    await parts.accounts.ensureDemoAccounts();
    expect(parts.accounts.list().map(({ username, role }) => `${username}:${role}`)).to.deep.equal([
      'admin:admin',
      'demo:write',
    ]);
    const client = { address: '192.0.2.1', userAgent: undefined };
    expect(await parts.sessions.login('demo', 'changed-it', client)).to.have.property('accessToken');
    expect(await parts.sessions.login('admin', 'admin-demo', client)).to.have.property('accessToken');
  });

  it('signs a user out everywhere when the password is reset', async () => {
    const client = { address: '192.0.2.1', userAgent: undefined };
    const { id } = await parts.accounts.add({ username: 'anna', password: 'correct horse', role: 'read' });
    const first = await parts.sessions.login('anna', 'correct horse', client);
    if (!('accessToken' in first)) throw new Error('no tokens');
    const { sig, exp } = parts.media.sign({ userId: id, role: 'read' }, '/api/photos/p1/thumb');

    (await parts.accounts.readyToResetPassword('ANNA', 'staple battery'))();

    expect(() => parts.sessions.authenticate(first.accessToken)).to.throw(DomainError);
    expect(() => parts.sessions.refresh(first.refreshToken)).to.throw(DomainError);
    expect(() => parts.media.check('/api/photos/p1/thumb', sig, exp)).to.throw(DomainError);
    expect((await rejection(parts.sessions.login('anna', 'correct horse', client))).kind).to.equal('unauthenticated');
    expect(await parts.sessions.login('anna', 'staple battery', client)).to.have.property('accessToken');
  });

  it('reports an unknown user when a password is reset', async () => {
    const error = await rejection(parts.accounts.readyToResetPassword('nobody', 'staple battery'));
    expect(error).to.include({ kind: 'not_found', message: 'There is no user nobody.' });
  });
});
