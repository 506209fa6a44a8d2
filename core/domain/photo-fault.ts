/**
 * Why a photo cannot be shown properly. `incomplete`: a part of the picture is available and shown; for all others, there
 * is no picture. `away`: its source does not have it any more.
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
