import type { Request, ResponseObject, Server } from '@hapi/hapi';
import type { Logger } from 'pino';
import { callerOf } from './caller-of.ts';
import { ToldError } from './told-error.ts';

/**
 * Logs one line per request, with the route's pattern and the user's id: a path may name a photo, and names of users stay in
 * the index. Pictures and pages are requested by the hundred, so they are logged only at debug level, like requests without
 * a route.
 */
export function logRequests(server: Server, log: Logger): void {
  server.events.on('response', (request) => {
    const status = statusOf(request);
    const caller = callerOf(request);
    const facts = {
      method: request.method,
      route: request.route.path,
      status,
      ms: Date.now() - request.info.received,
      ...(caller && { user: caller.userId }),
    };
    if (status >= 500) log.warn(facts, 'request');
    else if (isBusy(request)) log.debug(facts, 'request');
    else log.info(facts, 'request');
  });
  server.events.on({ name: 'request', channels: ['error'] }, (request, event) => {
    if (event.error instanceof ToldError) return;
    log.error({ err: event.error, route: request.route.path }, 'Unexpected error');
  });
}

/** The status of the answer; 499 if the client disconnected before it. */
export function statusOf(request: Request): number {
  const response = request.response as ResponseObject | { output: { statusCode: number } } | null;
  if (response === null) return 499;
  if (!('output' in response)) return response.statusCode;
  // If no answer was sent for an error, the client has usually disconnected.
  return request.info.responded === 0 ? 499 : response.output.statusCode;
}

function isBusy(request: Request): boolean {
  return !request.route.path.startsWith('/api/') || request.auth.strategy === 'media';
}
