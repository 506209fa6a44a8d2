import type { TripStrings } from './en.ts';

function photos(count: number): string {
  return count === 1 ? '1 Foto' : `${count.toLocaleString('de')} Fotos`;
}

/** Deutsch. */
export const trips: TripStrings = {
  none: 'Noch keine Reisen',
  noneBody: 'Fotos mit Ort, die nicht zu Hause entstanden sind, werden hier zu Reisen.',
  somewhere: 'Reise',
  andMore: (countries: string, more: number) => `${countries} und ${more} weitere`,
  days: 'Tage',
  allDays: 'Alle Tage',
  map: 'Wo das war',
  play: 'Diashow abspielen',
  renameTitle: 'Wie heißt diese Reise?',
  renameHint: 'Lass das Feld leer, dann heißt sie nach ihren Orten.',
  changeDays: 'Tage ändern',
  firstDay: 'Erster Tag',
  lastDay: 'Letzter Tag',
  split: 'Teilen',
  splitTitle: 'In zwei Reisen teilen',
  splitAt: 'Die zweite Reise beginnt am',
  merge: 'Zusammenfassen',
  mergeTitle: 'Mit welcher Reise zusammenfassen?',
  mergeHint: 'Fotos, die dazwischen zu Hause entstanden sind, gehören nicht zur Reise.',
  makeAlbum: 'Album daraus machen',
  notATrip: 'Keine Reise',
  notATripTitle: 'Ist das keine Reise?',
  notATripHint: 'Die Fotos bleiben, wo sie sind. Sie sind nur keine Reise mehr.',
  renamed: (name: string) => `Reise umbenannt: ${name}`,
  changed: (name: string) => `Reise geändert: ${name}`,
  merged: (count: number) => `Zu einer Reise mit ${photos(count)} zusammengefasst`,
  splitDone: 'Das sind jetzt zwei Reisen',
  dismissed: 'Das ist keine Reise mehr',
  noSuch: 'Reise nicht gefunden',
  noSuchBody: 'Vielleicht wurde sie mit einer anderen zusammengefasst oder ist keine Reise mehr.',
  refusals: {
    no_such_trip: 'Diese Reise gibt es nicht mehr.',
    trip_between: 'Dazwischen liegt noch eine andere Reise. Fasse auch diese mit zusammen oder wähle andere.',
    trip_changed: 'Die Reise wurde seitdem geändert. Mach zuerst das rückgängig.',
    bad_trip_days: 'Diese Tage passen nicht zu einer Reise. Prüfe den ersten und den letzten Tag.',
  },
};
