import { createServer, type Server } from 'node:http';
import { answerClientErrors } from './client-errors.ts';

/** How long a listener waits for those who send little or nothing, and for how many of them. */
export interface ListenerLimits {
  /** Milliseconds for the head of a request. */
  readonly head: number;
  /** Milliseconds for all of a request. */
  readonly request: number;
  /** Milliseconds between two looks for those who took too long. */
  readonly checkEvery: number;
  readonly connections: number;
}

const usual: ListenerLimits = {
  // Nobody's browser takes longer, and who means to wait holds a connection.
  head: 20_000,
  // More than uploads are given, which have their own words for being slow.
  request: 150_000,
  checkEvery: 5000,
  // Each takes a file descriptor, and the index, pictures and the photo source need some as well. A browser opens six, a
  // proxy far fewer than it has clients.
  connections: 2000,
};

/** What listens for connections. One that is beyond the limit is ended at once. */
export function createListener(limits: ListenerLimits = usual): Server {
  const listener = createServer({
    // Node's own answer to a request that names no host comes without our headers: see `checkRequest`.
    requireHostHeader: false,
    headersTimeout: limits.head,
    requestTimeout: limits.request,
    connectionsCheckingInterval: limits.checkEvery,
  });
  listener.maxConnections = limits.connections;
  answerClientErrors(listener);
  return listener;
}
