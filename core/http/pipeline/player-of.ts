import { firstHeader } from './first-header.ts';
import type { Call } from './route.ts';

/** The same for two requests for one thing by one program on one machine, as far as can be told; null where it cannot. */
export function playerOf({ address, headers }: Pick<Call, 'address' | 'headers'>, what: string): string | null {
  const program = firstHeader(headers, 'user-agent');
  return program === undefined ? null : `${address} ${program} ${what}`;
}
