import { DomainError } from '../../domain/errors.ts';
import type { Keyring } from '../../encryption/keyring.ts';
import type { LibraryKeys } from '../../encryption/library-keys.ts';
import type { UnlockSecret } from '../../encryption/slots.ts';
import type { LoginLimits } from '../sign-in/login-limits.ts';
import { asDomainError } from './library-encryption.ts';

/** Passphrases that wait to be stretched, one after another; more are an attack. */
const longestLine = 5;

interface Dependencies {
  readonly keyring: Pick<Keyring, 'unlock'>;
  readonly limits: Pick<LoginLimits, 'attempt'>;
  /** Takes the keys over. */
  readonly onKeys: (keys: LibraryKeys) => void;
}

/**
 * Unlocks a library with what somebody typed. Guessing is bounded as that of passwords is.
 *
 * A wrong passphrase is stretched for each passphrase that there is, so that all wrong ones take as long. What time tells
 * is the number of passphrases, and by which of them a right one came. Recovery keys are random, and not stretched: that one
 * is refused at once tells nothing of it.
 */
export class Unlocking {
  readonly #with: Dependencies;
  #waiting = 0;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @throws DomainError `unauthenticated` for what opens nothing, `too_many_attempts`, `not_ready` */
  async unlock(secret: UnlockSecret, address: string): Promise<void> {
    const keys = await this.#with.limits.attempt(address, () => this.#open(secret));
    if (!keys) throw wrongUnlockKey();
    this.#with.onKeys(keys);
  }

  async #open(secret: UnlockSecret): Promise<LibraryKeys | undefined> {
    // Somebody who floods this with passphrases does not keep the recovery key out.
    const waits = secret.kind === 'passphrase';
    if (waits && this.#waiting >= longestLine) {
      throw new DomainError('too_many_attempts', 'Too many are unlocking just now: try again in a few seconds.', {
        retryAfter: 5,
      });
    }
    this.#waiting += Number(waits);
    try {
      return (await this.#with.keyring.unlock(secret)) ?? undefined;
    } catch (error) {
      throw asDomainError(error);
    } finally {
      this.#waiting -= Number(waits);
    }
  }
}

const wrongUnlockKey = (): DomainError =>
  new DomainError('unauthenticated', 'This does not unlock the library: look for a slip, and try again.', {
    problem: 'wrong_unlock_key',
  });
