// Albums and people that users hide for themselves.

import type { Person } from './people.ts';
import type { AlbumRef } from './photos.ts';

export interface HiddenByMe {
  hidden_by_me: boolean;
}

export interface AllHiddenByMe {
  /** The number of photos hidden one by one. */
  photos: number;
  /** Most recently hidden first. */
  people: Person[];
  albums: AlbumRef[];
}
