import { reasonKinds } from '../../domain/photo-texts.ts';
import type * as wire from '../wire.ts';
import { answer, described, extended, list, nullable, oneOf, optional } from './answer.ts';
import { boolean, count, epochSeconds, integer, number, text, word } from './parts.ts';
import { kind, photoItem, scored } from './photos.ts';

/** Schemas of search answers. */

const month = integer.min(1).max(12);
const day = nullable(word.isoDate());

const filter = answer<wire.SearchFilter>({
  type: oneOf('person', 'place', 'camera', 'date', 'kind'),
  words: word.description('As it was typed.'),
  name: nullable(text).description('As the library writes it; null of dates and kinds.'),
  people: described(list(count), 'Ids of the people whom the name may mean.'),
  from: day.description('The first day, by the clock where photos were taken; null where that end is open.'),
  to: day,
  months: list(month),
  weekdays: described(list(integer.min(1).max(7)), 'From 1 for Monday.'),
  days: described(list(answer({ month, day: integer.min(1).max(31) })), 'Days of any year.'),
  kind: nullable(kind),
  without: text.description('The search text without it.'),
});

export const searchResults = answer<wire.SearchResults>({
  results: list(
    extended<wire.FoundPhoto, wire.PhotoItem>(photoItem, {
      score: number.description(
        'A cosine, −1 to 1; without one, the confidence in the things that the photo shows, 0 to 1; of photos that words alone found, their fused rank.',
      ),
      match: oneOf('semantic', 'text', 'both'),
      why: described(
        list(answer({ kind: oneOf(...reasonKinds), text: nullable(text) })),
        'Why it was found: which texts have a word of `q`, which words name a thing in it, or `picture`: its look as a whole.',
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
    kind: nullable(kind),
    filters: list(filter),
  }).description(
    'What the text was taken for: names, places, times, cameras and kinds became filters, text is the rest.',
  ),
  semantic: boolean.description('Whether what pictures show was searched, and not only words.'),
  ways: described(
    list(
      answer<wire.SearchWay>({
        way: oneOf('without', 'only', 'filters', 'words'),
        filter: nullable(count).description('Which of the filters is left out, or stands alone.'),
        q: text,
        total: count,
      }),
    ),
    'Where nothing was found: what finds something instead. Without one filter, with one alone, with the filters and no text, or with all words as text.',
  ),
});

const fraction = number.description('Of the upright upload.');

export const faceSearchResults = answer<wire.FaceSearchResults>({
  results: list(scored('The cosine of the faces.')),
  total: count,
  faces: described(
    list(
      answer({
        box: answer({ x: fraction, y: fraction, w: fraction, h: fraction }),
      }),
    ),
    'All that were found, largest first; that one was searched for.',
  ),
  detail: optional(word.description('Why there are no results, where that is not plain.')),
  person: optional(
    described(
      answer<NonNullable<wire.FaceSearchResults['person']>>({ id: count, name: nullable(text), photo_count: count }),
      'Who it is, where one person stands out among the faces like it.',
    ),
  ),
});

const before = text.description('What stands before it in the search text, and stays.');
const named = answer<wire.SuggestedName & { photo_count: number }>({ name: text, before, photo_count: count });

export const searchSuggestions = answer<wire.SearchSuggestions>({
  people: list(answer({ id: count, name: text, before, photo_count: count, cover_url: nullable(word) })),
  places: list(named),
  things: list(answer({ names: answer({ en: word, de: word, fr: word }), before })),
  tags: list(named),
  cameras: list(named),
  times: list(answer({ year: integer, month: nullable(month), photo_count: count, before })),
});
