/** A point in time, independent of the reader's time zone: `2026-11-21 05:04 UTC`. @param seconds since the epoch */
export function timeText(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
