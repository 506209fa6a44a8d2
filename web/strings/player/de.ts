import type { PlayerStrings } from './en.ts';

export const player: PlayerStrings = {
  video: 'Video',
  playAgain: 'Noch einmal abspielen',
  position: 'Position',
  at: (time, length) => (length === null ? time : `${time} von ${length}`),
  volume: 'Lautstärke',
  speed: 'Geschwindigkeit',
  loading: 'Das Video wird geladen …',
  busy: 'Der Server ist mit anderen Videos beschäftigt',
  busyBody: 'Versuch es gleich noch einmal.',
  lost: 'Das Video lässt sich nicht laden',
  lostBody: 'Prüfe deine Verbindung und versuch es noch einmal.',
  unplayable: 'Dieser Browser kann das Video nicht abspielen',
  codec: (name) => `Dein Browser kennt das Format nicht: ${name}.`,
  unknownCodec: 'Dein Browser kennt das Format nicht.',
  noConverter: 'Der Server könnte es mit ffmpeg umwandeln, aber das ist dort nicht installiert.',
  downloadAdvice: 'Lade das Original herunter, um es in einer anderen App anzusehen.',
  tryAgain: 'Erneut versuchen',
  download: 'Original herunterladen',
};
