import type { naming as english } from './en.ts';

const number = (count: number): string => count.toLocaleString('de');
const plural = (count: number, single: string, many: string): string =>
  count === 1 ? single : `${number(count)} ${many}`;

export const naming: typeof english = {
  stages: { groups: 'Gruppen', likely: 'Wahrscheinlich', rest: 'Andere Gesichter' },
  likeness: { likely: 'Wahrscheinlich', maybe: 'Vielleicht' },
  groupOf: (photos) => `Auf ${plural(photos, '1 Foto', 'Fotos')}`,
  seePerson: 'Alle Fotos ansehen',
  ignore: 'Ignorieren',
  ignored: 'Ignoriert',
  ignoredPeople: (count) => plural(count, '1 Person ignoriert', 'Personen ignoriert'),
  saidIgnored: 'Von dir ignoriert',
  bringBack: 'Zurückholen',
  broughtBack: 'Wird nicht mehr ignoriert',
  ignoredHint:
    'Leute, die du nicht kennst. Du wirst nicht mehr nach ihnen gefragt, und für sie wird niemand vorgeschlagen.',
  noIgnored: 'Niemand wird ignoriert',
  noIgnoredBody: 'Wenn du jemanden ignorierst, den du nicht kennst, findest du ihn hier wieder.',
  ignoredGroups: 'Gruppen',
  ignoredFaces: 'Einzelne Gesichter',
  nobodyAlike: 'Ähnelt niemandem, der schon einen Namen hat.',
  lookingForLikely: 'Gesichter, die du kennen könntest, werden gesucht …',
  showRest: (count) =>
    count === 1 ? 'Das andere Gesicht anzeigen' : `Die anderen ${number(count)} Gesichter anzeigen`,
  restHint: 'Zu diesen Gesichtern passt kein Name: meist Fremde im Hintergrund.',
  everybodyNamed: 'Alle haben einen Namen',
  everybodyNamedBody: 'Neue Gesichter erscheinen hier, sobald neue Fotos dazukommen.',
  stageDone: 'Keine Gesichter mehr mit wahrscheinlichem Namen',
  restDone: 'Keine weiteren Gesichter',
  skippedSome: (count) => `Du hast ${number(count)} übersprungen`,
  showSkipped: 'Übersprungene anzeigen',
  backToGroups: 'Gruppen benennen',
  notSure: 'Nicht sicher',
  pairLikeness: { likely: 'Sie sehen sich sehr ähnlich', maybe: 'Vielleicht dieselbe Person' },
  closeComparison: 'Schließen',
  whoElse: 'Wer noch?',
  whoElseTitle: (name) => (name === null ? 'Wer ist noch dieselbe Person?' : `Wer ist noch ${name}?`),
  whoElseHint: 'Hake alle an, die dieselbe Person sind. Du kannst alles auf einmal rückgängig machen.',
  nobodyElse: 'Sonst sieht niemand ähnlich aus',
  nobodyElseBody: 'Alle Gesichter, die diese Person sein könnten, sind schon hier.',
  tickLikely: 'Alle wahrscheinlichen anhaken',
  samePersonAll: (count) => `Dieselbe Person (${number(count)})`,
  joined: (name, photos) => (name === null ? `Zusammengeführt: ${photos}` : `${name}: jetzt ${photos}`),
  looseFaces: 'Einzelne Gesichter',
  order: 'Reihenfolge',
  byPhotos: 'Meiste Fotos',
  byCandidates: 'Meiste ähnliche Personen',
  candidates: (count) => plural(count, '1 ähnliche Person', 'ähnliche Personen'),
  noCandidates: 'Keine ähnlichen Personen',
  pastStep: (count, into) => `${number(count)} Personen mit ${into ?? 'jemandem ohne Namen'} zusammengeführt`,
};
