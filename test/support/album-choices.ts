import type { AlbumChoices } from '../../core/timeline/selections.ts';

/** The choices of a library in which no user has decided anything about albums. */
export const noAlbumChoices: AlbumChoices = {
  ruleOf: () => undefined,
  offTimeline: () => [],
  byHand: () => undefined,
};
