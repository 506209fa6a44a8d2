import type { LibraryEvent } from '../plugin-api/index.ts';
import type { EventRow } from '../store/events/library-events.ts';

/** An event in the form for plugins. Each plugin gets its own objects. */
export function pluginEvent({ id, at, kind, facts }: EventRow): LibraryEvent {
  return { cursor: cursorOf(id), at, kind, ...(JSON.parse(facts) as object) } as LibraryEvent;
}

export const cursorOf = (id: number): string => `e${id}`;

/** @throws Error if the cursor was not made by `cursorOf` */
export function readCursor(cursor: unknown): number {
  const [, id] = /^e(\d{1,15})$/.exec(String(cursor)) ?? [];
  if (id === undefined) throw new Error('The cursor is none of this server: begin with events.head().');
  return Number(id);
}
