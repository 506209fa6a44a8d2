import { join } from 'node:path';
import { expect } from 'chai';
import { migrate } from '../../../../core/db/migrate.ts';
import { migrations } from '../../../../core/db/migrations/index.ts';
import { openDatabase, type Db } from '../../../../core/db/open.ts';
import { DomainError } from '../../../../core/domain/errors.ts';
import { LoginFailures } from '../../../../core/store/accounts/login-failures.ts';
import { LoginLimits } from '../../../../core/services/sign-in/login-limits.ts';
import { collectGarbage } from '../../../support/collect-garbage.ts';
import { withTempFolder } from '../../../support/temp-folder.ts';

const here = '192.0.2.1';
const wrong = () => Promise.resolve(undefined);
const right = () => Promise.resolve('right' as const);

describe('the limits for guesses', () => {
  let now: number;

  const withLimits = (use: (limits: LoginLimits, db: Db) => Promise<void>): Promise<void> =>
    withTempFolder(async (folder) => {
      now = 1_700_000_000;
      const db = openDatabase(join(folder, 'index.sqlite3'));
      migrate(db, migrations);
      try {
        await use(new LoginLimits(new LoginFailures(db), () => now), db);
      } finally {
        db.close();
      }
    });
  /** The result of an attempt, or the seconds until the next one is allowed. */
  const outcome = (attempt: Promise<unknown>): Promise<unknown> =>
    attempt.catch((error: unknown) => {
      if (error instanceof DomainError && error.kind === 'too_many_attempts') return error.retryAfter;
      throw error;
    });
  const fail = async (times: number, attempt: () => Promise<unknown>): Promise<void> => {
    for (let i = 0; i < times; i += 1) expect(await outcome(attempt())).to.equal(undefined);
  };

  it('are not reset by a right password between wrong ones', () =>
    withLimits(async (limits) => {
      await fail(9, () => limits.attempt(here, wrong));
      expect(await limits.attempt(here, right)).to.equal('right');
      await fail(1, () => limits.attempt(here, wrong));
      expect(await outcome(limits.attempt(here, right))).to.equal(900);
    }));

  it('are lifted one by one as failures expire', () =>
    withLimits(async (limits) => {
      for (let i = 0; i < 10; i += 1) {
        await fail(1, () => limits.attempt(here, wrong));
        now += 60;
      }
      // The first was ten minutes ago.
      expect(await outcome(limits.attempt(here, right))).to.equal(300);
      now += 300;
      await fail(1, () => limits.attempt(here, wrong));
      expect(await outcome(limits.attempt(here, right))).to.equal(60);
    }));

  it('do not count attempts that fail with an error', () =>
    withLimits(async (limits) => {
      for (let i = 0; i < 12; i += 1) {
        const error = await limits.attempt(here, () => Promise.reject(new Error('no plugin'))).catch((e: unknown) => e);
        expect(error).to.have.property('message', 'no plugin');
      }
      expect(await limits.attempt(here, right)).to.equal('right');
    }));

  it('are separate for addresses, for passwords of signed-in users, and for their codes', () =>
    withLimits(async (limits) => {
      await fail(10, () => limits.attempt('7', wrong));
      await fail(10, () => limits.attemptOf(7, wrong));
      await fail(10, () => limits.attemptCodeOf(7, wrong));
      for (const attempt of [limits.attempt('7', right), limits.attemptOf(7, right), limits.attemptCodeOf(7, right)]) {
        expect(await outcome(attempt)).to.equal(900);
      }
      expect(await limits.attemptOf(8, right)).to.equal('right');
      expect(await limits.attemptCodeOf(8, right)).to.equal('right');
    }));

  it('keep the queue of one address short, without affecting other addresses', () =>
    withLimits(async (limits) => {
      let open = (): void => undefined;
      const opened = new Promise<void>((resolve) => (open = resolve));
      const slow = async (): Promise<'right'> => {
        await opened;
        return 'right';
      };
      const line = Array.from({ length: 200 }, () => outcome(limits.attempt(here, slow)));
      expect(await limits.attempt('192.0.2.2', right)).to.equal('right');
      open();
      const outcomes = await Promise.all(line);
      expect(outcomes.filter((one) => one === 'right')).to.have.length.within(50, 52);
      expect(outcomes.filter((one) => one === 5)).to.have.length.within(148, 150);
      expect(await limits.attempt(here, right)).to.equal('right');
    }));

  it('of codes at sign-in count for the user from all addresses', () =>
    withLimits(async (limits) => {
      for (let from = 1; from <= 10; from += 1) {
        await fail(1, () => limits.attemptCodeFrom(`192.0.2.${from}`, 7, wrong));
      }
      expect(await outcome(limits.attemptCodeFrom('192.0.2.11', 7, right))).to.equal(900);
      expect(await outcome(limits.attemptCodeOf(7, right)), 'when signed in').to.equal(900);
      expect(await limits.attemptCodeFrom('192.0.2.11', 8, right)).to.equal('right');
      expect(await limits.attemptOf(7, right), 'the password of the same user').to.equal('right');
    }));

  it('of codes at sign-in count for the address, and queue only attempts of the same user', () =>
    withLimits(async (limits) => {
      await fail(5, () => limits.attemptCodeFrom(here, 7, wrong));
      await fail(5, () => limits.attemptCodeFrom(here, 8, wrong));
      expect(await outcome(limits.attempt(here, right))).to.equal(900);
      expect(await limits.attemptCodeFrom('192.0.2.2', 7, right)).to.equal('right');

      let answer = (): void => undefined;
      const slow = () =>
        new Promise<'right'>((resolve) => {
          answer = () => {
            resolve('right');
          };
        });
      const waiting = limits.attemptCodeFrom('192.0.2.3', 7, slow);
      let hasTried = false;
      const behind = limits.attemptCodeFrom('192.0.2.4', 7, () => {
        hasTried = true;
        return right();
      });
      expect(await limits.attemptCodeFrom('192.0.2.3', 8, right)).to.equal('right');
      expect(await limits.attempt('192.0.2.3', right)).to.equal('right');
      expect(hasTried, 'a second attempt of the same user').to.equal(false);
      answer();
      expect([await waiting, await behind]).to.deep.equal(['right', 'right']);
    }));

  it('count a wrong token once, so that a program with a revoked key locks out no other on its machine', () =>
    withLimits(async (limits) => {
      for (let poll = 0; poll < 300; poll += 1) {
        expect(await outcome(limits.attemptToken(here, 'the dead key', wrong))).to.equal(undefined);
      }
      expect(await limits.attemptToken(here, 'the good key', right)).to.equal('right');
      for (let guess = 1; guess < 100; guess += 1) await limits.attemptToken(here, `guess ${guess}`, wrong);
      expect(await outcome(limits.attemptToken(here, 'the good key', right)), 'after 100 guesses').to.equal(900);
      expect(await limits.attemptToken('192.0.2.2', 'the good key', right)).to.equal('right');
      now += 901;
      await limits.attemptToken(here, 'the dead key', wrong);
      for (let guess = 1; guess < 100; guess += 1) await limits.attemptToken(here, `guess ${guess}`, wrong);
      expect(await outcome(limits.attemptToken(here, 'the good key', right)), 'in the next window').to.equal(900);
    }));

  it('remember wrong tokens in limited memory', () =>
    withLimits(async (limits) => {
      const tryFrom = async (net: number): Promise<void> => {
        for (let i = 0; i < 20_000; i += 1) {
          await limits.attemptToken(`10.${net}.${(i >> 6) & 255}.${i >> 14}`, `${net} ${i}`.padEnd(44), wrong);
        }
      };
      await tryFrom(1);
      collectGarbage();
      const before = process.memoryUsage().heapUsed;
      await tryFrom(2);
      collectGarbage();
      expect(process.memoryUsage().heapUsed - before).to.be.below(3_000_000);
    }));

  it('of a plugin are separate from those of shares, tokens, passwords and other plugins, whatever its name', () =>
    withLimits(async (limits) => {
      for (const plugin of ['shares', 'tokens', 'address', 'user'])
        await fail(10, () => limits.attemptSignIn(plugin, here, wrong));
      expect(await limits.attemptShare(1, here, right)).to.equal('right');
      expect(await limits.attemptToken(here, 'a token', right)).to.equal('right');
      expect(await limits.attempt(here, right)).to.equal('right');
      expect(await limits.attemptSignIn('another', here, right)).to.equal('right');
    }));

  it('are not extended by a clock that ran ahead and was set back', () =>
    withLimits(async (limits) => {
      now += 365 * 86400;
      await fail(10, () => limits.attempt(here, wrong));
      now -= 365 * 86400;
      await fail(10, () => limits.attempt(here, wrong));
      expect(await outcome(limits.attempt(here, right))).to.equal(900);
    }));

  it('forget addresses, so that neither memory nor the index grows with their number', () =>
    withLimits(async (limits, db) => {
      const tryFrom = async (net: number): Promise<void> => {
        for (let i = 0; i < 10_000; i += 1) await limits.attempt(`10.${net}.${i >> 8}.${i & 255}`, wrong);
      };
      await tryFrom(1);
      collectGarbage();
      const before = process.memoryUsage().heapUsed;
      now += 901;
      await tryFrom(2);
      collectGarbage();
      expect(process.memoryUsage().heapUsed - before).to.be.below(3_000_000);
      expect(db.prepare('SELECT count(*) FROM login_failures').pluck().get()).to.equal(10_000);
    }));
});
