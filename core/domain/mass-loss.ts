import { fewPhotos } from '../plugin-api/toolkit/mass-loss.ts';

/** Why a library would lose a large part of its photos: another store answers, or the same one shows less. */
export type LossReason = 'other_store' | 'mass_disappearance';

const SLIGHTLY = 0.02;

/**
 * Whether an agreement to lose `agreed` photos is good for `missing`: while an admin reads the number and answers, a
 * few photos more may go as they always do.
 */
export function isWithinAgreement(missing: number, agreed: number): boolean {
  return missing <= agreed + Math.max(fewPhotos, SLIGHTLY * agreed);
}

/** A sentence for admins about a loss. */
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
