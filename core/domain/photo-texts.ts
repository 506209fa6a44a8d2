/** The kinds of texts of a photo, the most specific first. `written` is text that is seen in the photo. */
export const textKinds = [
  'people',
  'tags',
  'caption',
  'albums',
  'place',
  'written',
  'name',
  'auto_tags',
  'camera',
] as const;
export type TextKind = (typeof textKinds)[number];

/** The texts of one photo, as they were given. */
export type PhotoTexts = Readonly<Record<TextKind, readonly string[]>>;

/** Why a search found a photo: a text with it, a thing in it, or its look as a whole. */
export const reasonKinds = [...textKinds, 'thing', 'picture'] as const;

export interface Reason {
  readonly kind: (typeof reasonKinds)[number];
  /** The text that has the word, or the word that names the thing; null of the picture as a whole. */
  readonly text: string | null;
}
