/** The kinds of texts of a photo, the most specific first. `written` is text that is visible in the photo. */
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

/** The texts of one photo, unnormalised. */
export type PhotoTexts = Readonly<Record<TextKind, readonly string[]>>;

/** Why a search found a photo: because of a text, a thing in it, or the picture as a whole. */
export const reasonKinds = [...textKinds, 'thing', 'picture'] as const;

export interface Reason {
  readonly kind: (typeof reasonKinds)[number];
  /** The text that contains the word, or the name of the thing; null for the picture as a whole. */
  readonly text: string | null;
}
