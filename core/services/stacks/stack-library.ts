import { DomainError } from '../../domain/errors.ts';
import type { PhotoSummary } from '../../domain/photo.ts';
import { standing } from '../../domain/stacks/stack-cover.ts';
import type { Stacks } from '../../store/stacks/stacks.ts';
import type { PhotoSummaries } from '../../timeline/summaries.ts';
import { scopeOf, type Viewer } from '../viewer.ts';

/** A stack as a viewer sees it, without archived, hidden and withheld photos. */
export interface StackOfViewer {
  readonly id: number;
  /** The photo that represents the others. */
  readonly cover: PhotoSummary;
  /** Whether a user chose the cover. */
  readonly isChosen: boolean;
  /** Oldest first; at least two. */
  readonly photos: readonly PhotoSummary[];
}

/** The stacks of the library. A stack with fewer than two photos that the viewer may see does not exist for them. */
export class StackLibrary {
  readonly #stacks: Stacks;
  readonly #summaries: PhotoSummaries;

  constructor(parts: { stacks: Stacks; summaries: PhotoSummaries }) {
    this.#stacks = parts.stacks;
    this.#summaries = parts.summaries;
  }

  /** @throws DomainError `not_found` */
  stack(viewer: Viewer, id: number): StackOfViewer {
    const found = this.find(viewer, id);
    if (!found) throw new DomainError('not_found', 'There is no such stack.', { problem: 'no_such_stack' });
    return found;
  }

  find(viewer: Viewer, id: number): StackOfViewer | undefined {
    const photos = this.#photosOf(viewer, id);
    const chosenCover = this.#stacks.chosenCover(id);
    const [first, ...rest] = photos;
    if (!first || rest.length === 0) return undefined;
    const heightOf = (photo: PhotoSummary): number =>
      standing({
        isChosen: photo.id === chosenCover,
        isFavorite: photo.favorite,
        isPicture: photo.kind !== 'raw' && photo.kind !== 'video',
        hasThumbnail: photo.thumbRevision > 0 && photo.fault === null,
      });
    const isBetter = (photo: PhotoSummary, other: PhotoSummary): boolean =>
      (heightOf(photo) - heightOf(other) || other.takenAt - photo.takenAt || (photo.uid < other.uid ? 1 : -1)) > 0;
    const cover = rest.reduce((best, photo) => (isBetter(photo, best) ? photo : best), first);
    return { id, cover, isChosen: cover.id === chosenCover, photos };
  }

  /** The photos of some stacks that the viewer may see, without stacks that do not exist for them. */
  photosOf(viewer: Viewer, ids: readonly number[]): PhotoSummary[] {
    return ids.flatMap((id) => this.#photosOf(viewer, id));
  }

  #photosOf(viewer: Viewer, id: number): PhotoSummary[] {
    return this.#summaries.of(this.#stacks.photosOf(id), scopeOf(viewer)).filter((photo) => photo.stack?.id === id);
  }
}
