import type { Box } from '../plugin-api/toolkit/boxes.ts';

/** A label that a model gives to a photo. */
export interface PhotoLabel {
  /** A word of the model's vocabulary. */
  readonly label: string;
  /** 0 to 1 */
  readonly score: number;
  /** In fractions of the upright photo; null if it fills the photo, or the model cannot locate it. */
  readonly box: Box | null;
}

/** The photos that match a word: those whose scores of `labels` add up to `least` or more. */
export interface LabelQuery {
  readonly labels: readonly string[];
  readonly least: number;
}

/** A label with its names in each language. */
export interface NamedThing extends PhotoLabel {
  readonly names: { readonly en: string; readonly de: string; readonly fr: string };
}

/** A line of text in a photo. */
export interface TextLine {
  readonly text: string;
  /** 0 to 1 */
  readonly score: number;
  readonly box: Box;
}
