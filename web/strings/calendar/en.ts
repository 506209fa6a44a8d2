function photos(count: string, isOne: boolean): string {
  return isOne ? '1 photo' : `${count} photos`;
}

/** The calendar of a list of photos. */
export const calendar = {
  /** For a day, a month or a year. */
  cell: (date: string, count: string, isOne: boolean) => `${date}, ${photos(count, isOne)}`,
  emptyCell: (date: string) => `${date}, no photos`,
  allMonths: 'All months',
  allYears: 'All years',
  earlier: { days: 'Previous month', months: 'Previous year' },
  later: { days: 'Next month', months: 'Next year' },
  typeDate: 'Type a date',
  example: (month: string, day: string) => `${month} or ${day}`,
  go: 'Go',
  notADate: (month: string, day: string) => `That isn’t a date. Try ${month} or ${day}.`,
  none: (date: string) => `No photos: ${date}`,
};

/** The same strings in each language. */
export type CalendarStrings = typeof calendar;
