import { reasonKinds } from '../../domain/photo-texts.ts';
import type * as wire from '../wire.ts';
import { answer, described, extended, list, nullable, oneOf, optional } from './answer.ts';
import { boolean, count, epochSeconds, integer, number, text, word } from './parts.ts';
import { kind, photoItem, scoredPhoto } from './photos.ts';

/** Schemas of search answers. */

const month = integer.min(1).max(12);
const day = nullable(word.isoDate());

const filter = answer<wire.SearchFilter>({
  type: oneOf('person', 'place', 'camera', 'date', 'kind'),
  words: word.description('The words of the search text.'),
  name: nullable(text).description('The name as the library writes it; null for dates and kinds.'),
  people: described(list(count), 'Ids of the people who may be meant by the name.'),
  from: day.description('The first day, by the local time of the photos; null if there is no first day.'),
  to: day,
  months: list(month),
  weekdays: described(list(integer.min(1).max(7)), '1 for Monday to 7 for Sunday.'),
  days: described(list(answer({ month, day: integer.min(1).max(31) })), 'Days of the year, in any year.'),
  kind: nullable(kind),
  without: text.description('The search text without the words of this filter.'),
});

export const searchResults = answer<wire.SearchResults>({
  results: list(
    extended<wire.FoundPhoto, wire.PhotoItem>(photoItem, {
      score: number.description(
        'The cosine similarity, −1 to 1; without one, the confidence that the photo shows the things, 0 to 1; if only words matched, the fused rank.',
      ),
      match: oneOf('semantic', 'text', 'both'),
      why: described(
        list(answer({ kind: oneOf(...reasonKinds), text: nullable(text) })),
        'Why the photo was found: texts that contain a word of `q`, words that name a thing on the photo, or `picture`: the picture as a whole.',
      ),
    }),
  ),
  total: count,
  query: answer<wire.SearchQuery>({
    text,
    person: list(answer({ id: count, name: text })),
    place: list(text),
    from: nullable(epochSeconds),
    to: nullable(epochSeconds),
    month: list(month),
    kind: described(nullable(kind), 'Null also for several kinds, any of which matches: see `filters`.'),
    filters: list(filter),
  }).description(
    'How the text was understood: names, places, times, cameras and kinds became filters, and `text` is the rest.',
  ),
  semantic: boolean.description('Whether the contents of pictures were searched, and not only words.'),
  ways: described(
    list(
      answer<wire.SearchWay>({
        way: oneOf('without', 'only', 'filters', 'words'),
        filter: nullable(count).description('The index of the filter that is left out, or that is the only one.'),
        q: text,
        total: count,
      }),
    ),
    'If nothing was found: other searches that find something. Without one filter, with only one filter, with the filters and no text, or with all words as text.',
  ),
});

const fraction = number.description('As fractions of the upright upload.');

export const faceSearchResults = answer<wire.FaceSearchResults>({
  results: list(scoredPhoto('The cosine similarity of the faces.')),
  total: count,
  faces: described(
    list(
      answer({
        box: answer({ x: fraction, y: fraction, w: fraction, h: fraction }),
      }),
    ),
    'All faces that were found in the upload, the largest first; the search is for the largest.',
  ),
  detail: optional(word.description('Why there are no results, if there is a special reason.')),
  person: optional(
    described(
      answer<NonNullable<wire.FaceSearchResults['person']>>({ id: count, name: nullable(text), photo_count: count }),
      'The person of the face, if one person clearly matches best.',
    ),
  ),
});

const before = text.description('The beginning of the search text, which the completion keeps.');
const suggestedName = answer<wire.SuggestedName & { photo_count: number }>({ name: text, before, photo_count: count });

export const searchSuggestions = answer<wire.SearchSuggestions>({
  people: list(answer({ id: count, name: text, before, photo_count: count, cover_url: nullable(word) })),
  places: list(suggestedName),
  things: list(answer({ names: answer({ en: word, de: word, fr: word }), before })),
  tags: list(suggestedName),
  cameras: list(suggestedName),
  times: list(answer({ year: integer, month: nullable(month), photo_count: count, before })),
});
