import type { BoundingBox } from '../domain/bounding-box.ts';
import type { DaySpan } from '../domain/epoch-day.ts';
import type { LabelQuery } from '../domain/photo-findings.ts';
import type { PhotoKind } from '../domain/photo-kind.ts';
import type { Audience } from '../domain/viewer-scope.ts';

export type { BoundingBox } from '../domain/bounding-box.ts';

/** Photos with a flag: left out, among the others, or alone. */
export type Shown = 'without' | 'with' | 'only';

/**
 * Which photos a list, its months, its counts, a map or a search is about: all conditions hold, and one that is undefined
 * asks nothing. The one type for it, from the route to the timeline.
 */
export interface PhotoFilter extends TimeWindow {
  /** Undefined: `without`, but for the lists of requests, which go by `isApart`. */
  readonly archived?: Shown | undefined;
  /** Undefined: `without`. */
  readonly hidden?: Shown | undefined;
  /**
   * Without photos that are withheld from this audience; undefined: with all. Filters for a viewer always have it: see
   * `seenBy`.
   */
  readonly withheldFrom?: Audience | undefined;
  readonly kind?: PhotoKind | undefined;
  /** Any of these kinds. */
  readonly kinds?: readonly PhotoKind[] | undefined;
  /** Without videos. */
  readonly still?: true | undefined;
  /** A label of a place, a city, a country, or part of a label, in any case. */
  readonly place?: string | undefined;
  /** Names as in `place`: taken at any of them. */
  readonly placeNames?: readonly string[] | undefined;
  /** Part of the label of a place, in any case. */
  readonly placePart?: string | undefined;
  /** Ids of places: taken at any of them. */
  readonly places?: readonly number[] | undefined;
  /** Photos that were taken in it. */
  readonly box?: BoundingBox | undefined;
  /** In a folder of the photo store: its path, empty for the top, and whether the folders below it count. */
  readonly folder?: { readonly path: string; readonly below: boolean } | undefined;
  /** A tag's name, in any case. */
  readonly tag?: string | undefined;
  /** Names of tags: all of them. */
  readonly tags?: readonly string[] | undefined;
  /** Labels that models give to the photo: all of them. */
  readonly things?: readonly LabelQuery[] | undefined;
  /** The uid of an album: its photos, or those that its rule finds. */
  readonly album?: string | undefined;
  /** The album's own order, if it has one. It filters nothing. */
  readonly byHand?: true | undefined;
  /** Without the photos of albums that the timeline leaves out. Undefined: with them, but for the lists of requests. */
  readonly onTimeline?: boolean | undefined;
  /** Id of the viewer: rules of albums may ask for the viewer's favourites. It filters nothing. */
  readonly asker?: number | undefined;
  /** The id of a trip. */
  readonly trip?: number | undefined;
  /** A person's id. */
  readonly person?: number | undefined;
  /** Lists of ids of persons: from each list, one is on the photo, by a face or according to the photo store. */
  readonly people?: readonly (readonly number[])[] | undefined;
  /** Id of the user whose favourites are wanted. */
  readonly favoritesOf?: number | undefined;
  /** Id of the user who hid these photos for themselves. */
  readonly ownHiddenOf?: number | undefined;
  /** In any of the spans, by the wall clock where the photo was taken. */
  readonly days?: readonly DaySpan[] | undefined;
  /** 1 to 12, by the same clock. */
  readonly months?: readonly number[] | undefined;
  /** 1 for Monday to 7 for Sunday, by the same clock. */
  readonly weekdays?: readonly number[] | undefined;
  /** On any of these days of any year, by the same clock. */
  readonly yearlyDays?: readonly { readonly month: number; readonly day: number }[] | undefined;
  /** Taken with any of these; see cameras.ts. */
  readonly cameras?: readonly number[] | undefined;
  /**
   * Of each stack, only the cover among the photos of the list. The id of the user whose favourites are preferred as
   * covers.
   */
  readonly stackedFor?: number | undefined;
}

/** The part of a list between two moments. */
export interface TimeWindow {
  /** Epoch seconds: photos taken before it; with `beforeUid` also those of that second with a later uid. */
  readonly before?: number | undefined;
  readonly beforeUid?: string | undefined;
  /** Epoch seconds: photos taken after it. */
  readonly after?: number | undefined;
}

/** The conditions that make of the timeline another list. */
const makesApart = {
  archived: false,
  hidden: false,
  withheldFrom: false,
  kind: false,
  kinds: false,
  still: false,
  place: true,
  placeNames: true,
  placePart: true,
  places: true,
  box: true,
  folder: true,
  tag: true,
  tags: true,
  things: true,
  album: true,
  byHand: false,
  onTimeline: false,
  asker: false,
  trip: true,
  person: true,
  people: true,
  favoritesOf: false,
  ownHiddenOf: true,
  days: false,
  months: false,
  weekdays: false,
  yearlyDays: false,
  cameras: false,
  stackedFor: false,
  before: false,
  beforeUid: false,
  after: false,
} satisfies Record<keyof PhotoFilter, boolean>;
const apart = (Object.keys(makesApart) as (keyof PhotoFilter)[]).filter((field) => makesApart[field]);

/**
 * Whether a list is one beside the timeline: of a place, a part of the map, a person, an album, a trip, a tag, or of
 * hidden photos. The timeline leaves archived photos out unless the request says otherwise; a list beside it shows
 * them.
 */
export function isApart(filter: PhotoFilter): boolean {
  return filter.hidden === 'only' || apart.some((field) => filter[field] !== undefined);
}
