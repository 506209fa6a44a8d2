import type { AccountLinks, SignInLinkRow } from '../../services/sign-in/account-links.ts';
import { CallingBrowser } from '../../services/sign-in/calling-browser.ts';
import type { SignInWays } from '../../services/sign-in/sign-in-ways.ts';
import { entryCookieName } from '../pipeline/entry-cookie.ts';
import { Reply, route, type Route } from '../pipeline/route.ts';
import { fields } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { ok, word } from '../schemas/parts.ts';
import { codeProof } from '../schemas/second-factors.ts';
import { linkStart, ownLinks } from '../schemas/accounts.ts';
import type { AccountLink, LinkStart, OwnLinks } from '../wire.ts';
import { proofOf } from './own-proof.ts';

export const presentLink = ({ id, plugin, name, createdAt, lastUsedAt }: SignInLinkRow): AccountLink => ({
  id,
  plugin,
  name,
  created_at: createdAt,
  last_used_at: lastUsedAt,
});

interface Dependencies {
  readonly ways: SignInWays;
  readonly links: Pick<AccountLinks, 'inSettingsOf' | 'endOwn'>;
  readonly cookieSecure: boolean;
}

/** The routes of the caller's links with external services. */
export function signInLinkRoutes({ ways, links, cookieSecure }: Dependencies): Route[] {
  const cookie = entryCookieName(cookieSecure);
  return [
    route({
      method: 'GET',
      path: '/api/auth/links',
      access: 'read',
      summary:
        'The services with which the caller’s account is linked or can be linked, and whether there are API keys.',
      answer: ownLinks,
      handle: (call): OwnLinks => ({
        ways: ways.linkable(),
        links: links.inSettingsOf(call.caller.userId).map(presentLink),
        api_keys: ways.hasApiKeys(),
      }),
    }),
    route({
      method: 'POST',
      path: '/api/auth/links',
      access: 'read',
      ownPagesOnly: true,
      fails: ['forbidden', 'not_found', 'too_many_attempts', 'not_ready'],
      summary: 'Begins to link the caller’s account with a service: the browser goes to the returned address.',
      payload: fields({
        plugin: word.max(214).required(),
        current_password: word.max(1024).required(),
        ...codeProof,
      }),
      answer: linkStart,
      handle: async (call) => {
        const { plugin, ...proof } = call.payload;
        const { key } = new CallingBrowser(call.cookies[cookie]);
        const start = await ways.beginLink(plugin, call.caller.userId, proofOf(proof), key);
        return new Reply({ start } satisfies LinkStart, { cookies: { [cookie]: key } });
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/auth/links/{id}',
      access: 'read',
      fails: ['not_found'],
      summary: 'Ends a link of the caller’s account with a service.',
      params: input.idParams,
      answer: ok,
      handle: (call) => {
        const { plugin, name } = links.endOwn(call.caller.userId, call.params.id);
        return new Reply({ ok: true }, { subject: `${plugin}: ${name}` });
      },
      audit: (_call, { subject }) => ({ action: 'sign_in.unlinked', detail: subject }),
    }),
  ];
}
