// Albums and people that users hide for themselves.

import type { Person } from './people.ts';
import type { AlbumRef } from './photos.ts';

export interface HiddenByMe {
  hidden_by_me: boolean;
}

export interface AllHiddenByMe {
  /** How many photos, one by one. */
  photos: number;
  /** The latest first. */
  people: Person[];
  albums: AlbumRef[];
}
