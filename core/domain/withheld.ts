import { IdSet } from '../plugin-api/toolkit/id-set.ts';
import type { Audience } from './viewer-scope.ts';

/**
 * The photos, people and albums that are withheld from an audience, at one moment. It never changes: later there is
 * another one.
 */
export interface Withheld {
  /** Another one for each set of photos; 0 where nothing is kept. */
  readonly key: number;
  /** Another one whenever the photos, their faces or their flags may have changed. */
  readonly version: string;
  readonly photos: IdSet;
  /** Ids of people. */
  readonly people: ReadonlySet<number>;
  /** Uids of albums. */
  readonly albums: ReadonlySet<string>;
}

/** Knows what is withheld from an audience now. */
export type WithheldFrom = (audience: Audience) => Withheld;

export const nothingWithheld: Withheld = {
  key: 0,
  version: '',
  photos: new IdSet(),
  people: new Set(),
  albums: new Set(),
};
