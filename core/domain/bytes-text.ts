const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** An amount of data for people: `1.5 GB`. */
export function bytesText(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || amount >= 100 ? 0 : 1;
  return `${Number(amount.toFixed(digits))} ${units[unit] ?? ''}`;
}
