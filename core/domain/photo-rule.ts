import type { BoundingBox } from './bounding-box.ts';
import type { DaySpan } from './epoch-day.ts';
import type { PhotoKind } from './photo-kind.ts';

/**
 * A photo filter as JSON, as stored for the rule of an album: all conditions must hold; an absent field or an empty list is
 * no condition. Names of people, places, things and cameras are resolved each time the rule is applied.
 */
export interface PhotoRule {
  /** The id of a person. */
  person?: number;
  /** Ids of people: the photo must show all of them, or with `any_person` at least one. */
  people?: readonly number[];
  any_person?: boolean;
  place?: string;
  /** Taken at one of these places. */
  places?: readonly string[];
  /** `west,south,east,north` in degrees. */
  bbox?: string;
  /** Texts that describe what the photo shows, like in a search; all must match. */
  things?: readonly string[];
  tag?: string;
  /** All of these tags. */
  tags?: readonly string[];
  /** The id of a trip. */
  trip?: number;
  /** The uid of an album without a rule. */
  album?: string;
  kind?: PhotoKind;
  /** One of these kinds. */
  kinds?: readonly PhotoKind[];
  /** Taken with one of these cameras. */
  cameras?: readonly string[];
  /** `2021` or `2019-2024`. */
  years?: string;
  /** Days, `2024-05-31`: both inclusive, in the local time of capture. */
  from?: string;
  to?: string;
  /** 1 to 12, of any year. */
  months?: readonly number[];
  /** 1 for Monday to 7 for Sunday. */
  weekdays?: readonly number[];
  /** `12-24`: on one of these days of any year. */
  yearly_days?: readonly string[];
  /** Only favourites of the requesting user. */
  only_favorites?: boolean;
}

/**
 * A filter in the body of a request: a rule, and further conditions of lists. There is no `stacked`: downloads, shares and
 * albums contain all photos of a stack.
 */
export interface PhotoFilterBody extends PhotoRule {
  /** The path of a folder of the photo store; `/` is the top level. */
  folder?: string;
  /** With `folder`: whether photos in subfolders are included; they are by default. */
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
  /** Only photos that the requesting user hid from themself. */
  only_hidden_by_me?: boolean;
}

/** Fields that exist only in JSON: lists, and conditions that lists of photos do not support. */
type JsonOnly =
  | ('people' | 'any_person' | 'places' | 'things' | 'tags' | 'kinds' | 'cameras')
  | ('from' | 'to' | 'months' | 'weekdays' | 'yearly_days');

/** The filter parameters of `GET /api/photos`. */
export interface PhotoListFilter extends Omit<PhotoFilterBody, JsonOnly> {
  /** Of each stack, only the photo that represents it in the list. */
  stacked?: boolean;
}

/** The parameters of a list, parsed. */
export interface ListFilter extends Omit<PhotoListFilter, 'bbox' | 'years' | 'day'> {
  bbox?: BoundingBox;
  years?: DaySpan;
  day?: DaySpan;
}
