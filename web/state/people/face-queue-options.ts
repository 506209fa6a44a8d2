import type { AssignedFace, Face, PhotoItem, Suggestions } from '../../../core/http/wire.ts';
import type { ListPart } from './items-to-come.ts';
import type { SkippedOnes } from './skipped-ones.ts';
import type { UnfinishedWork } from '../work-in-line.ts';

/** Server calls and callbacks of a queue of faces. */
export interface FaceQueueOptions {
  faces(part: { offset: number; limit: number }): Promise<ListPart<Face>>;
  suggestions(faceId: number): Promise<Suggestions>;
  photo(uid: string): Promise<PhotoItem>;
  assign(faceId: number, assignee: Assignee): Promise<AssignedFace>;
  unassign(faceId: number): Promise<unknown>;
  /** Marks that it is not a face, or reverts that. */
  reject(faceId: number, rejected: boolean): Promise<unknown>;
  /** Marks that the person is unknown, or reverts that. */
  ignore(faceId: number, ignored: boolean): Promise<unknown>;
  /** Where decisions are counted until they are stored. */
  readonly unfinished?: UnfinishedWork;
  /** The faces that were skipped. */
  readonly skips: SkippedOnes;
  /** Called when the list of faces is read from the start. */
  onStart?(): void;
  /** Called for each decision: `undo` reverts it, even before the server has answered. */
  onDecided(decision: Decision, undo: () => Promise<void>): void;
  /** Called when a decision is undone. */
  onUndone(): void;
  onFailed(error: unknown): void;
  /** Called after the server has stored or reverted a decision. */
  onChanged(): void;
}

/** The name of the person (null if unnamed), or that the person is unknown (`isIgnored`), or that it is not a face. */
export type Decision =
  { readonly name: string | null; readonly isFace: true; readonly isIgnored?: boolean } | { readonly isFace: false };

export type Assignee = { readonly person_id: number } | { readonly name: string };
