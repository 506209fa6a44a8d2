import Joi from 'joi';
import { PluginHttpError, PluginReply, type PluginRoute, type SignInHost } from 'photofinch/plugin-api';
import type { Entries } from './entries.ts';
import { entryTtl } from './entry-challenges.ts';

interface Dependencies {
  readonly entries: Entries;
  readonly signIn: SignInHost;
}

/** Signing in with a passkey alone, for the page `sign-in.html`. */
export function entryRoutes({ entries, signIn }: Dependencies): PluginRoute[] {
  return [
    {
      method: 'POST',
      path: '/plugins/auth-webauthn/entry/challenge',
      access: 'none',
      statuses: [],
      errors: [409],
      summary:
        'What the browser is to be asked to sign in (PublicKeyCredentialRequestOptionsJSON); also sets a cookie.',
      answer: Joi.object({ options: Joi.object().unknown().required() }),
      handler: async ({ origin }) => {
        const { options, seal } = await entries.ask(origin);
        const entry = { value: seal, maxAge: entryTtl, sameSite: 'Strict' as const };
        return new PluginReply({ options }, { cookies: { entry } });
      },
    },
    {
      method: 'POST',
      path: '/plugins/auth-webauthn/entry',
      access: 'none',
      statuses: [],
      errors: [400, 403],
      summary: 'Takes what the browser signed, with the cookie; answers where in the app it goes on.',
      payload: Joi.object({ credential: Joi.object().unknown().required() }),
      answer: Joi.object({ to: Joi.string().required() }),
      handler: async (call) => {
        const { credential } = call.payload as { credential: unknown };
        const userId = await signIn.attempt(call, () => entries.whoSigned(credential, call.cookies['entry'] ?? ''));
        if (userId === null)
          throw new PluginHttpError(403, 'This passkey is not known here, or does not count any more.');
        const known = { subject: `user ${userId}`, name: 'Passkey' };
        signIn.links.link(userId, known.subject, known.name);
        const { headers, cookies } = await signIn.enter(call, known);
        return new PluginReply({ to: headers['location'] }, { cookies: { ...cookies, entry: null } });
      },
    },
  ];
}
