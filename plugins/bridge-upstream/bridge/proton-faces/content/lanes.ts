import { Turns } from '../../turns.ts';

/** Slots for downloads. A turn lasts until the end of the upstream's response. */
export type Lanes = Readonly<Record<'background' | 'people', Turns>>;

/**
 * The upstream has five slots for downloads: two are used for background requests and two for users, one is left for
 * itself.
 * @param patience milliseconds to wait for a turn
 */
export function downloadLanes(patience: number): Lanes {
  const limits = { atOnce: 2, waiting: 128, patience };
  return { background: new Turns(limits), people: new Turns(limits) };
}
