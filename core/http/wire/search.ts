import type { PhotoKind } from './photo-filter.ts';
import type { PhotoItem } from './photos.ts';

export interface FoundPhoto extends PhotoItem {
  /**
   * The cosine of text and picture, −1 to 1; without one, the confidence in the things that the photo shows, 0 to 1; of
   * photos that words alone found, their fused rank.
   */
  score: number;
  match: 'semantic' | 'text' | 'both';
  /** Why it was found, the most telling reason first. */
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
    /** The text with the word, or the word that names a thing; null of the picture as a whole. */
    text: string | null;
  }[];
}

/** The interpretation of a search text. */
export interface SearchQuery {
  /** The text without the parts that became filters. */
  text: string;
  person: { id: number; name: string }[];
  place: string[];
  /** Epoch seconds of the first and last moment that is asked for, by years, as if clocks everywhere showed UTC. */
  from: number | null;
  to: number | null;
  /** 1 to 12; empty for any month. */
  month: number[];
  /** `image` is all but videos. */
  kind: PhotoKind | null;
  /** All that was recognised, in the order of the text. */
  filters: SearchFilter[];
}

/** A part of a search text that became a filter. Days are written `2020-05-03`. */
export interface SearchFilter {
  type: 'person' | 'place' | 'camera' | 'date' | 'kind';
  /** As typed. */
  words: string;
  /** As the library spells it; null for dates and kinds. */
  name: string | null;
  /** Ids of the people whom the name may mean. */
  people: number[];
  /** The first and the last day; null where an end is open, and of days of any year. */
  from: string | null;
  to: string | null;
  /** 1 to 12. */
  months: number[];
  /** 1 for Monday to 7 for Sunday. */
  weekdays: number[];
  /** Days of any year, as 24 December. */
  days: { month: number; day: number }[];
  kind: PhotoKind | null;
  /** The search text without it. */
  without: string;
}

/** Another search with results, if this one finds nothing. */
export interface SearchWay {
  /**
   * Without one filter, with one filter only, with the filters but without the remaining text, or with all words as text.
   */
  way: 'without' | 'only' | 'filters' | 'words';
  /** Which of the filters; null of the last two. */
  filter: number | null;
  q: string;
  total: number;
}

export interface SearchResults {
  results: FoundPhoto[];
  total: number;
  query: SearchQuery;
  /** Whether the content of pictures was searched; false when models are missing or failed. */
  semantic: boolean;
  /** Alternative searches for a text that found nothing. */
  ways: SearchWay[];
}

/** Suggestions of a search box. Groups without a match are empty. */
export interface SearchSuggestions {
  people: (SuggestedName & { id: number; photo_count: number; cover_url: string | null })[];
  places: (SuggestedName & { photo_count: number })[];
  /** Things in photos, by their names. */
  things: { names: { en: string; de: string; fr: string }; before: string }[];
  tags: (SuggestedName & { photo_count: number })[];
  cameras: (SuggestedName & { photo_count: number })[];
  /** Months that have photos, the newest first; of a year as a whole, `month` is null. */
  times: { year: number; month: number | null; photo_count: number; before: string }[];
}

export interface SuggestedName {
  name: string;
  /** The text before it, which stays. */
  before: string;
}

export interface FaceSearchResults {
  /** `score`: the cosine of the faces. */
  results: (PhotoItem & { score: number })[];
  total: number;
  /** Fractions of the upright upload; the largest one was searched for. */
  faces: { box: { x: number; y: number; w: number; h: number } }[];
  /** Why there are no results, if that is not obvious. */
  detail?: string;
  /** The person, when one stands out among the similar faces; without a name while unnamed. */
  person?: { id: number; name: string | null; photo_count: number };
}
