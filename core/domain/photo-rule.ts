import type { PhotoKind } from './photo-kind.ts';

/**
 * A photo filter as people write and keep it, in JSON: all conditions hold, and one that is absent asks nothing. Names are
 * those of the parameters of a list. What it names (people, places, things, cameras) is looked up whenever it is asked.
 */
export interface PhotoRule {
  /** A person's id. */
  readonly person?: number;
  /** Ids of persons: all of them are on the photo, or any one with `any_person`. */
  readonly people?: readonly number[];
  readonly any_person?: boolean;
  readonly place?: string;
  /** Names of places: taken at any of them. */
  readonly places?: readonly string[];
  /** `west,south,east,north` in degrees. */
  readonly bbox?: string;
  /** Words for what the photo shows: all of them. */
  readonly things?: readonly string[];
  readonly tag?: string;
  /** All of them. */
  readonly tags?: readonly string[];
  /** A trip's id. */
  readonly trip?: number;
  /** An album's uid. */
  readonly album?: string;
  readonly kind?: PhotoKind;
  /** Any of them. */
  readonly kinds?: readonly PhotoKind[];
  /** Names of cameras: any of them. */
  readonly cameras?: readonly string[];
  /** `2021` or `2019-2024`. */
  readonly years?: string;
  /** Days, `2024-05-31`: both included, by the clock where the photo was taken. */
  readonly from?: string;
  readonly to?: string;
  /** 1 to 12, of any year. */
  readonly months?: readonly number[];
  /** Of whoever asks. */
  readonly only_favorites?: boolean;
}

/** The rule of an album with what narrows a list beyond it. */
export interface PhotoFilterBody extends PhotoRule {
  /** The path of a folder of the photo store; `/` is the top. */
  readonly folder?: string;
  /** With folder: whether photos in the folders below it count; they do unless told. */
  readonly subfolders?: boolean;
  /** `2024-05-31`. */
  readonly day?: string;
  /** Epoch seconds. */
  readonly before?: number;
  readonly before_uid?: string;
  readonly after?: number;
  readonly include_archived?: boolean;
  readonly include_off_timeline?: boolean;
  readonly include_hidden?: boolean;
  readonly only_archived?: boolean;
  readonly only_hidden?: boolean;
  /** From whoever asks alone. */
  readonly only_hidden_by_me?: boolean;
}
