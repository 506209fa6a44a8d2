import type { PlayingStrings } from './en.ts';

export const playing: PlayingStrings = {
  play: 'Lire',
  pause: 'Pause',
  back: (seconds) => `Reculer de ${seconds} secondes`,
  forward: (seconds) => `Avancer de ${seconds} secondes`,
  mute: 'Couper le son',
  unmute: 'Rétablir le son',
  fullScreen: 'Plein écran',
  leaveFullScreen: 'Quitter le plein écran',
  pictureInPicture: 'Image dans l’image',
  live: 'Lire la photo live',
  liveFailed: 'Ce navigateur ne peut pas animer cette photo',
};
