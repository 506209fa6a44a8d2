/** The short day and time of a photo, in the local time of capture. @param local ISO 8601 without time zone */
export function shortTime(local: string, language?: string): { day: string; clock: string } {
  const date = new Date(`${local.slice(0, 19)}Z`);
  if (Number.isNaN(date.getTime())) return { day: '', clock: '' };
  const day = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return {
    day: new Intl.DateTimeFormat(language, day).format(date),
    clock: new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' }).format(date),
  };
}
