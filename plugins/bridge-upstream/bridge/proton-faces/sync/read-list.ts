import { createHash } from 'node:crypto';
import { newUid } from '../../journal/uid.ts';
import { StoreFault } from '../../scan/store-fault.ts';
import { Listed } from '../journal/listed.ts';
import type { ProtonJournal } from '../journal/proton-journal.ts';
import { volumeOf } from '../wire/node.ts';
import type { Upstream } from '../wire/upstream.ts';

export interface ReadList {
  readonly listed: Listed;
  /** Whether the list declared itself complete, and was. */
  readonly isWhole: boolean;
  /** The number of photos in it. */
  readonly photos: number;
  /** How many of its lines are not understood. */
  readonly odd: number;
}

const digestOf = (volume: string): string => createHash('sha256').update(volume).digest('hex').slice(0, 32);

/**
 * Reads the timeline of the store into the journal's table of the list.
 * @throws UpstreamFailure; StoreFault when it belongs to another store
 */
export async function readList(upstream: Upstream, journal: ProtonJournal, signal: AbortSignal): Promise<ReadList> {
  const listed = new Listed(journal.db);
  const lines = upstream.list(signal);
  const pinned = journal.state.get('volume');
  let first: string | undefined;
  let isPinnedSeen = false;
  try {
    for (;;) {
      const step = await lines.next();
      if (step.done) {
        const { isWhole, lines: photos, odd } = step.value;
        if (first !== undefined && pinned !== undefined && !isPinnedSeen) throw otherStore();
        if (isWhole) pin(journal, first);
        return { listed, isWhole, photos, odd };
      }
      for (const { uid } of step.value) {
        const volume = volumeOf(uid);
        if (volume === undefined) continue;
        if (first === undefined) {
          first = digestOf(volume);
          isPinnedSeen = first === pinned;
        } else if (!isPinnedSeen && pinned !== undefined) {
          isPinnedSeen = digestOf(volume) === pinned;
        }
      }
      listed.take(step.value);
    }
  } finally {
    await lines.return({ isWhole: false, lines: 0, odd: 0 });
  }
}

/**
 * A store is identified by the volume in its uids. A library without a photo has none yet: its id is random, and does not
 * change when the first photo comes.
 */
function pin({ state }: ProtonJournal, volume: string | undefined): void {
  if (volume !== undefined && state.get('volume') === undefined) state.set('volume', volume);
  if (state.get('store_id') === undefined) state.set('store_id', `proton-${volume ?? newUid()}`);
}

const otherStore = (): StoreFault =>
  new StoreFault(
    'wrong_key',
    'The bridge of proton-faces shows the library of another account than before: log it in to the one before, or give this bridge an empty BRIDGE_DATA_DIR.',
  );
