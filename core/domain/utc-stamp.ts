/**
 * An instant as part of a file name that sorts by time: `20261121T083000.123Z`.
 * @param time milliseconds since the epoch
 */
export function utcStamp(time: number): string {
  return new Date(time).toISOString().replaceAll(/[-:]/g, '');
}
