import type { SyncQueue } from '../../store/photos/sync-queue.ts';
import type { SyncState } from '../../store/sync-state.ts';
import type { Transact } from '../../store/transact.ts';
import type { ChangesPage } from '../../plugin-api/photo-source.ts';
import type { CheckedSource } from './checked-source.ts';
import { Listing } from './listing.ts';
import type { LossGuard } from './loss-guard.ts';
import type { AnnouncedItem, Budget, PageIntake } from './page-intake.ts';
import { letOthersRun } from '../../threads/pause.ts';
import type { Redescriber } from '../redescribe.ts';
import type { AlbumSync } from './sync-albums.ts';
import { SYNC_PAGE, type SyncResult } from './sync-result.ts';

interface Dependencies {
  readonly source: CheckedSource;
  readonly intake: SyncQueue;
  readonly pages: PageIntake;
  readonly redescriber: Redescriber;
  readonly albums: AlbumSync;
  readonly guard: LossGuard;
  readonly state: SyncState;
  readonly transact: Transact;
  readonly clock: () => number;
}

type Loss = ReturnType<LossGuard['massLoss']>;

/** Applies the changes that the source reports, from the cursor to the end of the feed. */
export class ChangesFollower {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  async run(budget: Budget, signal: AbortSignal): Promise<SyncResult> {
    const { state, guard } = this.#with;
    const feed = new Listing('changes', SYNC_PAGE);
    let page = await this.#read(state.get('changes_cursor') ?? '', feed, signal);
    let checked = 0;
    for (;;) {
      if (checked === 0) {
        const ahead = await this.#lookAhead(page, signal);
        if (ahead.loss) return { more: false, held: guard.hold(ahead.loss) };
        // The last page may have grown since, so it is checked again when it is applied.
        checked = Math.max(1, ahead.pages - 1);
      }
      if (!(await this.#apply(page, budget, signal))) return { more: true, held: null };
      if (!page.more) return { more: false, held: null };
      checked = Math.max(0, checked - 1);
      page = await this.#read(page.next, feed, signal);
      await letOthersRun(signal);
    }
  }

  #read(since: string, feed: Listing, signal: AbortSignal): Promise<ChangesPage> {
    return this.#with.source.changes(since, feed, signal);
  }

  /**
   * Whether the rest of the feed deletes so many photos that an admin must agree. A loss that is spread over many pages is
   * noticed before the first of them is applied. The feed is read only as far as necessary.
   */
  async #lookAhead(first: ChangesPage, signal: AbortSignal): Promise<{ loss: Loss; pages: number }> {
    const { intake, guard } = this.#with;
    const deleted = new Set<string>();
    const feed = new Listing('changes', SYNC_PAGE);
    let page = first;
    for (let pages = 1; ; pages += 1) {
      const photos = page.events.filter(({ kind }) => kind === 'photo');
      const knownPhotos = intake.known(photos.flatMap(({ type, uid }) => (type === 'delete' ? [uid] : [])));
      for (const { type, uid } of photos) {
        if (type === 'upsert') deleted.delete(uid);
        else if (knownPhotos.get(uid)?.deletedAt === null) deleted.add(uid);
      }
      const loss = guard.massLoss(deleted.size);
      if (loss || !page.more) return { loss, pages };
      page = await this.#read(page.next, feed, signal);
      await letOthersRun(signal);
    }
  }

  /** @returns whether the whole page was applied */
  async #apply(page: ChangesPage, budget: Budget, signal: AbortSignal): Promise<boolean> {
    const { intake, pages, albums, state, source, redescriber, transact, clock } = this.#with;
    // The last event of each photo counts.
    const photos = new Map(page.events.filter(({ kind }) => kind === 'photo').map((event) => [event.uid, event]));
    const changedAlbums = page.events.filter(({ kind }) => kind === 'album').map(({ uid }) => uid);

    const upserts = [...photos.values()].filter(({ type }) => type === 'upsert').map(({ uid }) => uid);
    const { nodes, wrong } = await source.nodes(upserts, signal);
    const announced = upserts.flatMap((uid): AnnouncedItem[] => {
      const rev = photos.get(uid)?.rev ?? '';
      const node = nodes.get(uid);
      if (node) return [{ uid, rev, captureTime: node.captureTime }];
      // A photo with a broken node is taken in and fails with a reason. A photo without a node is gone again.
      return wrong.has(uid) ? [{ uid, rev, captureTime: clock() }] : [];
    });
    const redescriptions = await redescriber.prepare(announced, signal, nodes);

    return transact(() => {
      for (const { type, uid } of photos.values()) {
        if (type === 'delete') intake.hide(uid, clock());
      }
      if (!pages.takeIn(announced, redescriptions, budget)) return false;
      albums.announce(changedAlbums);
      state.set('changes_cursor', page.next);
      return true;
    });
  }
}
