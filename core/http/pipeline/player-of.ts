import { firstHeader } from './first-header.ts';
import type { Call } from './route.ts';

/**
 * Identifies the player: two requests for the same thing by the same program on the same machine get the same result; null
 * if unknown.
 */
export function playerOf({ address, headers }: Pick<Call, 'address' | 'headers'>, subject: string): string | null {
  const program = firstHeader(headers, 'user-agent');
  return program === undefined ? null : `${address} ${program} ${subject}`;
}
