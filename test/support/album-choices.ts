import type { AlbumChoices } from '../../core/timeline/selections.ts';

/** Of a library in which nobody has decided anything about albums. */
export const noAlbumChoices: AlbumChoices = {
  ruleOf: () => undefined,
  offTimeline: () => [],
  byHand: () => undefined,
};
