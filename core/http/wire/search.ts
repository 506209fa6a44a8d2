import type { PhotoKind } from './photo-filter.ts';
import type { PhotoItem } from './photos.ts';

export interface FoundPhoto extends PhotoItem {
  /**
   * The cosine of text and picture, −1 to 1; without one, the confidence of the detected things, 0 to 1; for photos found by
   * words only, their fused rank.
   */
  score: number;
  match: 'semantic' | 'text' | 'both';
  /** The reasons why it was found, most informative first. */
  why: {
    kind:
      | 'people'
      | 'tags'
      | 'caption'
      | 'albums'
      | 'place'
      | 'written'
      | 'name'
      | 'auto_tags'
      | 'camera'
      | 'thing'
      | 'picture';
    /** The text that contains the word, or the word that names a thing; null for the picture as a whole. */
    text: string | null;
  }[];
}

/** The interpretation of a search text. */
export interface SearchQuery {
  /** The text without the parts that became filters. */
  text: string;
  person: { id: number; name: string }[];
  place: string[];
  /** Epoch seconds of the first and the last requested moment, by years, as if all clocks showed UTC. */
  from: number | null;
  to: number | null;
  /** 1 to 12; empty for any month. */
  month: number[];
  /** `image` means all kinds but videos. Null also for several kinds, any of which matches: see `filters`. */
  kind: PhotoKind | null;
  /** All recognized parts, in the order of the text. */
  filters: SearchFilter[];
}

/** A part of a search text that became a filter. Days have the form `2020-05-03`. */
export interface SearchFilter {
  type: 'person' | 'place' | 'camera' | 'date' | 'kind';
  /** As typed. */
  words: string;
  /** In the library's spelling; null for dates and kinds. */
  name: string | null;
  /** The ids of the people whom the name may refer to. */
  people: number[];
  /** The first and the last day; null for an open end, and for days of any year. */
  from: string | null;
  to: string | null;
  /** 1 to 12. */
  months: number[];
  /** 1 for Monday to 7 for Sunday. */
  weekdays: number[];
  /** Days of any year, such as 24 December. */
  days: { month: number; day: number }[];
  kind: PhotoKind | null;
  /** The search text without this filter. */
  without: string;
}

/** Another search that has results, if this one has none. */
export interface SearchWay {
  /**
   * Without one filter, with one filter only, with the filters but without the remaining text, or with all words as text.
   */
  way: 'without' | 'only' | 'filters' | 'words';
  /** The index of the filter; null for the last two. */
  filter: number | null;
  q: string;
  total: number;
}

export interface SearchResults {
  results: FoundPhoto[];
  total: number;
  query: SearchQuery;
  /** Whether the content of pictures was searched; false if models are missing or failed. */
  semantic: boolean;
  /** Alternative searches for a text that found nothing. */
  ways: SearchWay[];
}

/** Suggestions for a search box. Groups without a match are empty. */
export interface SearchSuggestions {
  people: (SuggestedName & { id: number; photo_count: number; cover_url: string | null })[];
  places: (SuggestedName & { photo_count: number })[];
  /** Things in photos, by name. */
  things: { names: { en: string; de: string; fr: string }; before: string }[];
  tags: (SuggestedName & { photo_count: number })[];
  cameras: (SuggestedName & { photo_count: number })[];
  /** Months that have photos, newest first; `month` is null for a whole year. */
  times: { year: number; month: number | null; photo_count: number; before: string }[];
}

export interface SuggestedName {
  name: string;
  /** The text before it, which stays unchanged. */
  before: string;
}

export interface FaceSearchResults {
  /** `score`: the cosine of the faces. */
  results: (PhotoItem & { score: number })[];
  total: number;
  /** In fractions of the upright uploaded picture; the search uses the largest face. */
  faces: { box: { x: number; y: number; w: number; h: number } }[];
  /** Why there are no results, if that is not obvious. */
  detail?: string;
  /** The person, if most results show the same one; without a name if unnamed. */
  person?: { id: number; name: string | null; photo_count: number };
}
