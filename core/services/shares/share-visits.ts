import { LRUCache } from 'lru-cache';
import { addressKey } from '../../domain/client-address.ts';
import type { LoginLimits } from '../sign-in/login-limits.ts';
import type { Passwords } from '../passwords.ts';
import type { ShareRows } from '../../store/shares/share-rows.ts';
import { DomainError } from '../../domain/errors.ts';
import type { OpenShare } from './open-shares.ts';

/** Seconds for which an entered password stays valid. */
const unlockedFor = 12 * 3600;

/** Seconds within which requests from one network belong to the same visit. */
const visitFor = 30 * 60;
const maxVisits = 10_000;

interface Dependencies {
  readonly shares: Pick<ShareRows, 'seen' | 'downloaded'>;
  readonly passwords: Pick<Passwords, 'matches'>;
  readonly limits: Pick<LoginLimits, 'attemptShare'>;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** Visits of guests: their passwords and their count. */
export class ShareVisits {
  readonly #with: Dependencies;
  readonly #seen = new LRUCache<string, number>({ max: maxVisits });

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * @returns proof of the password for later visits; null if the share has no password
   * @throws DomainError `forbidden` for a wrong password, `too_many_attempts`, `not_ready`
   */
  async unlock({ row, seal }: OpenShare, password: string, address: string): Promise<string | null> {
    const { passwords, limits, clock } = this.#with;
    const { passwordHash } = row;
    if (passwordHash === null) return null;
    const isRight = await limits.attemptShare(row.id, address, async () =>
      (await passwords.matches(password, passwordHash)) ? true : undefined,
    );
    if (!isRight) throw new DomainError('forbidden', 'The password is wrong.', { problem: 'wrong_password' });
    return seal.proof(passwordHash, clock() + unlockedFor);
  }

  /** Counts a view of the photos. Scrolling and reloading within the same visit are not counted again. */
  seen({ row }: OpenShare, address: string): void {
    const now = this.#with.clock();
    const visit = `${row.id} ${addressKey(address)}`;
    const last = this.#seen.get(visit);
    if (last !== undefined && last <= now && now - last < visitFor) return;
    this.#seen.set(visit, now);
    this.#with.shares.seen(row.id, now);
  }

  downloaded({ row }: OpenShare): void {
    this.#with.shares.downloaded(row.id);
  }
}
