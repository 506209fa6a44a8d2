import { createServer, type Server } from 'node:http';
import { answerClientErrors } from './client-errors.ts';

/** Milliseconds for the head of a request. Nobody's browser takes longer, and who means to wait holds a connection. */
const longestHead = 20_000;
/** Milliseconds for all of a request: more than `longestRead` of an upload, which has its own words for being slow. */
const longestRequest = 150_000;
/** Milliseconds between two looks for those who took too long. */
const checkEvery = 5000;
/**
 * Each takes a file descriptor, and the index, pictures and the photo source need some as well. A browser opens six, a
 * proxy far fewer than it has clients.
 */
const mostConnections = 2000;

/** What listens for connections, and how long it waits for those who send little or nothing. */
export function createListener(): Server {
  const listener = createServer({
    // Node's own answer to a request that names no host comes without our headers: see `checkRequest`.
    requireHostHeader: false,
    headersTimeout: longestHead,
    requestTimeout: longestRequest,
    connectionsCheckingInterval: checkEvery,
  });
  listener.maxConnections = mostConnections;
  answerClientErrors(listener);
  return listener;
}
