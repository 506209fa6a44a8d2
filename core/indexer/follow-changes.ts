import { isMassLoss } from '../domain/mass-loss.ts';
import type { PhotoIntake } from '../index-store/photo-intake.ts';
import type { SyncState } from '../index-store/sync-state.ts';
import type { Transact } from '../index-store/transact.ts';
import { SourceError } from '../plugin-api/errors.ts';
import type { ChangesPage } from '../plugin-api/photo-source.ts';
import type { CheckedSource } from './checked-source.ts';
import type { AnnouncedItem, Budget, PageIntake } from './page-intake.ts';
import { letOthersRun } from './pause.ts';
import type { Redescriber } from './redescribe.ts';
import type { AlbumSync } from './sync-albums.ts';
import { SYNC_PAGE, type SyncResult } from './sync-result.ts';

interface Dependencies {
  readonly source: CheckedSource;
  readonly intake: PhotoIntake;
  readonly pages: PageIntake;
  readonly redescriber: Redescriber;
  readonly albums: AlbumSync;
  readonly state: SyncState;
  readonly transact: Transact;
  readonly clock: () => number;
}

/** Applies what the source says has changed, from the cursor to the end of the feed. */
export class ChangesFollower {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  async run(budget: Budget, signal: AbortSignal): Promise<SyncResult> {
    const { intake, state, clock } = this.#with;
    let page = await this.#read(state.get('changes_cursor') ?? '', signal);
    if (!state.get('loss_agreed')) {
      const total = intake.count();
      const missing = await this.#deletionsAhead(page, total, signal);
      if (isMassLoss(missing, total)) {
        return { more: false, held: state.hold({ reason: 'mass_disappearance', missing, total }, clock()) };
      }
    }
    for (;;) {
      if (!(await this.#apply(page, budget, signal))) return { more: true, held: null };
      if (!page.more) return { more: false, held: null };
      page = await this.#read(page.next, signal);
      await letOthersRun(signal);
    }
  }

  async #read(since: string, signal: AbortSignal): Promise<ChangesPage> {
    const page = await this.#with.source.changes(since, SYNC_PAGE, signal);
    if (page.more && page.next === since) {
      throw new SourceError(
        'bad_answer',
        'The photo source answered wrongly to changes: a page is followed by itself.',
      );
    }
    return page;
  }

  /**
   * How many photos the feed deletes from here to its end; counts only as far as it has to. A loss that is spread over
   * many pages is noticed before the first of them is applied.
   */
  async #deletionsAhead(first: ChangesPage, total: number, signal: AbortSignal): Promise<number> {
    const gone = new Set<string>();
    let page = first;
    for (;;) {
      for (const { kind, type, uid } of page.events) {
        if (kind !== 'photo') continue;
        if (type === 'delete') gone.add(uid);
        else gone.delete(uid);
      }
      if (!page.more || isMassLoss(gone.size, total)) break;
      page = await this.#read(page.next, signal);
      await letOthersRun(signal);
    }
    const known = this.#with.intake.known([...gone]);
    return [...known.values()].filter(({ deletedAt }) => deletedAt === null).length;
  }

  /** @returns whether the whole page was applied */
  async #apply(page: ChangesPage, budget: Budget, signal: AbortSignal): Promise<boolean> {
    const { intake, pages, albums, state, source, redescriber, transact, clock } = this.#with;
    // The last word on each photo counts.
    const photos = new Map(page.events.filter(({ kind }) => kind === 'photo').map((event) => [event.uid, event]));
    const changedAlbums = page.events.filter(({ kind }) => kind === 'album').map(({ uid }) => uid);

    const upserts = [...photos.values()].filter(({ type }) => type === 'upsert').map(({ uid }) => uid);
    const { nodes, wrong } = await source.nodes(upserts, signal);
    const announced = upserts.flatMap((uid): AnnouncedItem[] => {
      const rev = photos.get(uid)?.rev ?? '';
      const node = nodes.get(uid);
      if (node) return [{ uid, rev, captureTime: node.captureTime }];
      // A photo with a broken node is taken in, to fail with a reason; one without a node is gone again.
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
