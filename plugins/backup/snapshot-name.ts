/** `index-20261121T083000.123Z.sqlite3`: sorts by time. */
const pattern = /^index-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(?:\.(\d{3}))?Z\.sqlite3$/;

/** @param time milliseconds since the epoch */
export function snapshotName(time: number): string {
  return `index-${new Date(time).toISOString().replaceAll(/[-:]/g, '')}.sqlite3`;
}

/** Epoch seconds of the moment in a snapshot's name; null when it is the name of no snapshot. */
export function takenAt(name: string): number | null {
  const match = pattern.exec(name);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, millisecond = '0'] = match;
  const time = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(millisecond),
  );
  return Math.floor(time / 1000);
}
