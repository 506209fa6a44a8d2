import { DomainError } from '../../domain/errors.ts';
import type { WithheldFrom } from '../../domain/withheld.ts';
import type { Photos } from '../../store/photos/photos.ts';
import type { StackBuilder } from '../../store/stacks/stack-builder.ts';
import type { StackDecision, StackDecisions } from '../../store/stacks/stack-decisions.ts';
import type { StackSteps } from '../../store/decision-steps.ts';
import type { Stacks } from '../../store/stacks/stacks.ts';
import type { Transact } from '../../store/transact.ts';
import { listedId, noSuchPhoto } from '../library.ts';
import { scopeOf, type Viewer } from '../viewer.ts';
import type { StackLibrary } from './stack-library.ts';

interface Dependencies {
  readonly library: StackLibrary;
  readonly stacks: Stacks;
  readonly decisions: StackDecisions;
  readonly steps: StackSteps;
  readonly builder: StackBuilder;
  readonly photos: Photos;
  readonly withheld: WithheldFrom;
  readonly transact: Transact;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/**
 * Edits of stacks. An edit pins each photo of the stack, so that automatic stacking no longer moves it. Each edit is a step,
 * which can be undone until its photos change again.
 */
export class StackEdits {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Stacks photos. The other photos of their former stacks stay where they are.
   * @param uids at least two photos
   * @returns the id of the stack, and the number of the step
   * @throws DomainError `not_found`, `bad_input`
   */
  make(viewer: Viewer, uids: readonly string[], cover: string | undefined): { id: number; step: number } {
    const idOf = (uid: string): number => listedId(this.#with.photos, uid, scopeOf(viewer));
    const photos = new Set(uids.map(idOf));
    const chosenCover = cover === undefined ? undefined : idOf(cover);
    if (photos.size < 2 || (chosenCover !== undefined && !photos.has(chosenCover))) {
      throw badStack('photos: name at least two photos; cover: name one of them.');
    }
    const { stacks, transact } = this.#with;
    return transact(() => {
      const id = stacks.newId();
      const unchanged = this.#asTheyAre(stacks.idsOf([...photos])).filter(({ photo }) => !photos.has(photo));
      const placed = Array.from(photos, (photo) => ({ photo, stack: id, isCover: photo === chosenCover }));
      return { id, step: this.#step(viewer, [...unchanged, ...placed]) };
    });
  }

  /**
   * Chooses the cover of a stack.
   * @param cover the uid of one of its photos; null removes the choice
   * @returns the number of the step
   * @throws DomainError `not_found`, `bad_input`
   */
  chooseCover(viewer: Viewer, id: number, cover: string | null): number {
    const photo = cover === null ? undefined : this.#photoIn(viewer, id, cover);
    if (cover === null) this.#with.library.stack(viewer, id);
    return this.#step(
      viewer,
      this.#asTheyAre([id]).map((decision) => ({ ...decision, isCover: decision.photo === photo })),
    );
  }

  /**
   * Removes one photo from its stack. A stack that would keep only one photo is dissolved.
   * @returns the number of the step
   * @throws DomainError `not_found`
   */
  takeOut(viewer: Viewer, id: number, uid: string): number {
    const removed = this.#photoIn(viewer, id, uid);
    const before = this.#asTheyAre([id]);
    return this.#step(
      viewer,
      before.map((decision) => (decision.photo === removed || before.length <= 2 ? unstacked(decision) : decision)),
    );
  }

  /**
   * Dissolves a stack.
   * @returns the number of the step
   * @throws DomainError `not_found`
   */
  dissolve(viewer: Viewer, id: number): number {
    this.#with.library.stack(viewer, id);
    return this.#step(viewer, this.#asTheyAre([id]).map(unstacked));
  }

  /**
   * Restores the photos of a step. Any user may undo any step, like merges of people.
   * @throws DomainError `not_found`, also if the step is kept from the viewer; `conflict` if its photos have changed since
   */
  undo(viewer: Viewer, step: number): void {
    const { steps, decisions, builder, transact, clock } = this.#with;
    transact(() => {
      const found = steps.get(step);
      if (!found || !this.#mayKnow(viewer, found.user, found.before.photos))
        throw new DomainError('not_found', 'There is no such step to undo.', { problem: 'no_such_step' });
      const { photos, before } = found.before;
      const now = decisions.of(photos);
      const remaining = new Set(now.map(({ photo }) => photo));
      const isAsLeft = JSON.stringify(now) === JSON.stringify(found.after.filter(({ photo }) => remaining.has(photo)));
      if (!isAsLeft) {
        throw new DomainError('conflict', 'The stack was changed since: undo that first.', {
          problem: 'stack_changed',
        });
      }
      for (const photo of photos) decisions.remove(photo);
      for (const decision of before) decisions.put(decision, { user: viewer.userId, now: clock() });
      builder.buildOf(photos);
      steps.remove(step);
    });
  }

  /** Whoever made a step may be unable to see some of its photos: a stack may have some that are withheld from them. */
  #mayKnow(viewer: Viewer, decider: number | null, photos: readonly number[]): boolean {
    const withheld = this.#with.withheld(scopeOf(viewer).audience).photos;
    const shown = photos.filter((photo) => !withheld.has(photo)).length;
    return shown === photos.length || (decider === viewer.userId && shown > 0);
  }

  #step(viewer: Viewer, after: readonly StackDecision[]): number {
    const { steps, decisions, builder, transact, clock } = this.#with;
    const photos = after.map(({ photo }) => photo);
    const decider = { user: viewer.userId, now: clock() };
    return transact(() => {
      const before = decisions.of(photos);
      for (const decision of after) decisions.put(decision, decider);
      builder.buildOf(photos);
      return steps.add({ before: { photos, before }, after: decisions.of(photos) }, decider);
    });
  }

  /** The current state of the photos of some stacks, including photos that are invisible to the viewer. */
  #asTheyAre(ids: readonly number[]): StackDecision[] {
    return ids.flatMap((stack) => {
      const chosenCover = this.#with.stacks.chosenCover(stack);
      return this.#with.stacks.photosOf(stack).map((photo) => ({ photo, stack, isCover: photo === chosenCover }));
    });
  }

  /** @throws DomainError `not_found` */
  #photoIn(viewer: Viewer, id: number, uid: string): number {
    const photo = this.#with.library.stack(viewer, id).photos.find((one) => one.uid === uid);
    if (!photo) throw noSuchPhoto();
    return photo.id;
  }
}

const unstacked = ({ photo }: StackDecision): StackDecision => ({ photo, stack: null, isCover: false });

const badStack = (message: string): DomainError => new DomainError('bad_input', message, { problem: 'bad_stack' });
