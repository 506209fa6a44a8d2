/**
 * Why a photo cannot be shown as it should be. `incomplete`: a part of the picture is there and is shown; of all others there
 * is nothing to see. `away`: its source does not have it any more.
 */
export const photoFaults = [
  'incomplete',
  'damaged',
  'empty',
  'unsupported',
  'too_large',
  'unreadable',
  'away',
] as const;
export type PhotoFault = (typeof photoFaults)[number];
