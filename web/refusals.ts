import type { Refused } from './api/errors.ts';
import type { ErrorName } from '../core/http/wire.ts';
import type { Sentence } from './strings/refusals/en.ts';

/** Messages for errors, by name. */
interface Refusals {
  readonly kinds: Readonly<Partial<Record<ErrorName, Sentence>>>;
}

/**
 * A message for people in their language, in place of the server's, which is in English and in terms of its API.
 * @returns null if the response has no known error name, as from a proxy: the original message is shown then
 */
export function inOwnWords({ kinds }: Refusals, refused: Refused): string | null {
  // A newer server may send names that the page does not know.
  const { kind } = refused;
  const says = kind !== null && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  return typeof says === 'function' ? says(refused) : (says ?? null);
}
