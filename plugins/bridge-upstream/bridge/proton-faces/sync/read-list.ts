import { createHash } from 'node:crypto';
import { newUid } from '../../journal/uid.ts';
import { StoreFault } from '../../scan/store-fault.ts';
import { ListComparison } from '../journal/list-comparison.ts';
import type { ProtonJournal } from '../journal/proton-journal.ts';
import { volumeOf } from '../wire/node.ts';
import type { Upstream } from '../wire/upstream.ts';

export interface ReadList {
  readonly listed: ListComparison;
  /** Whether the list was complete, according to its last line and its number of lines. */
  readonly isWhole: boolean;
  /** The number of photos in it. */
  readonly photos: number;
  /** The number of lines that could not be parsed. */
  readonly odd: number;
}

const digestOf = (volume: string): string => createHash('sha256').update(volume).digest('hex').slice(0, 32);

/**
 * Reads the timeline of the store and compares it with the journal.
 * @throws UpstreamFailure; StoreFault if the timeline belongs to another store
 */
export async function readList(upstream: Upstream, journal: ProtonJournal, signal: AbortSignal): Promise<ReadList> {
  const listed = new ListComparison(journal.db);
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
 * A store is identified by the volume in its uids. An empty library has none, so its id is random, and stays when the first
 * photo is added.
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
