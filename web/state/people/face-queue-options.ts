import type { AssignedFace, Face, PhotoItem, Suggestions } from '../../../core/http/wire.ts';
import type { ListPart } from './items-to-come.ts';
import type { SkippedOnes } from './skipped-ones.ts';

/** What a queue of faces needs of the server, and whom it tells. */
export interface FaceQueueOptions {
  faces(part: { offset: number; limit: number }): Promise<ListPart<Face>>;
  suggestions(faceId: number): Promise<Suggestions>;
  photo(uid: string): Promise<PhotoItem>;
  assign(faceId: number, whose: Whose): Promise<AssignedFace>;
  unassign(faceId: number): Promise<unknown>;
  /** It is not a face, or is one after all. */
  reject(faceId: number, rejected: boolean): Promise<unknown>;
  /** Nobody knows whose it is, or somebody does after all. */
  ignore(faceId: number, ignored: boolean): Promise<unknown>;
  /** Faces that were put off. */
  readonly skips: SkippedOnes;
  /** The list of faces begins anew. */
  onStart?(): void;
  /** Somebody decided: `undo` takes it back, also while the server has not answered yet. */
  onDecided(decision: Decision, undo: () => Promise<void>): void;
  /** Somebody took a decision back. */
  onUndone(): void;
  onFailed(error: unknown): void;
  /** The server took a decision, or took one back. */
  onChanged(): void;
}

/** Whose a face is (null for a person without a name), that nobody knows the person, or that it is no face. */
export type Decision =
  { readonly name: string | null; readonly isFace: true; readonly isIgnored?: boolean } | { readonly isFace: false };

export type Whose = { readonly person_id: number } | { readonly name: string };
