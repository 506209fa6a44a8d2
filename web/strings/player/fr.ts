import type { PlayerStrings } from './en.ts';

export const player: PlayerStrings = {
  video: 'Vidéo',
  playAgain: 'Revoir',
  position: 'Position',
  at: (time, length) => (length === null ? time : `${time} sur ${length}`),
  volume: 'Volume',
  speed: 'Vitesse',
  loading: 'Chargement de la vidéo…',
  busy: 'Le serveur est occupé par d’autres vidéos',
  busyBody: 'Réessayez dans un instant.',
  lost: 'Impossible de charger la vidéo',
  lostBody: 'Vérifiez votre connexion et réessayez.',
  unplayable: 'Ce navigateur ne peut pas lire la vidéo',
  codec: (name) => `Votre navigateur ne connaît pas ce format : ${name}.`,
  unknownCodec: 'Votre navigateur ne connaît pas ce format.',
  noConverter: 'Le serveur pourrait la convertir avec ffmpeg, qui n’y est pas installé.',
  downloadAdvice: 'Téléchargez l’original pour le regarder dans une autre application.',
  tryAgain: 'Réessayer',
  download: 'Télécharger l’original',
};
