import { DomainError } from '../../domain/errors.ts';
import { roleAllows } from '../../domain/roles.ts';
import { shareSeal, type ShareSeal } from '../../domain/share-seal.ts';
import { shareTokenHash } from '../../domain/share-token.ts';
import type { UserRow, Users } from '../../store/accounts/users.ts';
import type { ShareRow, ShareRows } from '../../store/shares/share-rows.ts';
import type { SharingSwitch } from '../../store/shares/sharing-switch.ts';
import type { Viewer } from '../viewer.ts';
import type { ShareLimits } from './share-limits.ts';

/** A share that is open. */
export interface OpenShare {
  readonly row: ShareRow;
  /** The maker of the share, whose permissions apply. */
  readonly viewer: Viewer;
  readonly seal: ShareSeal;
  /** Whether the visitor must still enter a password. */
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
 * Finds the share of a link. For unknown, revoked and expired links, empty shares, and makers who no longer exist or may no
 * longer share, the answer and the amount of work are the same, so that guests cannot tell them apart.
 */
export class OpenShares {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * @param cost the cost of the request; see share-limits.ts
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

  /**
   * An opened share as it is now, for responses that are still being sent; undefined if it has ended, or has another password.
   * @param shows whether the share still shows what is sent
   */
  now(share: OpenShare, shows: (now: OpenShare) => boolean): OpenShare | undefined {
    const { shares, users, clock } = this.#with;
    const row = shares.byId(share.row.id);
    if (row?.passwordHash !== share.row.passwordHash) return undefined;
    const maker = users.byId(row.userId);
    if (!maySharePhotos(maker) || !this.#isOn(row, clock())) return undefined;
    const now = { ...share, row, viewer: { userId: maker.id, role: maker.role } };
    return shows(now) ? now : undefined;
  }

  #isOn({ expiresAt }: ShareRow, now: number): boolean {
    return this.#with.sharing.isOn && (expiresAt === null || expiresAt > now);
  }

  /** The name of a share in the audit trail; the token must not appear in any log. */
  subjectOf(token: string): string | undefined {
    const row = this.#with.shares.byTokenHash(shareTokenHash(token));
    return row && `#${row.id}`;
  }

  /**
   * Like `find`, for a share whose photos may be shown.
   * @throws DomainError `forbidden` while a password is required
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

/** Whether the links of a user are active. */
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
