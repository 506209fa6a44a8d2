import type { PlayerStrings } from '../../strings/player/en.ts';
import type { PlayingStrings } from '../../strings/playing/en.ts';

/** The strings and the locale of the player; app and share page provide them separately. */
export interface PlayerWords extends PlayerStrings, PlayingStrings {
  readonly locale: string;
}
