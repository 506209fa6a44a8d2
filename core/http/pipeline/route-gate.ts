import type { Server } from '@hapi/hapi';
import type { Route } from './route.ts';

/** Releases the waiting requests: to their routes, or with an error. */
interface Gate {
  open(): void;
  fail(error: unknown): void;
}

/**
 * Holds requests until all routes are registered, except those for `first`. Requests that still wait when the server stops
 * fail.
 */
export function waitForRoutes(server: Server, first: readonly Route[]): Gate {
  const paths = new Set<string>(first.map(({ path }) => path));
  let open!: () => void;
  let fail!: (error: unknown) => void;
  let isOpen = false;
  const opened = new Promise<void>((resolve, reject) => {
    open = () => {
      isOpen = true;
      resolve();
    };
    fail = reject;
  });
  // Avoids an unhandled rejection if no request waits.
  opened.catch(() => undefined);
  server.ext('onRequest', ({ path }, h) => {
    return isOpen || paths.has(path) ? h.continue : opened.then(() => h.continue);
  });
  server.ext('onPreStop', () => {
    fail(new Error('The server stops before it has all its routes.'));
  });
  return { open, fail };
}
