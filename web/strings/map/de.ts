import type { MapStrings } from './en.ts';

function photos(count: number): string {
  return count === 1 ? '1 Foto' : `${count.toLocaleString('de')} Fotos`;
}

export const map: MapStrings = {
  nearer: 'Vergrößern',
  further: 'Verkleinern',
  showAll: 'Alle Fotos zeigen',
  keys: 'Mit den Pfeiltasten verschiebst du die Karte, mit Plus und Minus zoomst du. Daneben steht, was sie zeigt.',
  named: (names) => `Auf der Karte: ${names}`,
  beyond: (town, distance) => `${town} · ${distance}`,
  inView: 'In diesem Ausschnitt',
  inViewCount: (count) => photos(count),
  photos: 'Fotos',
  places: 'Orte',
  picked: 'Fotos von hier',
  nothingInView: 'Keine Fotos in diesem Ausschnitt',
  nothingInViewBody: 'Verschiebe die Karte, zoome heraus oder zeig alle Fotos.',
  nothingInYears: 'Keine Fotos aus diesen Jahren',
  years: 'Jahre',
  yearsFrom: 'Von',
  yearsTo: 'bis',
  allYears: 'Alle Jahre',
};
