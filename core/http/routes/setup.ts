import { passphraseMaxBytes } from '../../domain/credentials.ts';
import type { OwnerEntry } from '../../services/sign-in/owner-entry.ts';
import { CallingBrowser } from '../../services/sign-in/calling-browser.ts';
import type { PluginEntry } from '../../services/sign-in/plugin-entry.ts';
import { clientOf } from '../pipeline/client-of.ts';
import { entryCookieName } from '../pipeline/entry-cookie.ts';
import { Reply, route, type Route } from '../pipeline/route.ts';
import { either, fields } from '../schemas/answer.ts';
import { word } from '../schemas/parts.ts';
import { firstSession, setupState, tokenPair, twoFactorRequired } from '../schemas/accounts.ts';
import type { FirstSession, SetupState, TokenPair } from '../wire.ts';
import { signInOutcome } from './sign-in-outcome.ts';
import { firstAccountCreated, linkUsed, signInRefused } from './sign-in-audit.ts';

const code = word.max(256).required().description('The code that the server printed to its terminal.');

/** The routes for the first start, and for the link that the terminal prints. */
export function setupRoutes(
  entry: OwnerEntry,
  ofPlugins: Pick<PluginEntry, 'signIn'>,
  { cookieSecure }: { readonly cookieSecure: boolean },
): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/setup',
      access: 'none',
      summary: 'Whether the first account is still to be made, with a code from the terminal',
      answer: setupState,
      handle: (): SetupState => ({ wanted: entry.setupWanted }),
    }),
    route({
      method: 'POST',
      path: '/api/setup',
      access: 'none',
      ownPagesOnly: true,
      fails: ['unauthenticated', 'conflict', 'too_many_attempts', 'not_ready'],
      summary: 'Make the first account, an admin, and sign in; also sets the refresh token as a cookie',
      payload: fields({
        code,
        username: word.max(1024).required(),
        password: word.max(1024).required(),
        display_name: word.max(1024).allow('').description('The username when absent.'),
        time_zone: word
          .max(64)
          .description(
            'IANA name of the time zone for photos whose own zone is unknown; by default that of the server.',
          ),
        passphrase: word.max(passphraseMaxBytes).description('Encrypts the library at once, before any photo is read.'),
      }),
      answer: either(firstSession, twoFactorRequired),
      handle: async (call) => {
        const { code: setupCode, display_name: displayName, time_zone: timeZone, ...credentials } = call.payload;
        const account = { ...credentials, displayName, timeZone };
        const { outcome, recoveryKey } = await entry.setUp(setupCode, account, clientOf(call));
        const reply = signInOutcome(outcome);
        if (recoveryKey === undefined) return reply;
        const body: FirstSession = { ...(reply.body as TokenPair), recovery_key: recoveryKey };
        return new Reply(body, { cookies: { ...reply.cookies } });
      },
      audit: firstAccountCreated,
      auditFailure: signInRefused,
    }),
    route({
      method: 'POST',
      path: '/api/auth/link',
      access: 'none',
      ownPagesOnly: true,
      fails: ['unauthenticated', 'too_many_attempts', 'not_ready'],
      summary:
        'Sign in with the one-time code of the link that the terminal printed, or with which a service sent the browser back; cookies as at sign-in',
      payload: fields({ code }),
      answer: either(tokenPair, twoFactorRequired),
      handle: async (call) => {
        const { code: linkCode } = call.payload;
        const { kept } = new CallingBrowser(call.cookies[entryCookieName(cookieSecure)]);
        const found = await ofPlugins.signIn(linkCode, kept, clientOf(call));
        return found
          ? signInOutcome(found.outcome, found.plugin)
          : signInOutcome(await entry.signIn(linkCode, clientOf(call)));
      },
      audit: linkUsed,
      auditFailure: signInRefused,
    }),
  ];
}
