import type { PhotoFolders } from '../../store/photos/photo-folders.ts';
import type { SyncQueue } from '../../store/photos/sync-queue.ts';
import type { IndexQueue } from '../../store/photos/index-queue.ts';
import type { MovedPhoto } from '../../store/photos/moved-photos.ts';
import type { FullPass, SyncState } from '../../store/sync-state.ts';
import type { Transact } from '../../store/transact.ts';
import type { CheckedSource } from './checked-source.ts';
import { EndlessListing, Listing } from './listing.ts';
import type { LossGuard } from './loss-guard.ts';
import type { Budget, PageIntake } from './page-intake.ts';
import { inIdSteps } from '../id-steps.ts';
import { inSlices } from '../in-slices.ts';
import { letOthersRun } from '../../threads/pause.ts';
import type { Redescriber } from '../redescribe.ts';
import type { AlbumSync } from './sync-albums.ts';
import { SYNC_PAGE, type SyncResult } from './sync-result.ts';
import type { PictureFiles } from '../picture-files.ts';

/** Ids examined in one step of the sweep. */
const SWEEP_STEP = 5000;

interface Dependencies {
  readonly source: CheckedSource;
  readonly intake: SyncQueue;
  readonly work: IndexQueue;
  readonly pages: PageIntake;
  readonly redescriber: Redescriber;
  readonly albums: AlbumSync;
  readonly folders: Pick<PhotoFolders, 'removeEmpty'>;
  readonly guard: LossGuard;
  readonly thumbs: PictureFiles;
  readonly state: SyncState;
  readonly transact: Transact;
  readonly clock: () => number;
}

/**
 * Reads the whole timeline, page by page, and hides the photos that are not in it. Only a complete listing may hide photos.
 * An interrupted listing continues with its last page. While a source is still filling, its listing hides no photos.
 */
export class TimelinePass {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @param filling whether the source is still finding out which photos it has */
  async run(budget: Budget, filling: boolean, signal: AbortSignal): Promise<SyncResult> {
    const { state, transact } = this.#with;
    const current = state.get('full_pass') ?? (await this.#begin(signal));
    // A sweep that was interrupted goes on: its listing was complete, and what is left to take over is found by it alone.
    const isPartial = filling && !current.sweeping;
    const pass = await this.#read(isPartial ? { ...current, partial: true } : current, budget, signal);
    if (!pass) return { more: true, held: null };
    if (!pass.partial) {
      const massLoss = this.#massLoss(pass);
      if (massLoss) return { more: false, held: massLoss };
      await this.#sweep(pass, signal);
    }
    const { changesCursor, partial } = pass;
    transact(() => {
      this.#finish(changesCursor ?? '');
      if (partial) state.set('sweep_due', true);
    });
    await this.#forgetMet(signal);
    return { more: partial === true && !filling, held: null };
  }

  async #begin(signal: AbortSignal): Promise<FullPass> {
    const { intake, clock } = this.#with;
    await this.#forgetMet(signal);
    return { cursor: null, changesCursor: null, complete: false, library: intake.count(), startedAt: clock() };
  }

  /** Marks of another source stay, because its pass may be under way. */
  async #forgetMet(signal: AbortSignal): Promise<void> {
    const { intake } = this.#with;
    if (intake.isAlone) {
      intake.forgetMet();
      return;
    }
    const forgetSome = (from: number, to: number): void => {
      intake.forgetMetBetween(from, to);
    };
    await inIdSteps(intake.lastId(), forgetSome, signal, SWEEP_STEP);
  }

  /** @returns the complete pass; null if the budget was used up before */
  async #read(from: FullPass, budget: Budget, signal: AbortSignal): Promise<FullPass | null> {
    const { state, transact } = this.#with;
    const listing = new Listing('timeline', SYNC_PAGE);
    let pass: FullPass | null = from;
    try {
      while (pass && !pass.complete) {
        pass = await this.#page(pass, listing, budget, signal);
        if (pass) await letOthersRun(signal);
      }
      return pass;
    } catch (error) {
      // It is unknown which pages were left out. A pass that went on from here would hide their photos.
      if (error instanceof EndlessListing) {
        transact(() => {
          state.restart();
        });
      }
      throw error;
    }
  }

  /** @returns the pass after its next page; null if the budget was used up before the end of the page */
  async #page(pass: FullPass, listing: Listing, budget: Budget, signal: AbortSignal): Promise<FullPass | null> {
    const { source, intake, pages, redescriber, state, transact } = this.#with;
    const page = await source.timeline(pass.cursor, listing, signal);
    const redescriptions = await redescriber.prepare(page.items, signal);
    const next: FullPass = {
      ...pass,
      cursor: page.next,
      changesCursor: pass.changesCursor ?? page.changesCursor,
      complete: page.next === null,
    };
    return transact(() => {
      const isComplete = pages.takeIn(page.items, redescriptions, budget, (id) => {
        intake.met(id);
      });
      if (!isComplete) return null;
      state.set('full_pass', next);
      return next;
    });
  }

  #massLoss({ library }: FullPass): SyncResult['held'] {
    const { intake, guard, state, transact } = this.#with;
    // Compared with the library before the pass: the photos that came with it may be those of another folder.
    const loss = guard.massLoss(intake.unmetCount(), library);
    if (!loss) return null;
    return transact(() => {
      // The next sync starts over, because the photos may be back by then.
      state.restart();
      return guard.hold(loss);
    });
  }

  async #sweep(pass: FullPass, signal: AbortSignal): Promise<void> {
    const { intake, work, state, transact, clock } = this.#with;
    if (!pass.sweeping && intake.unmetCount() === 0) return;
    // After an interruption, nothing may be left to hide, but something to take over.
    state.set('full_pass', { ...pass, sweeping: true });
    const sweepSome = async (from: number, to: number): Promise<void> => {
      transact(() => {
        intake.sweep(from, to, clock());
      });
      await this.#adopt(work.moved.found(from, to, pass.startedAt), signal);
    };
    await inIdSteps(intake.lastId(), sweepSome, signal, SWEEP_STEP);
  }

  /** Old rows take over the uids and data of photos that have moved; there are thousands after a folder was renamed. */
  async #adopt(moved: readonly MovedPhoto[], signal: AbortSignal): Promise<void> {
    const { work, thumbs, transact } = this.#with;
    let merged: number[] = [];
    let next = 0;
    const adoptOne = (): boolean => {
      const photo = moved[next++];
      if (photo && work.moved.adoptFound(photo) !== photo.id) merged.push(photo.id);
      return next < moved.length;
    };
    // Slice by slice: after an interruption, nothing tells which rows there were.
    const removeFiles = async (): Promise<void> => {
      for (const id of merged) await thumbs.remove(id);
      merged = [];
    };
    if (moved.length > 0) await inSlices(adoptOne, transact, signal, removeFiles);
  }

  #finish(changesCursor: string): void {
    const { state, albums, folders } = this.#with;
    folders.removeEmpty();
    state.delete('full_pass');
    state.set('changes_cursor', changesCursor);
    albums.announce('all');
  }
}
