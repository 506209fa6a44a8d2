import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { DomainError } from '../../../../core/domain/errors.ts';
import type { SignInResult } from '../../../../core/services/sign-in/sessions.ts';
import { accountParts, type AccountParts } from '../../../support/http-frame.ts';
import { client, kindOf, loginOfAnna, refused } from './logins.ts';

describe('sessions', () => {
  let parts: AccountParts;

  beforeEach(async () => {
    parts = accountParts();
    await parts.accounts.add({ username: 'anna', password: 'correct horse', role: 'write' });
  });
  afterEach(() => {
    parts.close();
  });

  const login = (): Promise<SignInResult> => loginOfAnna(parts);

  describe('sign-in', () => {
    it('returns two tokens of 32 random bytes in hex, of which the index stores only the SHA-256', async () => {
      const { accessToken, refreshToken, user } = await login();
      expect(accessToken).to.match(/^[0-9a-f]{64}$/);
      expect(refreshToken)
        .to.match(/^[0-9a-f]{64}$/)
        .and.not.equal(accessToken);
      expect(user.username).to.equal('anna');
      const stored = parts.db.prepare<[], Record<string, unknown>>('SELECT * FROM tokens ORDER BY kind').all();
      expect(stored.map(({ hash }) => (hash as Buffer).toString('hex'))).to.deep.equal(
        [accessToken, refreshToken].map((token) => createHash('sha256').update(token).digest('hex')),
      );
      expect(JSON.stringify(stored)).not.to.include(accessToken);
    });

    it('accepts the name in any case', async () => {
      expect(await parts.sessions.login(' ANNA ', 'correct horse', client)).to.have.property('accessToken');
    });

    it('returns the same error for a wrong password, an unknown name and a disabled user', async () => {
      await parts.accounts.add({ username: 'gone', password: 'correct horse', role: 'read' });
      parts.db.prepare("UPDATE users SET disabled = 1 WHERE username = 'gone'").run();
      const messages = await Promise.all(
        [
          parts.sessions.login('anna', 'wrong horse', client),
          parts.sessions.login('nobody', 'correct horse', client),
          parts.sessions.login('gone', 'correct horse', client),
        ].map((promise) => promise.catch((error: unknown) => (error as DomainError).message)),
      );
      expect(new Set(messages)).to.deep.equal(new Set(['The username or the password is wrong.']));
    });

    it('takes about as much CPU time for an unknown name as for a wrong password', async () => {
      parts.close();
      parts = accountParts(undefined, 11);
      await parts.accounts.add({ username: 'anna', password: 'correct horse', role: 'write' });
      // CPU time of this process only, so that other load on the machine does not count.
      const work = async (name: string): Promise<number> => {
        const begin = process.cpuUsage();
        await kindOf(parts.sessions.login(name, 'wrong horse', client));
        return process.cpuUsage(begin).user;
      };
      const known = [await work('anna'), await work('anna'), await work('anna')];
      const unknown = [await work('nobody'), await work('nobody'), await work('nobody')];
      expect(Math.min(...unknown)).to.be.greaterThan(Math.min(...known) / 2);
    });

    it('rejects a longer password that begins with the right one', async () => {
      const longest = 'x'.repeat(72);
      await parts.accounts.add({ username: 'long', password: longest, role: 'read' });
      expect(await kindOf(parts.sessions.login('long', `${longest}y`, client))).to.equal('unauthenticated');
      expect(await kindOf(parts.sessions.login('long', longest, client))).to.equal('no error');
    });
  });

  describe('an access token', () => {
    it('authenticates its user until it expires', async () => {
      const { accessToken, expiresIn } = await login();
      expect(expiresIn).to.equal(8 * 3600);
      expect(parts.sessions.authenticate(accessToken)).to.include({ username: 'anna', role: 'write' });
      parts.now += expiresIn - 1;
      expect(parts.sessions.authenticate(accessToken)).to.include({ username: 'anna' });
      parts.now += 1;
      refused(() => parts.sessions.authenticate(accessToken));
    });

    it('is revoked at once when its user is disabled', async () => {
      const { accessToken, refreshToken } = await login();
      parts.db.prepare('UPDATE users SET disabled = 1').run();
      refused(() => parts.sessions.authenticate(accessToken));
      refused(() => parts.sessions.refresh(refreshToken));
    });

    it('is not accepted as a refresh token, nor the other way round', async () => {
      const { accessToken, refreshToken } = await login();
      refused(() => parts.sessions.authenticate(refreshToken));
      refused(() => parts.sessions.refresh(accessToken));
      expect(parts.sessions.authenticate(accessToken)).to.include({ username: 'anna' });
    });
  });

  describe('refresh', () => {
    it('returns a new pair, and leaves the old access token valid', async () => {
      const first = await login();
      const second = parts.sessions.refresh(first.refreshToken);
      expect(new Set([first.accessToken, first.refreshToken, second.accessToken, second.refreshToken]).size).to.equal(
        4,
      );
      expect(parts.sessions.authenticate(first.accessToken)).to.include({ username: 'anna' });
      expect(parts.sessions.authenticate(second.accessToken)).to.include({ username: 'anna' });
    });

    it('revokes the whole session, and no other, if a used token is used again after half a minute', async () => {
      const first = await login();
      const elsewhere = await login();
      const second = parts.sessions.refresh(first.refreshToken);
      parts.now += 31;
      refused(() => parts.sessions.refresh(first.refreshToken));
      for (const { accessToken } of [first, second]) refused(() => parts.sessions.authenticate(accessToken));
      refused(() => parts.sessions.refresh(second.refreshToken));
      expect(parts.sessions.authenticate(elsewhere.accessToken)).to.include({ username: 'anna' });
    });

    it('is refused after the refresh token has expired', async () => {
      const { refreshToken, refreshExpiresIn } = await login();
      parts.now += refreshExpiresIn;
      refused(() => parts.sessions.refresh(refreshToken));
    });

    it('removes expired tokens of other sessions in small batches', async () => {
      let { refreshToken } = await login();
      const insert = parts.db.prepare(`
        INSERT INTO tokens (hash, user_id, kind, family, created_at, expires_at)
        VALUES (randomblob(32), 1, 'refresh', 'long ago', ?, ?)`);
      for (let i = 0; i < 500; i += 1) insert.run(parts.now - 100, parts.now - 1);
      const expired = parts.db.prepare<[], number>("SELECT count(*) FROM tokens WHERE family = 'long ago'").pluck();
      for (let before = 500; before > 0; before = expired.get() ?? 0) {
        refreshToken = parts.sessions.refresh(refreshToken).refreshToken;
        expect(expired.get()).to.be.below(before);
      }
      parts.now += 31 * 86400;
      await login();
      expect(parts.db.prepare('SELECT count(*) FROM tokens').pluck().get()).to.equal(2);
    });

    it('keeps at most 100 access tokens and 500 refresh tokens of a session', async () => {
      let pair = await login();
      const count = parts.db.prepare<[string], number>('SELECT count(*) FROM tokens WHERE kind = ?').pluck();
      for (let i = 0; i < 700; i += 1) {
        parts.now += 1;
        pair = parts.sessions.refresh(pair.refreshToken);
      }
      expect([count.get('access'), count.get('refresh')]).to.deep.equal([100, 500]);
      expect(parts.sessions.authenticate(pair.accessToken)).to.include({ username: 'anna' });
      expect(parts.sessions.refresh(pair.refreshToken).user.username).to.equal('anna');
    });

    it('detects reuse even after another sign-in has removed expired tokens', async () => {
      const first = await login();
      parts.now += 9 * 3600;
      const second = parts.sessions.refresh(first.refreshToken);
      parts.now += 31;
      await login();
      refused(() => parts.sessions.refresh(first.refreshToken));
      refused(() => parts.sessions.authenticate(second.accessToken));
    });
  });

  describe('sign-out', () => {
    it('with a used refresh token ends the session that has a newer one', async () => {
      const first = await login();
      const second = parts.sessions.refresh(first.refreshToken);
      expect(parts.sessions.logout(undefined, first.refreshToken)).to.include({ username: 'anna' });
      refused(() => parts.sessions.authenticate(second.accessToken));
      expect(parts.sessions.logout(second.accessToken, second.refreshToken)).to.equal(undefined);
    });

    it("revokes the access token and the cookie's refresh token", async () => {
      const { accessToken, refreshToken } = await login();
      parts.sessions.logout(accessToken, refreshToken);
      refused(() => parts.sessions.authenticate(accessToken));
      refused(() => parts.sessions.refresh(refreshToken));
    });

    it('ends the whole session, and no other, if a refresh came first', async () => {
      const [first, elsewhere] = [await login(), await login()];
      const second = parts.sessions.refresh(first.refreshToken);
      parts.sessions.logout(first.accessToken, first.refreshToken);
      for (const { accessToken } of [first, second]) refused(() => parts.sessions.authenticate(accessToken));
      refused(() => parts.sessions.refresh(second.refreshToken));
      expect(parts.sessions.authenticate(elsewhere.accessToken)).to.include({ username: 'anna' });
    });

    it('also revokes access tokens from before the last refresh, and removes the session from the list', async () => {
      const [first, elsewhere] = [await login(), await login()];
      const second = parts.sessions.refresh(first.refreshToken);
      parts.sessions.logout(second.accessToken, second.refreshToken);
      for (const { accessToken } of [first, second]) refused(() => parts.sessions.authenticate(accessToken));
      expect(parts.sessions.list(elsewhere.accessToken).map(({ current }) => current)).to.deep.equal([true]);
    });

    it("leaves another user's refresh token alone", async () => {
      const { accessToken } = await login();
      await parts.accounts.add({ username: 'ben', password: 'correct horse', role: 'read' });
      const other = await parts.sessions.login('ben', 'correct horse', client);
      if (!('refreshToken' in other)) throw new Error('a code was asked for');
      parts.sessions.logout(accessToken, other.refreshToken);
      expect(parts.sessions.refresh(other.refreshToken).user.username).to.equal('ben');
    });
  });
});
