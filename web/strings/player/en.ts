/** The video player, in the app and on the page of a share link. */
export const player = {
  video: 'Video',
  playAgain: 'Play again',
  position: 'Position',
  at: (time: string, length: string | null) => (length === null ? time : `${time} of ${length}`),
  volume: 'Volume',
  speed: 'Speed',
  loading: 'Loading the video…',
  busy: 'The server is busy with other videos',
  busyBody: 'Try again in a moment.',
  lost: 'Couldn’t load the video',
  lostBody: 'Check your connection and try again.',
  unplayable: 'This browser can’t play the video',
  codec: (name: string) => `It’s in a format that your browser doesn’t know: ${name}.`,
  unknownCodec: 'It’s in a format that your browser doesn’t know.',
  noConverter: 'The server could convert it with ffmpeg, but that isn’t installed there.',
  downloadAdvice: 'Download the original to watch it in another app.',
  tryAgain: 'Try again',
  download: 'Download the original',
};

/** The same strings in each language. */
export type PlayerStrings = typeof player;
