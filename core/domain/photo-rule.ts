import type { PhotoKind } from './photo-kind.ts';

/**
 * A photo filter in JSON, as the rule of an album keeps it: all conditions hold, and a field that is absent or an empty list
 * asks nothing. Names of people, places, things and cameras are looked up each time the rule is applied.
 */
export interface PhotoRule {
  /** The id of a person. */
  person?: number;
  /** Ids of persons: all of them are on the photo, or any one with `any_person`. */
  people?: readonly number[];
  any_person?: boolean;
  place?: string;
  /** Taken at any of these places. */
  places?: readonly string[];
  /** `west,south,east,north` in degrees. */
  bbox?: string;
  /** What the photo shows, in words that a search for things understands: all of it. */
  things?: readonly string[];
  tag?: string;
  /** All of these tags. */
  tags?: readonly string[];
  /** The id of a trip. */
  trip?: number;
  /** The uid of an album without a rule. */
  album?: string;
  kind?: PhotoKind;
  /** Any of these kinds. */
  kinds?: readonly PhotoKind[];
  /** Taken with any of these. */
  cameras?: readonly string[];
  /** `2021` or `2019-2024`. */
  years?: string;
  /** Days, `2024-05-31`: both included, by the clock where the photo was taken. */
  from?: string;
  to?: string;
  /** 1 to 12, of any year. */
  months?: readonly number[];
  /** 1 for Monday to 7 for Sunday. */
  weekdays?: readonly number[];
  /** `12-24`: on any of these days of any year. */
  yearly_days?: readonly string[];
  /** Of the user who asks. */
  only_favorites?: boolean;
}

/**
 * A filter in the body of a request: a rule, and what else narrows a list. There is no `stacked`: what is downloaded, shared
 * or put into an album is all photos of a stack.
 */
export interface PhotoFilterBody extends PhotoRule {
  /** The path of a folder of the photo store; `/` is the top. */
  folder?: string;
  /** With `folder`: whether photos in the folders below it count; they do by default. */
  subfolders?: boolean;
  /** `2024-05-31`. */
  day?: string;
  /** Epoch seconds. */
  before?: number;
  before_uid?: string;
  after?: number;
  include_archived?: boolean;
  include_off_timeline?: boolean;
  include_hidden?: boolean;
  only_archived?: boolean;
  only_hidden?: boolean;
  /** Hidden by the user who asks from themself alone. */
  only_hidden_by_me?: boolean;
}

/** Fields that only JSON has: lists, and what lists of photos do not offer. */
type JsonOnly =
  | ('people' | 'any_person' | 'places' | 'things' | 'tags' | 'kinds' | 'cameras')
  | ('from' | 'to' | 'months' | 'weekdays' | 'yearly_days');

/** The parameters of `GET /api/photos` by which the list is narrowed. */
export interface PhotoListFilter extends Omit<PhotoFilterBody, JsonOnly> {
  /** Of each stack, only the photo that stands for the others of the list. */
  stacked?: boolean;
}
