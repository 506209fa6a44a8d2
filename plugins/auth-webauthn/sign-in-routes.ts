import { randomBytes } from 'node:crypto';
import Joi from 'joi';
import { PluginHttpError, PluginReply, type PluginRoute, type SignInHost } from 'photofinch/plugin-api';
import type { AssertionRequest, Assertions } from './assertions.ts';

interface Dependencies {
  readonly assertions: Assertions;
  readonly signIn: SignInHost;
}

/** Signing in with a passkey alone, for the page `sign-in.html`. */
export function signInRoutes({ assertions, signIn }: Dependencies): PluginRoute[] {
  return [
    {
      method: 'POST',
      path: '/plugins/auth-webauthn/entry/challenge',
      access: 'none',
      errors: [409],
      summary: 'What the browser is to be asked to sign in (PublicKeyCredentialRequestOptionsJSON), with a ticket.',
      answer: Joi.object({ options: Joi.object().unknown().required(), ticket: Joi.string().required() }),
      handler: async (call) => {
        const { options, asked: request } = await assertions.askAnybody(
          call.origin,
          randomBytes(32).toString('base64url'),
        );
        return { options, ticket: signIn.begin(call, request) };
      },
    },
    {
      method: 'POST',
      path: '/plugins/auth-webauthn/entry',
      access: 'none',
      statuses: [],
      errors: [400, 403],
      summary: 'Takes the signature of the browser, with the ticket; answers the address in the app.',
      payload: Joi.object({ credential: Joi.object().unknown().required(), ticket: Joi.string().max(4096).required() }),
      answer: Joi.object({ to: Joi.string().required() }),
      handler: async (call) => {
        const { credential, ticket } = call.payload as { credential: unknown; ticket: string };
        const pending = signIn.resume(call, ticket);
        if (!pending) throw new PluginHttpError(400, 'It took too long, or was begun elsewhere: begin again.');
        // Only the server can have issued this ticket, and only to this browser.
        const signed = await signIn.attempt(call, () =>
          assertions.whoSigned(credential, pending.data as AssertionRequest),
        );
        if (!signed) throw new PluginHttpError(403, 'This passkey is not known here, or is not accepted any more.');
        const { id: subject, name } = signed.passkey;
        const { headers, cookies } = await signIn.enter(call, { subject, name });
        return new PluginReply({ to: headers['location'] }, { cookies });
      },
    },
  ];
}
