import { DomainError } from '../../domain/errors.ts';
import type { AuditEvent } from '../../plugin-api/index.ts';
import type { Actor } from '../../services/audit-trail.ts';
import type { Sessions } from '../../services/sign-in/sessions.ts';
import { bearerToken } from '../pipeline/bearer.ts';
import { refreshCookie } from '../pipeline/cookies.ts';
import { Reply, route, type Route } from '../pipeline/route.ts';
import { ok } from '../schemas/parts.ts';
import type { Ok } from '../wire.ts';

/**
 * The browser forgets the pictures that it keeps for a year. Neither `"cookies"`, which would take those of every other
 * program under the same domain, nor `"storage"`, which takes theme and language, and, when the answer is late, what the
 * next sign-in has written down: the page itself removes what is the user's. On plain HTTP browsers do not look at it.
 */
const forgetPictures = { 'clear-site-data': '"cache"' };

type Leaver = NonNullable<ReturnType<Sessions['logout']>>;

/** A call without a bearer token is refused, though the session of its cookie has ended. */
class SignedOutByCookie extends DomainError {
  readonly actor: Actor;

  constructor(user: Leaver) {
    super('unauthenticated', 'The session of the cookie has ended; to sign out send the access token as well.');
    this.actor = actorOf(user);
  }
}

/**
 * Signing out, with whichever token still counts: an access token may have run out while the page was asleep, and the
 * refresh token would live on for a month.
 */
export function signOutRoute(sessions: Pick<Sessions, 'logout'>): Route {
  return route({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'read',
    sometimesSignedIn: true,
    ownPagesOnly: true,
    onUnauthenticated: { headers: forgetPictures, clearedCookies: [refreshCookie] },
    summary: 'End the whole session of the access token or of the cookie, whichever still counts, and clear the cookie',
    answer: ok,
    handle: ({ headers, cookies }) => {
      const accessToken = bearerToken(headers);
      const user = sessions.logout(accessToken, cookies[refreshCookie]);
      if (!user) {
        throw new DomainError('unauthenticated', 'There is no session to end: the tokens are not valid any more.');
      }
      if (accessToken === undefined) throw new SignedOutByCookie(user);
      const options = { headers: forgetPictures, cookies: { [refreshCookie]: null }, actor: actorOf(user) };
      return new Reply({ ok: true } satisfies Ok, options);
    },
    audit: (_call, { actor }) => signedOut(actor),
    auditFailure: (_call, error) => (error instanceof SignedOutByCookie ? signedOut(error.actor) : null),
  });
}

function actorOf({ id, username }: Leaver): Actor {
  return { userId: id, name: username };
}

function signedOut(actor: Actor | undefined): AuditEvent & { actor?: Actor } {
  return { action: 'logout', ...(actor && { actor }) };
}
