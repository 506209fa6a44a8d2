// Photo filters in the bodies of requests and in the rules of albums.

export type PhotoKind = 'image' | 'video' | 'live' | 'raw';

/**
 * A photo filter in JSON: all conditions hold, and one that is absent, or an empty list, asks nothing. Names are those of
 * the parameters of `GET /api/photos`, as far as that has them.
 */
export interface PhotoRule {
  person?: number;
  /** Ids of persons: all of them are on the photo, or any one with `any_person`. */
  people?: number[];
  any_person?: boolean;
  place?: string;
  /** Taken at any of these places. */
  places?: string[];
  /** `west,south,east,north` in degrees. */
  bbox?: string;
  /** What the photo shows, in words that a search for things understands: all of it. */
  things?: string[];
  tag?: string;
  /** All of these tags. */
  tags?: string[];
  /** The id of a trip. */
  trip?: number;
  /** The uid of an album without a rule. */
  album?: string;
  kind?: PhotoKind;
  kinds?: PhotoKind[];
  /** Taken with any of these. */
  cameras?: string[];
  /** `2021` or `2019-2024`. */
  years?: string;
  /** Days, `2024-05-31`: both included, by the clock where the photo was taken. */
  from?: string;
  to?: string;
  /** 1 to 12, of any year. */
  months?: number[];
  /** Of whoever asks. */
  only_favorites?: boolean;
}

/** A filter of a request: a rule, and what is narrowed beyond it. */
export interface PhotoFilterBody extends PhotoRule {
  /** The path of a folder of the photo store; `/` is the top. */
  folder?: string;
  /** With folder: whether photos in the folders below it count; they do unless told. */
  subfolders?: boolean;
  /** `2024-05-31`. */
  day?: string;
  before?: number;
  before_uid?: string;
  after?: number;
  include_archived?: boolean;
  include_off_timeline?: boolean;
  include_hidden?: boolean;
  only_archived?: boolean;
  only_hidden?: boolean;
  /** From whoever asks alone. */
  only_hidden_by_me?: boolean;
}
