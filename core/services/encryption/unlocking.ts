import { DomainError } from '../../domain/errors.ts';
import type { Keyring } from '../../encryption/keyring.ts';
import type { LibraryKeys } from '../../encryption/library-keys.ts';
import type { UnlockSecret } from '../../encryption/slots.ts';
import type { LoginLimits } from '../sign-in/login-limits.ts';
import { asDomainError } from './library-encryption.ts';

/** The maximum number of passphrases that wait to be stretched; more indicate an attack. */
const longestLine = 5;

interface Dependencies {
  readonly keyring: Pick<Keyring, 'unlock'>;
  readonly limits: Pick<LoginLimits, 'attempt'>;
  /** Receives the keys, and owns them from then on. */
  readonly onKeys: (keys: LibraryKeys) => void;
}

/**
 * Unlocks a library with a typed secret. Guesses are limited like those of passwords.
 *
 * A wrong passphrase is stretched once for each stored passphrase, so all wrong ones take equally long. The time only
 * reveals the number of passphrases, and which one was correct. Recovery keys are random and not stretched: a fast rejection
 * reveals nothing.
 */
export class Unlocking {
  readonly #with: Dependencies;
  #waiting = 0;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @throws DomainError `unauthenticated` for a wrong secret, `too_many_attempts`, `not_ready` */
  async unlock(secret: UnlockSecret, address: string): Promise<void> {
    const keys = await this.#with.limits.attempt(address, () => this.#open(secret));
    if (!keys) throw wrongUnlockKey();
    this.#with.onKeys(keys);
  }

  async #open(secret: UnlockSecret): Promise<LibraryKeys | undefined> {
    // Only passphrases count, so that a flood of them cannot block the recovery key.
    const isLimited = secret.kind === 'passphrase';
    if (isLimited && this.#waiting >= longestLine) {
      throw new DomainError('too_many_attempts', 'Too many are unlocking just now: try again in a few seconds.', {
        retryAfter: 5,
      });
    }
    this.#waiting += Number(isLimited);
    try {
      return (await this.#with.keyring.unlock(secret)) ?? undefined;
    } catch (error) {
      throw asDomainError(error);
    } finally {
      this.#waiting -= Number(isLimited);
    }
  }
}

const wrongUnlockKey = (): DomainError =>
  new DomainError('unauthenticated', 'This does not unlock the library: look for a slip, and try again.', {
    problem: 'wrong_unlock_key',
  });
