import { townKinds } from '../../domain/town.ts';
import { answer, list, nullable, oneOf, type Value } from './answer.ts';
import { count, number, text, word } from './parts.ts';

/** Schemas of places and towns in answers. */

export const places = answer({
  places: list(answer({ place: word, city: text, count })),
  total: count.description('The number of all of them, not only those of the list.'),
});
export type Places = Value<typeof places>;

export const markers = answer({
  markers: list(
    answer({
      place: text,
      city: text,
      count,
      lat: number,
      lng: number,
      thumb_url: nullable(word),
    }),
  ),
});
export type MapMarkers = Value<typeof markers>;

const town = answer({
  name: word,
  country: word.description('ISO 3166-1 alpha-2.'),
  lat: number,
  lng: number,
  population: count.description('0 when unknown.'),
  kind: oneOf(...townKinds),
});
export type Town = Value<typeof town>;

export const towns = answer({
  towns: list(town).description('The towns in the tile, the most important first.'),
  nearest: list(town).description(
    'The towns nearest to the middle of the tile, inside or outside of it, the nearest first.',
  ),
});
export type Towns = Value<typeof towns>;

export const namedTowns = answer({ towns: list(town) });
export type NamedTowns = Value<typeof namedTowns>;
