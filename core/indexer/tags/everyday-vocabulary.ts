import { places } from './everyday-places.ts';
import { thingsAndOccasions } from './everyday-things.ts';
import { vocabularyOf, type Vocabulary } from './vocabulary.ts';

/** Words for the photos that people have, in English: the language that all models of the kind know. */
export const everydayVocabulary: Vocabulary = vocabularyOf(
  [...places, ...thingsAndOccasions],
  ['a photo', 'a picture', 'an image', 'a photo of something'],
);
