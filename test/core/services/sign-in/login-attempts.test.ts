import { join } from 'node:path';
import { expect } from 'chai';
import type { DomainError } from '../../../../core/domain/errors.ts';
import type { Users } from '../../../../core/store/accounts/users.ts';
import type { SecondFactor } from '../../../../core/plugin-api/index.ts';
import type { SignInResult } from '../../../../core/services/sign-in/sessions.ts';
import { accountParts, type AccountParts } from '../../../support/http-frame.ts';
import { withTempFolder } from '../../../support/temp-folder.ts';
import { client, kindOf, loginOfAnna, refused } from './logins.ts';

describe('sign-in attempts', () => {
  let parts: AccountParts;

  beforeEach(async () => {
    parts = accountParts();
    await parts.accounts.add({ username: 'anna', password: 'correct horse', role: 'write' });
  });
  afterEach(() => {
    parts.close();
  });

  const login = (): Promise<SignInResult> => loginOfAnna(parts);

  describe('during which the account changes', () => {
    for (const [what, change] of [
      [
        'gets another password',
        (users, id) => {
          users.replacePassword(id, 'no hash', parts.now);
        },
      ],
      ['is disabled', (users, id) => users.change(id, { disabled: true }, parts.now)],
      [
        'is signed out everywhere',
        (users, id) => {
          users.signOut(id, parts.now);
        },
      ],
      ['is deleted', (users, id) => users.remove(id)],
    ] satisfies [string, (users: Users, id: number) => unknown][]) {
      it(`fail if the account ${what} after the password check`, async () => {
        let meanwhile = (): void => undefined;
        const asked = new Promise<void>((resolve) => (meanwhile = resolve));
        let answer = (): void => undefined;
        const enabled = new Promise<boolean>((resolve) => {
          answer = () => {
            resolve(false);
          };
        });
        parts.secondFactor = {
          isEnabled: () => (meanwhile(), enabled),
          status: () => Promise.resolve({ enabled: false, recoveryCodesLeft: 0 }),
          verify: () => Promise.resolve(false),
          disable: () => Promise.resolve(),
        };
        const outcome = kindOf(login());
        await asked;
        change(parts.users, parts.users.byName('anna')!.id);
        answer();
        expect(await outcome).to.equal('unauthenticated');
        expect(parts.db.prepare('SELECT count(*) FROM tokens').pluck().get()).to.equal(0);
      });
    }
  });

  describe('that fail', function () {
    const guess = (address = client.address) => kindOf(parts.sessions.login('anna', 'wrong', { ...client, address }));

    it('are limited to ten in a quarter of an hour; then even the right password has to wait', async () => {
      for (let i = 0; i < 10; i++) expect(await guess()).to.equal('unauthenticated');
      expect(await guess()).to.equal('too_many_attempts');
      const error = await login().catch((reason: unknown) => reason as DomainError);
      expect(error).to.include({ kind: 'too_many_attempts', retryAfter: 900 });

      parts.now += 899;
      expect(await guess()).to.equal('too_many_attempts');
      parts.now += 1;
      expect(await login()).to.have.property('accessToken');
    });

    it('are counted by address, whatever the user name', async () => {
      for (let i = 0; i < 10; i++) {
        expect(await kindOf(parts.sessions.login(`name-${i}`, 'wrong', client))).to.equal('unauthenticated');
      }
      expect(await guess()).to.equal('too_many_attempts');
      expect(await guess('192.0.2.2')).to.equal('unauthenticated');
    });

    it('are counted together for all addresses of an IPv6 network', async () => {
      for (let i = 0; i < 10; i++) expect(await guess(`2001:db8:0:7::${i + 1}`)).to.equal('unauthenticated');
      expect(await guess('2001:db8:0:7:ffff::1')).to.equal('too_many_attempts');
      expect(await guess('2001:db8:0:8::1')).to.equal('unauthenticated');
    });

    it('cannot exceed the limit by coming simultaneously', async () => {
      const kinds = await Promise.all(Array.from({ length: 25 }, () => guess()));
      expect(kinds.filter((kind) => kind === 'unauthenticated')).to.have.length(10);
      expect(kinds.filter((kind) => kind === 'too_many_attempts')).to.have.length(15);
    });

    it('are not counted for many simultaneous right passwords', async () => {
      const outcomes = await Promise.all(Array.from({ length: 15 }, () => kindOf(login())));
      expect(new Set(outcomes)).to.deep.equal(new Set(['no error']));
    });

    it('are remembered after a restart', () =>
      withTempFolder(async (folder) => {
        const file = join(folder, 'index.sqlite3');
        const before = accountParts(file);
        for (let i = 0; i < 10; i++) await kindOf(before.sessions.login('nobody', 'wrong', client));
        before.close();
        const after = accountParts(file);
        expect(await kindOf(after.sessions.login('nobody', 'wrong', client))).to.equal('too_many_attempts');
        after.close();
      }));
  });

  describe('with a second factor', () => {
    const secondFactor = (): SecondFactor => {
      const codes = new Set(['123456', '654321']);
      return {
        isEnabled: (userId) => Promise.resolve(userId === parts.users.byName('anna')?.id),
        status: () => Promise.resolve({ enabled: true, recoveryCodesLeft: 0 }),
        verify: (_userId, code) => Promise.resolve(codes.delete(code)),
        disable: () => Promise.resolve(),
      };
    };
    const begin = async (): Promise<string> => {
      const outcome = await parts.sessions.login('anna', 'correct horse', client);
      if (!('pendingToken' in outcome)) throw new Error('tokens without a code');
      expect(outcome.expiresIn).to.equal(300);
      return outcome.pendingToken;
    };

    beforeEach(() => {
      parts.secondFactor = secondFactor();
    });

    it('get no access with the password alone', async () => {
      const pending = await begin();
      refused(() => parts.sessions.authenticate(pending));
      refused(() => parts.sessions.refresh(pending));
      expect(parts.db.prepare('SELECT count(*) FROM tokens').pluck().get()).to.equal(0);
    });

    it('succeed once with a right code', async () => {
      const pending = await begin();
      expect(await kindOf(parts.sessions.loginWithCode(pending, { code: '000000' }, client))).to.equal(
        'unauthenticated',
      );
      const session = await parts.sessions.loginWithCode(pending, { code: '123456' }, client);
      expect(parts.sessions.authenticate(session.accessToken)).to.include({ username: 'anna' });
      expect(await kindOf(parts.sessions.loginWithCode(pending, { code: '654321' }, client))).to.equal(
        'unauthenticated',
      );
    });

    it('expire after five minutes', async () => {
      const pending = await begin();
      parts.now += 300;
      expect(await kindOf(parts.sessions.loginWithCode(pending, { code: '123456' }, client))).to.equal(
        'unauthenticated',
      );
    });

    it('are limited for codes as for passwords', async () => {
      const pending = await begin();
      for (let i = 0; i < 10; i++) {
        expect(await kindOf(parts.sessions.loginWithCode(pending, { code: '000000' }, client))).to.equal(
          'unauthenticated',
        );
      }
      expect(await kindOf(parts.sessions.loginWithCode(pending, { code: '123456' }, client))).to.equal(
        'too_many_attempts',
      );
    });

    it('are refused if the plugin has an error', async () => {
      parts.secondFactor = { ...secondFactor(), isEnabled: () => Promise.reject(new Error('no key')) };
      expect(await kindOf(parts.sessions.login('anna', 'correct horse', client))).to.equal('not_ready');
      expect(parts.db.prepare('SELECT count(*) FROM tokens').pluck().get()).to.equal(0);
    });

    it('of users without one succeed as before', async () => {
      await parts.accounts.add({ username: 'ben', password: 'correct horse', role: 'read' });
      expect(await parts.sessions.login('ben', 'correct horse', client)).to.have.property('accessToken');
    });
  });
});
