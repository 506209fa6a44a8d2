import type { PlayerStrings } from '../../strings/player/en.ts';
import type { PlayingStrings } from '../../strings/playing/en.ts';

/** What the player says, and how the visit writes numbers: the app and the page of a share link have it in their own ways. */
export interface PlayerWords extends PlayerStrings, PlayingStrings {
  readonly locale: string;
}
