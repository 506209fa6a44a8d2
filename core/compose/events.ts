import { setTimeout } from 'node:timers/promises';
import { EventDelivery } from '../plugins/event-delivery.ts';
import { EventListening } from '../plugins/event-listening.ts';
import { EventListeners } from '../store/events/event-listeners.ts';
import { LibraryEvents } from '../store/events/library-events.ts';
import { inject } from './inject.ts';
import type { Register } from './register.ts';

/** Events of the library, for plugins. */
export function registerEvents(register: Register): void {
  register(
    inject.eventListening,
    (c) => new EventListening({ events: c.resolve(LibraryEvents), listeners: c.resolve(EventListeners) }),
  );
  register(
    inject.eventDelivery,
    (c) =>
      new EventDelivery({
        events: c.resolve(LibraryEvents),
        listeners: c.resolve(EventListeners),
        log: c.resolve(inject.log),
        pause: async (seconds, signal) => {
          await setTimeout(seconds * 1000, undefined, { signal }).catch(() => undefined);
        },
      }),
  );
}
