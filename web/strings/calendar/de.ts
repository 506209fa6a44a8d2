import type { CalendarStrings } from './en.ts';

function photos(count: string, isOne: boolean): string {
  return isOne ? '1 Foto' : `${count} Fotos`;
}

export const calendar: CalendarStrings = {
  cell: (date, count, isOne) => `${date}, ${photos(count, isOne)}`,
  emptyCell: (date) => `${date}, keine Fotos`,
  allMonths: 'Alle Monate',
  allYears: 'Alle Jahre',
  earlier: { days: 'Vorheriger Monat', months: 'Vorheriges Jahr' },
  later: { days: 'Nächster Monat', months: 'Nächstes Jahr' },
  typeDate: 'Datum eingeben',
  example: (month, day) => `${month} oder ${day}`,
  go: 'Los',
  notADate: (month, day) => `Das ist kein Datum. Versuch es mit ${month} oder ${day}.`,
  none: (date) => `Keine Fotos: ${date}`,
};
