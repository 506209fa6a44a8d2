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
 * Clears the browser's cache of pictures, which could stay for a year. It does not include `"cookies"`, which would clear
 * those of other programs under the same domain. Nor does it include `"storage"`, which would clear theme and language, and,
 * if the answer is late, the data of the next sign-in: the page removes the user's own data itself. Browsers ignore the
 * header on plain HTTP.
 */
const forgetPictures = { 'clear-site-data': '"cache"' };

type Leaver = NonNullable<ReturnType<Sessions['logout']>>;

/** The error for a call without a bearer token, although the session of its cookie has ended. */
class SignedOutByCookie extends DomainError {
  readonly actor: Actor;

  constructor(user: Leaver) {
    super('unauthenticated', 'The session of the cookie has ended; to sign out send the access token as well.');
    this.actor = actorOf(user);
  }
}

/**
 * Signs out with any token that is still valid: an access token may have expired while the page was suspended, and the
 * refresh token would stay valid for a month.
 */
export function signOutRoute(sessions: Pick<Sessions, 'logout'>): Route {
  return route({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'read',
    sometimesSignedIn: true,
    ownPagesOnly: true,
    onUnauthenticated: { headers: forgetPictures, clearedCookies: [refreshCookie] },
    summary: 'End the session of the access token or of the cookie, whichever is still valid, and clear the cookie',
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
