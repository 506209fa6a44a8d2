import type { Refused } from './api/errors.ts';
import type { ErrorName } from '../core/http/wire.ts';
import type { Sentence } from './strings/refusals/en.ts';

/** What is said of refusals, by their names. */
interface Refusals {
  readonly kinds: Readonly<Partial<Record<ErrorName, Sentence>>>;
}

/**
 * The server speaks one language, and in terms of its API. This says the same to people, in theirs.
 * @returns null where the server does not say what went wrong, as a proxy in front of it: its own sentence counts then
 */
export function inOwnWords({ kinds }: Refusals, refused: Refused): string | null {
  // It may be newer than this page.
  const { kind } = refused;
  const says = kind !== null && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  return typeof says === 'function' ? says(refused) : (says ?? null);
}
