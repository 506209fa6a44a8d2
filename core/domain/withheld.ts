import { IdSet } from '../plugin-api/toolkit/id-set.ts';
import type { Audience } from './viewer-scope.ts';

/**
 * The photos, people and albums that are withheld from an audience at one time. It is immutable: after a change there is a
 * new one.
 */
export interface WithheldItems {
  /** Unique for each set of photos; 0 if nothing is withheld. */
  readonly key: number;
  /** Changes whenever the photos, their faces or their flags may have changed. */
  readonly version: string;
  readonly photos: IdSet;
  /** Ids of people. */
  readonly people: ReadonlySet<number>;
  /** Uids of albums. */
  readonly albums: ReadonlySet<string>;
}

/** Returns what is currently withheld from an audience. */
export type WithheldFrom = (audience: Audience) => WithheldItems;

export const nothingWithheld: WithheldItems = {
  key: 0,
  version: '',
  photos: new IdSet(),
  people: new Set(),
  albums: new Set(),
};
