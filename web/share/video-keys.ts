import type { VideoPlayer } from '../state/viewer/video/player.ts';
import { longSkip, shortSkip } from '../state/viewer/video/skips.ts';

const keys: Readonly<Record<string, (player: VideoPlayer) => void>> = {
  ' ': (player) => {
    player.toggle();
  },
  k: (player) => {
    player.toggle();
  },
  j: (player) => {
    player.skip(-longSkip);
  },
  l: (player) => {
    player.skip(longSkip);
  },
  m: ({ habits }) => {
    habits.toggleSound();
  },
};

const withShift: typeof keys = {
  ArrowLeft: (player) => {
    player.skip(-shortSkip);
  },
  ArrowRight: (player) => {
    player.skip(shortSkip);
  },
};

/** The action of a key while a video is open, as in the app; undefined for other keys. */
export function videoKey({ key, shiftKey, target }: KeyboardEvent): ((player: VideoPlayer) => void) | undefined {
  // The focused control handles the space bar.
  if (target instanceof Element && target.closest('button, a, select')) return key === ' ' ? undefined : keys[key];
  return shiftKey ? (withShift[key] ?? keys[key.toLowerCase()]) : keys[key];
}
