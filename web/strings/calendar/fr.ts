import type { CalendarStrings } from './en.ts';

function photos(count: string, isOne: boolean): string {
  return isOne ? '1 photo' : `${count} photos`;
}

export const calendar: CalendarStrings = {
  cell: (date, count, isOne) => `${date}, ${photos(count, isOne)}`,
  emptyCell: (date) => `${date}, aucune photo`,
  allMonths: 'Tous les mois',
  allYears: 'Toutes les années',
  earlier: { days: 'Mois précédent', months: 'Année précédente' },
  later: { days: 'Mois suivant', months: 'Année suivante' },
  typeDate: 'Saisir une date',
  example: (month, day) => `${month} ou ${day}`,
  go: 'Y aller',
  notADate: (month, day) => `Ce n’est pas une date. Essayez ${month} ou ${day}.`,
  none: (date) => `Aucune photo : ${date}`,
};
