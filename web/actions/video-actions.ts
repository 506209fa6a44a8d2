import type { App } from '../app.ts';
import type { VideoPlayer } from '../state/viewer/video/player.ts';
import { longSkip, shortSkip } from '../state/viewer/video/skips.ts';
import { text } from '../strings/index.ts';
import type { Action } from './action.ts';

/** An action on the open video; slide shows have their own keys. @param plays what it does */
function videoAction(
  plays: (player: VideoPlayer) => void,
  isOffered: (app: App) => boolean = ({ viewer }) => !viewer.show.playing.value,
): Pick<Action, 'role' | 'group' | 'repeats' | 'isOffered' | 'run'> {
  return {
    role: 'read',
    group: 'video',
    repeats: true,
    isOffered: (app) => app.viewer.video.value !== null && isOffered(app),
    run: ({ viewer }) => {
      if (viewer.video.value) plays(viewer.video.value);
    },
  };
}

function skipAction(id: string, shortcut: string, by: number): Action {
  return {
    id,
    label: () => (by < 0 ? text.playing.back(-by) : text.playing.forward(by)),
    shortcut,
    ...videoAction((player) => {
      player.skip(by);
    }),
  };
}

/** Actions on the open video. */
export const videoActions: readonly Action[] = [
  {
    id: 'play-video',
    label: ({ viewer }) => (viewer.video.value?.playing.value ? text.playing.pause : text.playing.play),
    shortcut: 'Space',
    otherKey: 'k',
    ...videoAction((player) => {
      player.toggle();
    }),
  },
  skipAction('video-back', 'j', -longSkip),
  skipAction('video-forward', 'l', longSkip),
  skipAction('video-back-a-bit', 'Shift+ArrowLeft', -shortSkip),
  skipAction('video-forward-a-bit', 'Shift+ArrowRight', shortSkip),
  {
    id: 'video-sound',
    label: ({ viewer }) => (viewer.habits.muted.value ? text.playing.unmute : text.playing.mute),
    shortcut: 'm',
    ...videoAction(
      ({ habits }) => {
        habits.toggleSound();
      },
      () => true,
    ),
  },
  {
    id: 'video-full-screen',
    label: () => text.playing.fullScreen,
    shortcut: 'Shift+f',
    ...videoAction((player) => {
      player.wantsScreen.value++;
    }),
  },
];
