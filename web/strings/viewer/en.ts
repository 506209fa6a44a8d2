import type { PhotoFaultKind } from '../../../core/http/wire.ts';

const faults: Record<PhotoFaultKind, string> = {
  incomplete: 'Part of the picture is missing',
  damaged: 'The file is damaged',
  empty: 'The file is empty',
  unsupported: 'This kind of file can’t be shown yet',
  too_large: 'The picture is too large to be read here',
  unreadable: 'The file can’t be read right now',
  away: 'The file is gone from your photo store',
  no_preview: 'No preview in this file',
  unread: 'Not read yet, there’s no preview',
};

/** The photo viewer. */
export const viewer = {
  position: (at: string, total: string) => `${at} of ${total}`,
  filmstrip: 'Photos before and after',
  moreActions: 'More actions',
  keepZoom: 'Keep zoom between photos',
  zoomKept: (isOn: boolean): string => (isOn ? 'Zoom is kept between photos' : 'Each photo fits the screen again'),
  pause: 'Pause',
  play: 'Play',
  slideControls: 'Slide show',
  pace: 'Time per photo',
  seconds: (count: number) => `${count} s`,
  faults,
  /** How far the photo was read, if not completely. */
  examined: {
    thumbnail: 'Only the preview has been read so far',
    head: 'Only the preview and the file’s details have been read so far',
  },
  /** Advice, shown below the reason. */
  faultAdvice: 'You can still download the original.',
  incompleteAdvice: 'This is the part that could be read. A fresh copy of the file in your photo store fixes it.',
  awayAdvice: 'If it comes back, it shows up here again.',
  notShown: 'This photo can’t be shown',
  downloadOriginal: 'Download the original',
  tryFile: 'Try again',
  tryingFile: 'Reading the file again…',
  stillBad: 'This file still can’t be read',
  originalOnly: 'The original can’t be loaded right now',
  storeAway: 'The original can’t be loaded: the photo store can’t be reached. It appears here once the store is back.',
};

export type ViewerStrings = typeof viewer;
