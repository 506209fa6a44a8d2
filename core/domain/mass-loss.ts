import { fewPhotos } from '../plugin-api/toolkit/mass-loss.ts';

/** Why a library would lose many photos: the source has another store, or the same store lists fewer photos. */
export type LossReason = 'other_store' | 'mass_disappearance';

/** A loss in the form in which it was shown to an admin, who agrees to it. */
export interface ShownLoss {
  readonly missing: number;
  readonly reason?: LossReason | undefined;
  /** The plugin of the source; absent: of the first loss that waits. */
  readonly source?: string | undefined;
}

const SLIGHTLY = 0.02;

/**
 * Whether an admin's consent to lose `agreed` photos covers `missing`: while the admin decides, a few more photos may be
 * removed as usual.
 */
export function isWithinAgreement(missing: number, agreed: number): boolean {
  return missing <= agreed + Math.max(fewPhotos, SLIGHTLY * agreed);
}

/** The sentence for admins about a loss. */
export function lossSentence({
  reason,
  missing,
  total,
}: {
  reason: LossReason;
  missing: number;
  total: number;
}): string {
  return reason === 'other_store'
    ? `The photo source shows another store than before, and all ${total} photos of the library would leave it.`
    : `${missing} of ${total} photos are not in the store any more and would leave the library.`;
}
