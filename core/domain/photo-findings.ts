import type { Box } from '../plugin-api/toolkit/boxes.ts';

/** What a model says that a photo shows. */
export interface PhotoLabel {
  /** In the vocabulary of the model. */
  readonly label: string;
  /** 0 to 1 */
  readonly score: number;
  /** In fractions of the upright photo; null where it fills the photo, or the model cannot tell. */
  readonly box: Box | null;
}

/** Photos that a word means: those whose scores of `labels` add up to `least` or more. */
export interface LabelQuery {
  readonly labels: readonly string[];
  readonly least: number;
}

/** A thing in a photo, with what people call it. */
export interface NamedThing extends PhotoLabel {
  readonly names: { readonly en: string; readonly de: string; readonly fr: string };
}

/** A line that is written in a photo. */
export interface WrittenLine {
  readonly text: string;
  /** 0 to 1 */
  readonly score: number;
  readonly box: Box;
}
