import { bytesText } from '../domain/bytes-text.ts';

/** Seconds before which a rate is meaningless. */
const tooSoon = 0.5;

/** A transfer rate: `3.2 MB/s`; empty while unknown. */
export function rateText(bytes: number, seconds: number): string {
  return seconds < tooSoon ? '' : `${bytesText(bytes / seconds)}/s`;
}
