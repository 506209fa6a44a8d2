import type { MlCallOptions, MlProvider, RgbImage } from '../ml-provider.ts';
import { neverAborted, type Subject } from './suite.ts';

export interface MlProviderSubject extends Subject {
  /**
   * The provider. Tests of models that it does not have are skipped; calls that need such a model must reject.
   */
  readonly provider: MlProvider;
  /** A picture with the given number of faces, for a provider that detects faces. */
  readonly portrait?: { readonly image: RgbImage; readonly faces: number };
  /** A picture that shows the given labels, for a provider that finds labels. */
  readonly scene?: { readonly image: RgbImage; readonly labels: readonly string[] };
  /** A picture with lines of text in reading order, for a provider that reads text. */
  readonly page?: { readonly image: RgbImage; readonly lines: readonly string[] };
}

export const work = (): MlCallOptions => ({ priority: 'interactive', signal: neverAborted() });

/** A picture of one colour. */
export function plain(red: number, green: number, blue: number): RgbImage {
  const data = new Uint8Array(96 * 64 * 3);
  for (let at = 0; at < data.length; at += 3) data.set([red, green, blue], at);
  return { width: 96, height: 64, data };
}

export const isFraction = (value: number): boolean => value >= 0 && value <= 1;
