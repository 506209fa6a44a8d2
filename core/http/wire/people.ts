// People and faces.

export interface Face {
  id: number;
  photo_uid: string;
  person_id: number | null;
  person_name: string | null;
  box: { x: number; y: number; w: number; h: number };
  score: number;
  /** Null while there is no picture of it. */
  crop_url: string | null;
  assigned_by: 'auto' | 'user' | 'propagated';
  /** The name according to the photo store, for faces in one photo without a named person; else null. */
  source_name: string | null;
}

export interface Faces {
  faces: Face[];
}

export interface FaceList extends Faces {
  total: number;
}

export interface Person {
  id: number;
  name: string | null;
  face_count: number;
  photo_count: number;
  /** Null while no visible face has a picture. */
  cover_url: string | null;
  cover_face_id: number | null;
  /** Missing from lists: hidden by a user, or because all of its photos are hidden. */
  hidden: boolean;
  /** Hidden by a user. */
  hidden_by_choice: boolean;
}

export interface People {
  people: Person[];
  total: number;
}

/** A similarity, judged by the thresholds of the face model. Likely: automatic grouping would join the two. */
export type Likeness = 'likely' | 'maybe';

export interface PeoplePairs {
  /** `a` is named, or has more faces. `likeness`: null for less than the model takes for one person. */
  pairs: { a: Person; b: Person; similarity: number; likeness: Likeness | null }[];
}

export interface SimilarPeople {
  similar: { person: Person; similarity: number; likeness: Likeness | null }[];
  total: number;
}

export interface SimilarFaces {
  similar: { face: Face; similarity: number; likeness: Likeness }[];
}

export interface SuggestedMerges {
  /** `top_scores`: the highest similarities, three at most. */
  people: { person: Person; candidate_count: number; top_scores: number[] }[];
  total: number;
}

export interface Suggestion {
  person: Person;
  similarity: number;
  likeness: Likeness;
}

export interface Suggestions {
  suggestions: Suggestion[];
}

/** Unassigned faces that resemble named people. */
export interface LikelyFaces {
  /** The most alike first. There may be none although others follow. */
  faces: { face: Face; suggestions: Suggestion[] }[];
  /** `after` of the next page; null at the end. */
  next: string | null;
  /** Number of all unassigned faces. */
  total: number;
}

export interface AssignedFace {
  face: Face;
  person: Person;
  /** How many similar faces followed. */
  propagated: number;
  /** Which. */
  propagated_ids: number[];
}

/** The outcome of a merge of one person into another. */
export interface MergedPerson {
  ok: true;
  merged: true;
  /** Id for the undo. */
  merge_id: number;
  target_id: number;
  photo_count: number;
  face_count: number;
}

/** The outcome of several merges in one step. */
export interface MergedPeople extends MergedPerson {
  merged_count: number;
}

export type RenamedPerson = MergedPerson | { ok: true; merged: false };

/** The source of a merge, who is back under the old id. */
export interface UndoneMerge {
  ok: true;
  person_id: number;
  target_id: number;
  name: string | null;
  /** Another person has the name by now: the source is back without one. */
  name_taken: boolean;
  /** How many people are back: more than one after a step that merged several. The others are back as they were, too. */
  undone_count: number;
  photo_count: number;
  face_count: number;
}

export interface PastMerge {
  merge_id: number;
  /** Name of the source. */
  name: string | null;
  /** How many faces they had, and the others of the same step. */
  face_count: number;
  /** How many people became part of the target in the same step, this one included. */
  merged_count: number;
  /** Epoch seconds. */
  merged_at: number;
  /** Name of the target at that time. */
  target_name: string | null;
  /** The target, or the person into whom the target was merged since. */
  target: Person;
  /** The `merge_id` of the later merge that has to be undone first; null when this one can be undone now. */
  undo_first: number | null;
  /** The same as a sentence. */
  detail: string | null;
}

export interface PeopleMerges {
  merges: PastMerge[];
}

export interface RemovedPeople {
  ok: true;
  deleted: number;
}
