import { LossGuard } from '../../scan/loss-guard.ts';
import { StoreFault } from '../../scan/store-fault.ts';
import type { ListComparison } from '../journal/list-comparison.ts';
import type { PhotoRecords } from '../journal/photo-records.ts';
import type { ProtonJournal } from '../journal/proton-journal.ts';
import type { NodeQuestions } from './ask-nodes.ts';

interface Dependencies {
  readonly journal: ProtonJournal;
  readonly records: PhotoRecords;
  readonly questions: NodeQuestions;
  readonly guard: LossGuard;
  /** Epoch seconds. */
  readonly now: () => number;
}

/**
 * The number of consecutive complete lists without a photo after which the photo may be removed: a list that ended early
 * has looked complete before.
 */
const listsToGo = 2;
/** Seconds for which a photo must be missing in lists if the store still has it: it may be in the trash. */
const trashAfter = 3600;
const batch = 500;

/**
 * Removes photos that are missing in two consecutive complete lists, if the store confirms that they do not exist, or they
 * have been missing for an hour.
 * @param isEmpty whether the list contained no photo at all
 * @throws StoreFault if the loss needs an admin's consent; UpstreamFailure
 */
export async function settleMissing(
  { journal, records, questions, guard, now }: Dependencies,
  listed: ListComparison,
  isEmpty: boolean,
  signal: AbortSignal,
): Promise<void> {
  if (!guard.allows(listed.countMissed, isEmpty, now())) throw massDisappearance(journal);
  for (let after = { missed: listsToGo, id: 0 }; ;) {
    const missed = listed.missed(after, batch);
    const last = missed.at(-1);
    if (!last) break;
    after = last;
    const answers = await questions.ask(
      missed.map(({ uid }) => uid),
      signal,
    );
    const removed = missed.filter(({ uid, missed_since }) => {
      const node = answers.get(uid);
      return node === null || (node !== undefined && now() - missed_since >= trashAfter);
    });
    records.transact(now(), () => {
      for (const { uid } of removed) records.remove(uid, now());
    });
    signal.throwIfAborted();
  }
  if (listed.countMissed === 0) guard.settled(now());
  journal.feed.prune(now());
}

function massDisappearance({ state }: ProtonJournal): StoreFault {
  const { missing, total } = state.get('mass_loss') ?? { missing: 0, total: 0 };
  return new StoreFault(
    'mass_disappearance',
    `${missing} of ${total} photos are not in Proton’s list any more: see in Proton whether they are there, and run "photofinch-bridge accept-loss" if they were deleted on purpose.`,
  );
}
