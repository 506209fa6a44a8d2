import Joi from 'joi';
import {
  type PluginCall,
  PluginHttpError,
  type PluginLog,
  PluginReply,
  type PluginRoute,
  type SignInHost,
} from 'photofinch/plugin-api';
import { textOf, type Newcomers } from './newcomers.ts';
import type { Flow, OidcService } from './oidc-service.ts';

interface Dependencies {
  readonly service: OidcService;
  readonly newcomers: Newcomers;
  readonly signIn: SignInHost;
  readonly log: PluginLog;
}

export const startPath = '/plugins/auth-oidc/start';
const callbackPath = '/plugins/auth-oidc/callback';

/** Seconds for which the browser keeps the ticket; the server accepts it for as long. */
const ticketTtl = 15 * 60;

/** The routes to the provider and back. */
export function oidcRoutes({ service, newcomers, signIn, log }: Dependencies): PluginRoute[] {
  return [
    {
      method: 'GET',
      path: startPath,
      access: 'none',
      statuses: [303],
      errors: [503],
      summary: 'Sends the browser to the OpenID Connect provider.',
      query: Joi.object({ link: Joi.string().max(128) }),
      answer: { media: ['text/html'] },
      handler: async (call) => {
        const link = call.query['link'] as string | undefined;
        const start = service.begin(`${call.origin}${callbackPath}`, link);
        const { to, flow } = await start.catch(unlessRefused(log));
        const ticket = { value: signIn.begin(call, flow), maxAge: ticketTtl };
        return PluginReply.redirect(to, 303, { cookies: { ticket } });
      },
    },
    {
      method: 'GET',
      path: callbackPath,
      access: 'none',
      statuses: [303],
      errors: [400, 503],
      summary: 'Where the OpenID Connect provider sends the browser back to.',
      query: Joi.object().unknown(),
      answer: { media: ['text/html'] },
      handler: async (call) => {
        const { query, cookies } = call;
        // Only the server can have issued this ticket, and only to this browser.
        const flow = signIn.resume(call, cookies['ticket'] ?? '')?.data as Flow | undefined;
        if (flow?.state !== query['state'] || flow === undefined) throw signInExpired();
        if (query['error'] === 'access_denied') return PluginReply.redirect('/');
        const claims = await service.finish(addressOf(call), flow).catch(unlessRefused(log));
        const name = textOf(claims['email']) || textOf(claims['preferred_username']) || textOf(claims['name']);
        return signIn.enter(call, {
          subject: `${claims.iss} ${claims.sub}`,
          name: name || textOf(claims.sub),
          link: flow.link,
          create: newcomers(claims),
        });
      },
    },
  ];
}

function addressOf({ origin, query }: PluginCall): URL {
  const address = new URL(callbackPath, origin);
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) address.searchParams.append(name, String(value));
  }
  return address;
}

const signInExpired = (): PluginHttpError =>
  new PluginHttpError(400, 'This sign-in took too long, or began in another browser. Begin again.');

/**
 * Turns an error of the provider into a response for people. Only its codes are logged, since messages may contain tokens.
 */
const unlessRefused =
  (log: PluginLog) =>
  (error: unknown): never => {
    const { code = '', error: answer = '' } = error as { code?: string; error?: string };
    log.warn('A sign-in by the provider failed', { code, answer });
    // The authorization code was already used, or has expired.
    if (answer === 'invalid_grant') throw signInExpired();
    throw new PluginHttpError(
      503,
      'The sign-in service does not answer as it should. Try again later, or ask an administrator.',
    );
  };
