import { DomainError } from '../../domain/errors.ts';
import { roleAllows } from '../../domain/roles.ts';
import { shareSeal, type ShareSeal } from '../../domain/share-seal.ts';
import { shareTokenHash } from '../../domain/share-token.ts';
import type { UserRow, Users } from '../../store/accounts/users.ts';
import type { ShareRow, ShareRows } from '../../store/shares/share-rows.ts';
import type { SharingSwitch } from '../../store/shares/sharing-switch.ts';
import type { Viewer } from '../viewer.ts';
import type { ShareLimits } from './share-limits.ts';

/** A share that is open now. */
export interface OpenShare {
  readonly row: ShareRow;
  /** Its maker, as whom its photos are looked up. */
  readonly viewer: Viewer;
  readonly seal: ShareSeal;
  /** Whether a password is still to be given. */
  readonly isLocked: boolean;
}

/** A visit of an anonymous guest. */
export interface Visit {
  readonly token: string;
  readonly address: string;
  /** Proof of the password, from an earlier visit. */
  readonly proof: string | undefined;
}

interface Dependencies {
  readonly shares: Pick<ShareRows, 'byTokenHash' | 'byId'>;
  readonly sharing: Pick<SharingSwitch, 'isOn'>;
  readonly users: Pick<Users, 'byId'>;
  readonly limits: ShareLimits;
  /** The server's signing secret. */
  readonly secret: Buffer;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/**
 * Finds the share of a link. Unknown, revoked and expired links, empty shares, and makers who are gone or may no longer
 * share: all get the same answer after the same work, so that guests cannot tell them apart.
 */
export class OpenShares {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * @param cost of the request; see share-limits.ts
   * @throws DomainError `not_found`, `too_many_attempts`
   */
  find(visit: Visit, cost: number): OpenShare {
    const { shares, users, limits, secret, clock } = this.#with;
    limits.ask(visit.address, cost);
    const row = shares.byTokenHash(shareTokenHash(visit.token));
    const maker = users.byId(row?.userId ?? 0);
    const seal = shareSeal(secret, row?.id ?? 0);
    const now = clock();
    if (!row || !maySharePhotos(maker) || !this.#isOn(row, now)) {
      limits.wasUnknown(visit.address);
      throw noSuchShare();
    }
    const { passwordHash } = row;
    const isLocked = passwordHash !== null && !seal.isProof(visit.proof ?? '', passwordHash, now);
    return { row, viewer: { userId: maker.id, role: maker.role }, seal, isLocked };
  }

  /** Whether an opened share is unchanged: not ended, and with the same password. */
  isStillOpen({ id, passwordHash }: Pick<ShareRow, 'id' | 'passwordHash'>): boolean {
    const { shares, users, clock } = this.#with;
    const row = shares.byId(id);
    if (row?.passwordHash !== passwordHash) return false;
    return maySharePhotos(users.byId(row.userId)) && this.#isOn(row, clock());
  }

  #isOn({ expiresAt }: ShareRow, now: number): boolean {
    return this.#with.sharing.isOn && (expiresAt === null || expiresAt > now);
  }

  /** How the audit trail calls a share; the token is in no log. */
  subjectOf(token: string): string | undefined {
    const row = this.#with.shares.byTokenHash(shareTokenHash(token));
    return row && `#${row.id}`;
  }

  /**
   * The same, of a share whose photos may be seen.
   * @throws DomainError `forbidden` while a password is to be given
   */
  unlocked(visit: Visit, cost: number): OpenShare {
    const share = this.find(visit, cost);
    if (share.isLocked) {
      throw new DomainError('forbidden', 'This link asks for a password: enter it first.', {
        problem: 'password_needed',
      });
    }
    return share;
  }
}

/** Whether links of a user open anything. */
export function maySharePhotos(user: UserRow | undefined): user is UserRow {
  return user !== undefined && !user.disabled && roleAllows(user.role, 'write');
}

const noSuchShare = (): DomainError =>
  new DomainError(
    'not_found',
    'This link opens nothing: it is wrong, or it has ended. Ask who sent it for a new one.',
    {
      problem: 'no_such_share',
    },
  );
