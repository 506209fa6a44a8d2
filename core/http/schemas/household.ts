import { answer, extended, list, nullable, type Value } from './answer.ts';
import { boolean, count, integer, text, word } from './parts.ts';
import { person } from './people.ts';
import { albumRef } from './photos.ts';

/** Schemas of what is hidden from some users, or by users for themselves. */

/** From whom an album or a person is hidden. */
export const audience = answer({
  kept_from_readers: boolean.description('Whether it is kept from all users with the role read.'),
  kept_from: nullable(list(count)).description(
    'Ids of further users from whom it is kept; null if the caller is not an admin.',
  ),
});
export type Audience = Value<typeof audience>;

/** One of the two is null. */
const withholding = extended(audience, {
  album: nullable(answer({ uid: word, name: text })),
  person: nullable(answer({ id: integer, name: nullable(text) })),
});
export type Withholding = Value<typeof withholding>;

export const withholdings = answer({ withholdings: list(withholding) });
export type Withholdings = Value<typeof withholdings>;

export const hiddenByMe = answer({ hidden_by_me: boolean });
export type HiddenByMe = Value<typeof hiddenByMe>;

export const allHiddenByMe = answer({
  /** The number of photos hidden one by one. */
  photos: count,
  /** Most recently hidden first, like the albums. */
  people: list(person),
  albums: list(albumRef),
});
export type AllHiddenByMe = Value<typeof allHiddenByMe>;
