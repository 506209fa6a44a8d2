import type { PlayingStrings } from './en.ts';

export const playing: PlayingStrings = {
  play: 'Abspielen',
  pause: 'Pause',
  back: (seconds) => `${seconds} Sekunden zurück`,
  forward: (seconds) => `${seconds} Sekunden vor`,
  mute: 'Ton aus',
  unmute: 'Ton an',
  fullScreen: 'Vollbild',
  leaveFullScreen: 'Vollbild beenden',
  pictureInPicture: 'Bild im Bild',
  live: 'Live-Foto abspielen',
  liveFailed: 'Dieser Browser kann die Bewegung dieses Fotos nicht abspielen',
};
