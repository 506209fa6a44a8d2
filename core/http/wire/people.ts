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
  /** The name from the photo store, for faces in one photo that have no named person; otherwise null. */
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
  /** Left out of lists: hidden by a user, or because all of its photos are hidden. */
  hidden: boolean;
  /** Hidden by a user. */
  hidden_by_choice: boolean;
}

export interface People {
  people: Person[];
  total: number;
}

/** A similarity, compared with the thresholds of the face model. Likely: automatic grouping would join the two. */
export type Likeness = 'likely' | 'maybe';

export interface PeoplePairs {
  /** `a` is named, or has more faces. `likeness`: null if it is below the model's threshold for one person. */
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
  /** `top_scores`: up to three of the highest similarities. */
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
  /** Most similar first. May be empty even if there is another page. */
  faces: { face: Face; suggestions: Suggestion[] }[];
  /** The value of `after` for the next page; null at the end. */
  next: string | null;
  /** The number of all unassigned faces. */
  total: number;
}

export interface AssignedFace {
  face: Face;
  person: Person;
  /** The number of similar faces that were assigned along with it. */
  propagated: number;
  /** The ids of these faces. */
  propagated_ids: number[];
}

/** The result of merging one person into another. */
export interface MergedPerson {
  ok: true;
  merged: true;
  /** The id with which the merge can be undone. */
  merge_id: number;
  target_id: number;
  photo_count: number;
  face_count: number;
}

/** The result of several merges in one step. */
export interface MergedPeople extends MergedPerson {
  merged_count: number;
}

export type RenamedPerson = MergedPerson | { ok: true; merged: false };

/** The result of an undo: the source of the merge, restored with its old id. */
export interface UndoneMerge {
  ok: true;
  person_id: number;
  target_id: number;
  name: string | null;
  /** Another person has the name now, so the source is restored without a name. */
  name_taken: boolean;
  /** The number of restored people: more than one after a step that merged several. */
  undone_count: number;
  photo_count: number;
  face_count: number;
}

export interface PastMerge {
  merge_id: number;
  /** The name of the source. */
  name: string | null;
  /** The number of faces of the source, and of all others in the same step. */
  face_count: number;
  /** The number of people who were merged into the target in the same step, including this one. */
  merged_count: number;
  /** Epoch seconds. */
  merged_at: number;
  /** The name of the target at that time. */
  target_name: string | null;
  /** The target, or the person into whom the target was merged later. */
  target: Person;
  /** The `merge_id` of the later merge that must be undone first; null if this one can be undone now. */
  undo_first: number | null;
  /** The reason as a sentence. */
  detail: string | null;
}

export interface PeopleMerges {
  merges: PastMerge[];
}

export interface RemovedPeople {
  ok: true;
  deleted: number;
}
