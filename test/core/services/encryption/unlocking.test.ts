import { expect } from 'chai';
import type { LibraryKeys } from '../../../../core/encryption/library-keys.ts';
import { usualStretching } from '../../../../core/encryption/stretch.ts';
import { EntriesInMemory, FailuresInMemory } from '../../../../core/services/encryption/stores-in-memory.ts';
import { Unlocking } from '../../../../core/services/encryption/unlocking.ts';
import { LoginLimits } from '../../../../core/services/sign-in/login-limits.ts';

const entry = (action: string, at: number, detail = '') => ({
  ...{ at, action, detail, actorId: null, actor: null, subject: null, address: '192.0.2.1' },
});

describe('unlocking', () => {
  it('rejects passphrases while the queue is full, but never the recovery key', async () => {
    let answer: (keys: LibraryKeys | null) => void = () => undefined;
    const held = new Promise<LibraryKeys | null>((resolve) => (answer = resolve));
    const unlocking = new Unlocking({
      keyring: { unlock: ({ kind }) => (kind === 'recovery' ? Promise.resolve(null) : held) },
      limits: new LoginLimits(new FailuresInMemory(), () => 1000),
      onKeys: () => undefined,
    });
    const kindOf = (secret: Parameters<Unlocking['unlock']>[0], address: string): Promise<unknown> =>
      unlocking.unlock(secret, address).catch((error: unknown) => (error as { kind: string }).kind);
    const waiting = [1, 2, 3, 4, 5].map((last) =>
      kindOf({ kind: 'passphrase', passphrase: 'guess' }, `192.0.2.${last}`),
    );
    // Each attempt is queued in a turn of its own: the sixth is made once five are waiting.
    await new Promise((resolve) => setImmediate(resolve));
    expect(await kindOf({ kind: 'passphrase', passphrase: 'guess' }, '192.0.2.6')).to.equal('too_many_attempts');
    expect(await kindOf({ kind: 'recovery', recoveryKey: 'guess' }, '192.0.2.7')).to.equal('unauthenticated');
    answer(null);
    expect(await Promise.all(waiting)).to.deep.equal(Array(5).fill('unauthenticated'));
  });

  it('stretches passphrases as RFC 9106 recommends for little memory: three passes over 64 MiB', () => {
    expect(usualStretching).to.deep.equal({ passes: 3, memory: 64 * 1024 * 1024 });
  });
});

describe('the storage in memory while the index is locked', () => {
  it('keeps audit entries in order, up to the 500 newest of each action', () => {
    const entries = new EntriesInMemory();
    for (let at = 0; at < 600; at += 1) entries.add(entry('library.unlock_failed', at));
    entries.add(entry('library.unlocked', 600));
    const all = entries.all();
    expect([all.length, all[0]?.at, all.at(-1)?.action]).to.deep.equal([501, 100, 'library.unlocked']);
    entries.clear();
    expect(entries.all()).to.deep.equal([]);
  });

  it('keeps one entry for repeated events within a quarter of an hour', () => {
    const entries = new EntriesInMemory();
    for (const at of [0, 10, 899, 900]) entries.addOnce(entry('attempts.blocked', at, 'POST /api/unlock'));
    expect(entries.all().map(({ at }) => at)).to.deep.equal([0, 900]);
  });

  it('forgets failures after their time, and the oldest address if there are too many', () => {
    const failures = new FailuresInMemory();
    failures.add('first', 1);
    for (let key = 0; key < 10_000; key += 1) failures.add(`key ${key}`, 5);
    expect(failures.nthNewest('first', 1, { since: 0, now: 10 })).to.equal(undefined);
    expect(failures.nthNewest('key 7', 1, { since: 0, now: 10 })).to.equal(5);
    expect(failures.nthNewest('key 7', 2, { since: 0, now: 10 })).to.equal(undefined);
    failures.purgeUntil(5);
    expect(failures.nthNewest('key 7', 1, { since: 0, now: 10 })).to.equal(undefined);
  });
});
