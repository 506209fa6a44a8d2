import Joi from 'joi';
import { PluginReply, type PluginCall, type PluginLog, type PluginRoute, type SignInHost } from 'photofinch/plugin-api';
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

/** Seconds in which somebody signs in at the provider. */
const flowTtl = 15 * 60;

const flowShape = Joi.object<Flow>({
  state: Joi.string().required(),
  nonce: Joi.string().required(),
  verifier: Joi.string().required(),
  link: Joi.string(),
});

/** The way to the provider, and the way back. */
export function oidcRoutes({ service, newcomers, signIn, log }: Dependencies): PluginRoute[] {
  return [
    {
      method: 'GET',
      path: startPath,
      access: 'none',
      summary: 'Sends the browser to the OpenID Connect provider.',
      query: Joi.object({ link: Joi.string().max(128) }),
      answer: { media: ['text/plain'] },
      handler: async ({ origin, query }) => {
        try {
          const { to, flow } = await service.begin(`${origin}${callbackPath}`, query['link'] as string | undefined);
          const value = Buffer.from(JSON.stringify(flow)).toString('base64url');
          return PluginReply.redirect(to, 303, { cookies: { flow: { value, maxAge: flowTtl } } });
        } catch (error) {
          return failed(log, origin, error);
        }
      },
    },
    {
      method: 'GET',
      path: callbackPath,
      access: 'none',
      summary: 'Where the OpenID Connect provider sends the browser back to.',
      query: Joi.object().unknown(),
      answer: { media: ['text/plain'] },
      handler: async (call) => {
        const flow = flowOf(call);
        if (!flow) {
          return sentence(call.origin, 'This sign-in took too long, or began in another browser.', 400);
        }
        try {
          const claims = await service.finish(addressOf(call), flow);
          const name = textOf(claims['email']) || textOf(claims['preferred_username']) || textOf(claims['name']);
          const reply = await signIn.enter(call, {
            subject: `${claims.iss} ${claims.sub}`,
            name: name || claims.sub,
            link: flow.link,
            create: newcomers(claims),
          });
          return ended(reply);
        } catch (error) {
          return ended(failed(log, call.origin, error));
        }
      },
    },
  ];
}

/** What the browser kept; undefined when there is nothing, or something else. */
function flowOf({ cookies }: PluginCall): Flow | undefined {
  try {
    const kept: unknown = JSON.parse(Buffer.from(cookies['flow'] ?? '', 'base64url').toString());
    return Joi.attempt(kept, flowShape);
  } catch {
    return undefined;
  }
}

function addressOf({ origin, query }: PluginCall): URL {
  const address = new URL(callbackPath, origin);
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) address.searchParams.append(name, String(value));
  }
  return address;
}

/** A flow is good for one answer of the provider, whatever that was. */
function ended({ body, status, headers, cookies }: PluginReply): PluginReply {
  return new PluginReply(body, { status, headers, cookies: { ...cookies, flow: null } });
}

/** What the log is told has no token in it, and what the browser is told is for people. */
function failed(log: PluginLog, origin: string, error: unknown): PluginReply {
  const { code = '', error: answer = '' } = error as { code?: string; error?: string };
  if (answer === 'access_denied') return PluginReply.redirect('/');
  log.warn('A sign-in by the provider failed', { code, answer });
  return sentence(
    origin,
    'The sign-in service does not answer as it should. Try again later, or ask an administrator.',
    503,
  );
}

function sentence(origin: string, text: string, status: number): PluginReply {
  return new PluginReply(`${text}\nBack to the photos: ${origin}/\n`, { status });
}
