/** Actions on a video, by button and by key. */
export const playing = {
  play: 'Play',
  pause: 'Pause',
  back: (seconds: number) => `Back ${seconds} seconds`,
  forward: (seconds: number) => `Forward ${seconds} seconds`,
  mute: 'Mute',
  unmute: 'Unmute',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Exit full screen',
  pictureInPicture: 'Picture in picture',
  live: 'Play live photo',
  liveFailed: 'This browser can’t play the motion of this photo',
};

/** The same strings in each language. */
export type PlayingStrings = typeof playing;
