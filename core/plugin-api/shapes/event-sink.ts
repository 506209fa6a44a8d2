import { eventKinds, type EventKind } from '../events.ts';

/** The problem with the kinds of events that an event sink or a caller wants, and a remedy; null if there is none. */
export function eventKindsProblem(kinds: unknown): readonly [problem: string, remedy: string] | null {
  if (kinds === undefined) return null;
  const allKinds = eventKinds.join(', ');
  if (!Array.isArray(kinds) || kinds.length === 0) {
    return ['provides an event-sink whose kinds are not a list', `leave them out, or list some of ${allKinds}`];
  }
  const unknown = kinds.find((kind) => !eventKinds.includes(kind as EventKind)) as unknown;
  if (unknown === undefined) return null;
  return [`provides an event-sink for ${JSON.stringify(unknown)}, which never happens`, `what happens is ${allKinds}`];
}

/** @throws Error if a plugin requests a kind of event that does not exist */
export function checkKinds(kinds: readonly EventKind[]): void {
  const [, remedy] = eventKindsProblem(kinds) ?? [];
  if (remedy !== undefined) throw new Error(`kinds must be some of what happens: ${remedy}.`);
}
