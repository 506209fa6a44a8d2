import type { MapStrings } from './en.ts';

function photos(count: number): string {
  return count === 1 ? '1 Foto' : `${count.toLocaleString('de')} Fotos`;
}

export const map: MapStrings = {
  nearer: 'Vergrößern',
  further: 'Verkleinern',
  showAll: 'Alle Fotos anzeigen',
  keys: 'Mit den Pfeiltasten verschiebst du die Karte, mit Plus und Minus zoomst du. Daneben steht alles, was darauf liegt.',
  named: (names) => `Auf der Karte: ${names}`,
  beyond: (town, distance) => `${town} · ${distance}`,
  inView: 'In diesem Ausschnitt',
  inViewCount: (count) => photos(count),
  photos: 'Fotos',
  places: 'Orte',
  picked: 'Fotos von hier',
  nothingInView: 'Keine Fotos in diesem Ausschnitt',
  nothingInViewBody: 'Verschiebe die Karte, zoome heraus oder lass dir alle Fotos anzeigen.',
  nothingInYears: 'Keine Fotos aus diesen Jahren in diesem Ausschnitt',
  years: 'Jahre',
  yearsFrom: 'Von',
  yearsTo: 'bis',
  allYears: 'Alle Jahre',
};
