/** The simulated cost of reading from a remote store. */
export interface MeterSettings {
  /** For all reads together. */
  readonly bytesPerSecond: number;
  /** Concurrent reads. */
  readonly slots: number;
  /** Milliseconds before the first byte of each read. */
  readonly latency: number;
}

export const meterExample = '20mbit,4,150ms';

/**
 * Parses `rate[,slots[,latency]]`: `20mbit`, `20mbit,4`, `20mbit,4,150ms`. The defaults are 4 slots and 150 ms.
 * @returns undefined if it is invalid
 */
export function parseMeter(text: string): MeterSettings | undefined {
  const match = /^(\d{1,5}(?:\.\d{1,3})?)mbit(?:,(\d{1,3})(?:,(\d{1,5})ms)?)?$/i.exec(text.replaceAll(' ', ''));
  const [rate, slots, latency] = [Number(match?.[1]), Number(match?.[2] ?? 4), Number(match?.[3] ?? 150)];
  if (!(rate > 0) || slots < 1 || latency > 20_000) return undefined;
  return { bytesPerSecond: (rate * 1_000_000) / 8, slots, latency };
}
