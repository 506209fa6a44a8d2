import type { FaceStrings } from './en.ts';

/** Deutsch. */
export const faceStrings: FaceStrings = {
  faces: (count: number) => (count === 1 ? '1 Gesicht' : `${count.toLocaleString('de')} Gesichter`),
  useAsCover: 'Als Titelbild verwenden',
  isCover: 'Titelbild',
  notThisPerson: 'Nicht diese Person',
  notAFace: 'Kein Gesicht',
  faceRejected: 'Das ist kein Gesicht',
  saidNoFace: 'Du hast gesagt: kein Gesicht',
  isAFace: 'Doch ein Gesicht',
  faceRestored: 'Gilt wieder als Gesicht',
  rejectedFaces: 'Kein Gesicht',
  rejectedFacesHint:
    'Du hast gesagt, dass das keine Gesichter sind. Sie bekommen keine Vorschläge und auf Fotos keinen Rahmen.',
  noRejectedFaces: 'Hier ist nichts',
  noRejectedFacesBody: 'Was du als „kein Gesicht“ markierst, bleibt hier, falls du es dir anders überlegst.',
  coverChosen: 'Titelbild gespeichert',
  faceTaken: (name: string) => `Gehört nicht mehr zu ${name}`,
  openPhotoOf: 'Foto öffnen',
  noFaces: 'Keine Gesichter zu sehen',
  noFacesBody: 'Vielleicht sind die Fotos verborgen oder noch nicht eingelesen.',
  faceAssigned: (name: string | null) => (name === null ? 'Jemandem ohne Namen zugeordnet' : `${name} zugeordnet`),
  followed: (count: number) =>
    count === 1
      ? 'Ein ähnliches Gesicht wurde gleich mit zugeordnet.'
      : `${count.toLocaleString('de')} ähnliche Gesichter wurden gleich mit zugeordnet.`,
  whoIsThis: 'Wer ist das?',
  thisIs: (name: string | null) => (name === null ? 'Das ist jemand ohne Namen' : `Das ist ${name}`),
  nthSuggestion: (n: number) => `Vorschlag ${n} annehmen`,
  saidToBe: (name: string | null) => `Du hast gesagt: ${name ?? 'jemand ohne Namen'}`,
  typeName: 'Namen eingeben',
  newName: (name: string) => `Neu: ${name}`,
  skip: 'Überspringen',
  faceBefore: 'Zurück',
  faceOf: (at: string, total: string) => `${at} von ${total}`,
  facePhoto: 'Das Foto mit diesem Gesicht',
};
