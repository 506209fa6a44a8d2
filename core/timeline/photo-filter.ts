import type { BoundingBox } from '../domain/bounding-box.ts';
import type { DaySpan } from '../domain/epoch-day.ts';
import type { LabelQuery } from '../domain/photo-findings.ts';
import type { PhotoKind } from '../domain/photo-kind.ts';
import type { Audience } from '../domain/viewer-scope.ts';

export type { BoundingBox } from '../domain/bounding-box.ts';

/** How to treat photos with a flag: leave them out, include them, or select only them. */
export type FlagFilter = 'without' | 'with' | 'only';

/**
 * Selects the photos of a list, its months, its counts, a map or a search: all conditions must hold, and an undefined one is
 * ignored. This is the only such type, from the route to the timeline.
 */
export interface PhotoFilter extends TimeWindow {
  /** Undefined means `without`; for lists of requests, it depends on `isApart`. */
  readonly archived?: FlagFilter | undefined;
  /** Undefined means `without`. */
  readonly hidden?: FlagFilter | undefined;
  /**
   * Excludes photos that are withheld from this audience; undefined excludes none. Filters for a viewer always set it: see
   * `seenBy`.
   */
  readonly withheldFrom?: Audience | undefined;
  readonly kind?: PhotoKind | undefined;
  /** Any of these kinds. */
  readonly kinds?: readonly PhotoKind[] | undefined;
  /** Excludes videos. */
  readonly still?: true | undefined;
  /** The label of a place, a city, a country, or part of a label, in any case. */
  readonly place?: string | undefined;
  /** Names as in `place`: taken at any of these places. */
  readonly placeNames?: readonly string[] | undefined;
  /** Part of the label of a place, in any case. */
  readonly placePart?: string | undefined;
  /** Ids of places: taken at any of these. */
  readonly places?: readonly number[] | undefined;
  /** Taken inside this box. */
  readonly box?: BoundingBox | undefined;
  /** In a folder of the photo store: its path (empty for the root), and whether subfolders are included. */
  readonly folder?: { readonly path: string; readonly below: boolean } | undefined;
  /** The name of a tag, in any case. */
  readonly tag?: string | undefined;
  /** Names of tags: with all of them. */
  readonly tags?: readonly string[] | undefined;
  /** Labels that models assigned: with all of them. */
  readonly things?: readonly LabelQuery[] | undefined;
  /** The uid of an album: its photos, or the photos that its rule selects. */
  readonly album?: string | undefined;
  /** Uses the album's manual order, if it has one. Does not filter. */
  readonly byHand?: true | undefined;
  /**
   * Excludes the photos of albums that the timeline leaves out. Undefined includes them; for lists of requests, see
   * `seenBy`.
   */
  readonly onTimeline?: boolean | undefined;
  /** The id of the viewer, whose favourites an album's rule may refer to. Does not filter. */
  readonly asker?: number | undefined;
  /** The id of a trip. */
  readonly trip?: number | undefined;
  /** The id of a person. */
  readonly person?: number | undefined;
  /** Lists of ids of people: of each list, one person is in the photo, by a face or according to the photo store. */
  readonly people?: readonly (readonly number[])[] | undefined;
  /** The id of the user whose favourites are selected. */
  readonly favoritesOf?: number | undefined;
  /** The id of the user who has hidden these photos for themselves. */
  readonly ownHiddenOf?: number | undefined;
  /** In any of the spans, by the wall clock of the photo. */
  readonly days?: readonly DaySpan[] | undefined;
  /** 1 to 12, by the wall clock. */
  readonly months?: readonly number[] | undefined;
  /** 1 for Monday to 7 for Sunday, by the wall clock. */
  readonly weekdays?: readonly number[] | undefined;
  /** On any of these days of any year, by the wall clock. */
  readonly yearlyDays?: readonly { readonly month: number; readonly day: number }[] | undefined;
  /** Taken with any of these cameras; see cameras.ts. */
  readonly cameras?: readonly number[] | undefined;
  /**
   * Keeps only the cover of each stack, chosen among the photos of the list. The id of the user whose favourites are
   * preferred as covers.
   */
  readonly stackedFor?: number | undefined;
}

/** The part of a list between two times. */
export interface TimeWindow {
  /** Epoch seconds: photos taken earlier; with `beforeUid`, also photos of that second with a greater uid. */
  readonly before?: number | undefined;
  readonly beforeUid?: string | undefined;
  /** Epoch seconds: photos taken later. */
  readonly after?: number | undefined;
}

/** Whether a condition turns the list into one that is separate from the timeline. */
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
const separateFields = (Object.keys(makesApart) as (keyof PhotoFilter)[]).filter((field) => makesApart[field]);

/**
 * Whether a list is separate from the timeline: of a place, a part of the map, a person, an album, a trip, a tag, or of
 * hidden photos. The timeline leaves out archived photos unless the request includes them; separate lists show them.
 */
export function isApart(filter: PhotoFilter): boolean {
  return filter.hidden === 'only' || separateFields.some((field) => filter[field] !== undefined);
}
