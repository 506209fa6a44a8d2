import { bytesText } from '../domain/bytes-text.ts';

/** Seconds before which a rate says nothing. */
const tooSoon = 0.5;

/** How fast bytes come: `3.2 MB/s`; empty as long as nobody can tell. */
export function rateText(bytes: number, seconds: number): string {
  return seconds < tooSoon ? '' : `${bytesText(bytes / seconds)}/s`;
}
