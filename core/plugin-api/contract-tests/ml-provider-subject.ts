import type { MlCallOptions, MlProvider, RgbImage } from '../ml-provider.ts';
import { quiet, type Subject } from './suite.ts';

export interface MlProviderSubject extends Subject {
  /** The models that the provider has are tested. Without a model, it must refuse the work; tests of the model are skipped then. */
  readonly provider: MlProvider;
  /** A picture with as many faces as it says, for a provider that detects them. */
  readonly portrait?: { readonly image: RgbImage; readonly faces: number };
  /** A picture that shows what the labels say, for a provider that names things. */
  readonly scene?: { readonly image: RgbImage; readonly labels: readonly string[] };
  /** A picture with lines of text in reading order, for a provider that reads it. */
  readonly page?: { readonly image: RgbImage; readonly lines: readonly string[] };
}

export const work = (): MlCallOptions => ({ priority: 'interactive', signal: quiet() });
export const abortedWork = (): MlCallOptions => ({ priority: 'interactive', signal: AbortSignal.abort() });

/** A picture of one colour. */
export function plain(red: number, green: number, blue: number): RgbImage {
  const data = new Uint8Array(96 * 64 * 3);
  for (let at = 0; at < data.length; at += 3) data.set([red, green, blue], at);
  return { width: 96, height: 64, data };
}

export const isFraction = (value: number): boolean => value >= 0 && value <= 1;
