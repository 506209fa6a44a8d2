import type { Request, Server } from '@hapi/hapi';
import type { RefusedRequestAudit } from '../../services/refused-request-audit.ts';
import { TokenRefused } from '../../services/sign-in/sign-in-errors.ts';
import { actorOfCaller } from './handle-with-audit.ts';
import { RefusedCaller } from './bearer.ts';
import { addressOf } from './call.ts';
import { callerOf } from './caller-of.ts';

interface Dependencies {
  readonly refusals: Pick<RefusedRequestAudit, 'access' | 'token'>;
  readonly trustProxy: boolean;
}

/**
 * Records in the audit trail that a signed-in user was refused (403), or that an access token was invalid. A request without
 * a token is not recorded; guesses of passwords and codes are recorded where they are checked.
 */
export function auditRefusals(server: Server, { refusals, trustProxy }: Dependencies): void {
  server.ext('onPreResponse', (request, h) => {
    const { response } = request;
    if (!('isBoom' in response)) return h.continue;
    if (response instanceof TokenRefused) refusals.token(response, addressOf(request, trustProxy));
    else if (response.output.statusCode === 403) {
      const caller = response instanceof RefusedCaller ? response.caller : callerOf(request);
      if (caller) refusals.access(actorOfCaller(caller), routeOf(request), addressOf(request, trustProxy));
    }
    return h.continue;
  });
}

/** The pattern of the route, never the path, which can name a photo. */
function routeOf({ method, route }: Request): string {
  return `${method.toUpperCase()} ${route.path}`;
}
