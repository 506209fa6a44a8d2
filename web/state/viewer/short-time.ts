/** Day and clock of a photo, in short, as both were where it was taken. @param local without zone, ISO 8601 */
export function shortTime(local: string, language?: string): { day: string; clock: string } {
  const date = new Date(`${local.slice(0, 19)}Z`);
  if (Number.isNaN(date.getTime())) return { day: '', clock: '' };
  const day = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return {
    day: new Intl.DateTimeFormat(language, day).format(date),
    clock: new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' }).format(date),
  };
}
