import { reasonKinds } from '../../domain/photo-texts.ts';
import { answer, extended, list, nullable, oneOf, optional, type Value } from './answer.ts';
import { boolean, count, epochSeconds, integer, number, text, word } from './parts.ts';
import { kind, photoItem, scoredPhoto } from './photos.ts';

/** Schemas of search answers. */

const month = integer.min(1).max(12);
const day = nullable(word.isoDate());

/** A part of a search text that became a filter. */
const filter = answer({
  type: oneOf('person', 'place', 'camera', 'date', 'kind', 'favorites'),
  words: word.description('The words of the search text.'),
  name: nullable(text).description('The name as the library writes it; null for dates, kinds and favourites.'),
  people: list(count).description('Ids of the people who may be meant by the name.'),
  from: day.description('The first day, by the local time of the photos; null if there is no first day.'),
  to: day,
  months: list(month),
  weekdays: list(integer.min(1).max(7)).description('1 for Monday to 7 for Sunday.'),
  days: list(answer({ month, day: integer.min(1).max(31) })).description('Days of the year, in any year.'),
  kind: nullable(kind),
  without: text.description('The search text without the words of this filter.'),
});
export type SearchFilter = Value<typeof filter>;

const foundPhoto = extended(photoItem, {
  score: number.description(
    'The cosine similarity, −1 to 1; without one, the confidence that the photo shows the things, 0 to 1; if only words matched, the fused rank.',
  ),
  match: oneOf('semantic', 'text', 'both'),
  /** The most informative first; the text is null for the picture as a whole. */
  why: list(answer({ kind: oneOf(...reasonKinds), text: nullable(text) })).description(
    'Why the photo was found: texts that contain a word of `q`, words that name a thing on the photo, or `picture`: the picture as a whole.',
  ),
});
export type FoundPhoto = Value<typeof foundPhoto>;

const query = answer({
  text,
  person: list(answer({ id: count, name: text })),
  place: list(text),
  /** The first and the last requested moment, by years, as if all clocks showed UTC. */
  from: nullable(epochSeconds),
  to: nullable(epochSeconds),
  /** Empty for any month. */
  month: list(month),
  /** `image` means all kinds but videos. */
  kind: nullable(kind).description('Null also for several kinds, any of which matches: see `filters`.'),
  filters: list(filter),
}).description(
  'How the text was understood: names, places, times, cameras, kinds and favourites became filters, and `text` is the rest.',
);
export type SearchQuery = Value<typeof query>;

const way = answer({
  way: oneOf('without', 'only', 'filters', 'some', 'words'),
  filter: nullable(count).description('The index of the filter that is left out, or that is the only one.'),
  q: text,
  total: count,
});
export type SearchWay = Value<typeof way>;

export const searchResults = answer({
  results: list(foundPhoto),
  total: count,
  query,
  semantic: boolean.description('Whether the contents of pictures were searched, and not only words.'),
  ways: list(way).description(
    'If nothing was found: other searches that find something. Without one filter, with only one filter, with the filters and no text, with some words of the text, or with all words as text.',
  ),
});
export type SearchResults = Value<typeof searchResults>;

const fraction = number.description('As fractions of the upright upload.');

export const faceSearchResults = answer({
  results: list(scoredPhoto('The cosine similarity of the faces.')),
  total: count,
  faces: list(answer({ box: answer({ x: fraction, y: fraction, w: fraction, h: fraction }) })).description(
    'All faces that were found in the upload, the largest first; the search is for the largest.',
  ),
  detail: optional(word.description('Why there are no results, if there is a special reason.')),
  person: optional(
    answer({ id: count, name: nullable(text), photo_count: count }).description(
      'The person of the face, if one person clearly matches best.',
    ),
  ),
});
export type FaceSearchResults = Value<typeof faceSearchResults>;

const before = text.description('The beginning of the search text, which the completion keeps.');
const suggestedName = answer({ name: text, before, photo_count: count });

/** Groups without a match are empty. */
export const searchSuggestions = answer({
  people: list(answer({ id: count, name: text, before, photo_count: count, cover_url: nullable(word) })),
  places: list(suggestedName),
  things: list(answer({ names: answer({ en: word, de: word, fr: word }), before })),
  tags: list(suggestedName),
  cameras: list(suggestedName),
  /** Months that have photos, newest first; `month` is null for a whole year. */
  times: list(answer({ year: integer, month: nullable(month), photo_count: count, before })),
});
export type SearchSuggestions = Value<typeof searchSuggestions>;
