import type { PhotoKind } from '../domain/photo.ts';

/** Degrees. `west > east` reaches over the antimeridian. */
export interface BoundingBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

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
  readonly kind?: PhotoKind | undefined;
  /** Without videos. */
  readonly still?: true | undefined;
  /** What a place is called: a label, a city, a country, or part of a label, in any case. */
  readonly place?: string | undefined;
  /** Part of the label of a place, in any case. */
  readonly placePart?: string | undefined;
  /** Ids of places: taken at any of them. */
  readonly places?: readonly number[] | undefined;
  /** Photos that were taken in it. */
  readonly box?: BoundingBox | undefined;
  /** A tag's name, in any case. */
  readonly tag?: string | undefined;
  /** An album's uid. */
  readonly album?: string | undefined;
  /** A person's id. */
  readonly person?: number | undefined;
  /** Ids of persons: of each list, one is on the photo. */
  readonly people?: readonly (readonly number[])[] | undefined;
  /** Id of the user whose favourites are wanted. */
  readonly favoritesOf?: number | undefined;
  /** In any of the spans, both years included, by the wall clock where the photo was taken. */
  readonly years?: readonly YearSpan[] | undefined;
  /** 1 to 12, by the same clock. */
  readonly months?: readonly number[] | undefined;
}

/** Both years included. */
export type YearSpan = readonly [from: number, to: number];

/** The part of a list between two moments. */
export interface TimeWindow {
  /** Epoch seconds: photos taken before it; with `beforeUid` also those of that second whose uid comes later. */
  readonly before?: number | undefined;
  readonly beforeUid?: string | undefined;
  /** Epoch seconds: photos taken after it. */
  readonly after?: number | undefined;
}

/** The conditions that make of the timeline another list. */
const makesApart = {
  archived: false,
  hidden: false,
  kind: false,
  still: false,
  place: true,
  placePart: true,
  places: true,
  box: true,
  tag: true,
  album: true,
  person: true,
  people: true,
  favoritesOf: false,
  years: false,
  months: false,
  before: false,
  beforeUid: false,
  after: false,
} satisfies Record<keyof PhotoFilter, boolean>;
const apart = (Object.keys(makesApart) as (keyof PhotoFilter)[]).filter((field) => makesApart[field]);

/**
 * Whether a list is one beside the timeline: of a place, a part of the map, a person, an album, a tag, or of hidden photos.
 * The timeline leaves archived photos out unless the request says otherwise; a list beside it shows them.
 */
export function isApart(filter: PhotoFilter): boolean {
  return filter.hidden === 'only' || apart.some((field) => filter[field] !== undefined);
}
