import Joi from 'joi';
import { DomainError } from '../../domain/errors.ts';
import type { SignInWays } from '../../services/sign-in/sign-in-ways.ts';
import { CallingBrowser } from '../../services/sign-in/calling-browser.ts';
import { callerOf } from '../pipeline/caller-of.ts';
import { entryCookieName } from '../pipeline/entry-cookie.ts';
import { Reply, route, type Route } from '../pipeline/route.ts';
import { answer, list, nullable } from '../schemas/answer.ts';
import { boolean, epochSeconds, integer, ok, text, word } from '../schemas/parts.ts';
import type { LinkStart, OwnLinks, SignInButton } from '../wire.ts';

export const signInButton = answer<SignInButton>({
  plugin: word,
  label: answer<SignInButton['label']>({ en: text, de: text, fr: text }),
  start: word.description('Where the browser goes.'),
});

/** The own links with services by which one can sign in. */
export function signInLinkRoutes(ways: SignInWays, { cookieSecure }: { readonly cookieSecure: boolean }): Route[] {
  const cookie = entryCookieName(cookieSecure);
  return [
    route({
      method: 'GET',
      path: '/api/auth/links',
      access: 'read',
      summary:
        'The services with which the caller’s account is linked, and with which it can be; whether there are API keys.',
      answer: answer<OwnLinks>({
        ways: list(signInButton),
        links: list(
          answer<OwnLinks['links'][number]>({
            id: integer,
            plugin: word,
            name: text,
            created_at: epochSeconds,
            last_used_at: nullable(epochSeconds),
          }),
        ),
        api_keys: boolean,
      }),
      handle: (call): OwnLinks => ({
        ways: ways.linkable(),
        links: ways.linksOf(callerOf(call).userId).map(({ id, plugin, name, createdAt, lastUsedAt }) => ({
          id,
          plugin,
          name,
          created_at: createdAt,
          last_used_at: lastUsedAt,
        })),
        api_keys: ways.hasApiKeys(),
      }),
    }),
    route<object, object, { plugin: string; current_password: string }>({
      method: 'POST',
      path: '/api/auth/links',
      access: 'read',
      ownPagesOnly: true,
      fails: ['forbidden', 'not_found', 'too_many_attempts'],
      summary: 'Begins to link the caller’s account with a service: the browser goes to the answered address.',
      payload: Joi.object({
        plugin: Joi.string().max(214).required(),
        current_password: Joi.string().max(1024).required(),
      }),
      answer: answer<LinkStart>({ start: word }),
      handle: async (call) => {
        const { plugin, current_password: password } = call.payload;
        const { key } = new CallingBrowser(call.cookies[cookie]);
        const body: LinkStart = { start: await ways.beginLink(plugin, callerOf(call).userId, password, key) };
        return new Reply(body, { cookies: { [cookie]: key } });
      },
    }),
    route<{ id: number }>({
      method: 'DELETE',
      path: '/api/auth/links/{id}',
      access: 'read',
      fails: ['not_found'],
      summary: 'Ends a link of the caller’s account with a service.',
      params: Joi.object({ id: Joi.number().integer().min(1).required() }),
      answer: ok,
      handle: (call) => {
        const link = ways.unlink(callerOf(call).userId, call.params.id);
        if (!link) throw new DomainError('not_found', 'There is no such link.');
        return new Reply({ ok: true }, { subject: `${link.plugin}: ${link.name}` });
      },
      audit: (_call, { subject }) => ({ action: 'sign_in.unlinked', detail: subject }),
    }),
  ];
}
