import { roles } from '../../domain/roles.ts';
import type { AdministeredAccount, Administrator, UserAdministration } from '../../services/user-administration.ts';
import { Reply, route, type Route, type UserCall } from '../pipeline/route.ts';
import { fields, oneOf, type Value } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { boolean, ok, word } from '../schemas/parts.ts';
import { ownProof } from '../schemas/second-factors.ts';
import * as schemas from '../schemas/accounts.ts';
import { proofOf } from './own-proof.ts';
import { presentLink } from './sign-in-links.ts';
import type { AccountLink, AccountLinks, AccountRow, Accounts, ChangedAccount, Ok, OwnProof } from '../wire.ts';

const role = oneOf(...roles);
const secret = word.max(1024);

const userChanges = fields({
  display_name: word.max(1024).allow('').description('The username when empty.'),
  role,
  disabled: boolean,
  password: secret,
  keep_links: boolean.description(
    'Whether links with services and passkeys stay valid after a new password; false by default, and only with password.',
  ),
  ...ownProof,
}).with('keep_links', 'password');

/** The routes with which admins manage accounts. */
export function userRoutes({ users }: { users: UserAdministration }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/admin/users',
      access: 'admin',
      summary: 'All accounts, by name.',
      answer: schemas.accounts,
      handle: async (): Promise<Accounts> => ({ users: (await users.list()).map(present) }),
    }),

    route({
      method: 'POST',
      path: '/api/admin/users',
      access: 'admin',
      status: 201,
      fails: ['conflict', 'not_ready'],
      summary: 'Adds an account.',
      payload: fields({
        username: word.max(1024).required(),
        password: secret.required(),
        role: role.default('read'),
        display_name: word.max(1024).allow('').description('The username when absent or empty.'),
      }),
      answer: schemas.account,
      handle: async ({ payload }): Promise<Reply> => {
        const { username, password, role: newRole, display_name: displayName } = payload;
        const account = await users.add({ username, password, role: newRole, ...(displayName ? { displayName } : {}) });
        return new Reply(present(account), { status: 201 });
      },
      audit: ({ payload }, { body }) => ({
        action: 'user.added',
        subject: (body as AccountRow).username,
        detail: `role ${payload.role}`,
      }),
    }),

    route({
      method: 'PATCH',
      path: '/api/admin/users/{id}',
      access: 'admin',
      fails: ['conflict', 'too_many_attempts', 'not_ready'],
      summary:
        'Changes an account; for the caller’s own account, all changes but the display name need the current password. A new password, and disabling the account, sign the user out everywhere. A new password also ends API keys and, unless they are kept, links with services and passkeys.',
      params: input.idParams,
      payload: userChanges,
      answer: schemas.changedAccount,
      handle: async (call): Promise<ChangedAccount> => {
        const { display_name: displayName, role, disabled, password, keep_links: keepLinks } = call.payload;
        const changes = { displayName, role, disabled, password };
        const account = await users.edit(call.params.id, changes, { ...administrator(call), keepLinks });
        return { ...present(account), ended_links: account.endedLinks.length };
      },
      audit: ({ payload }, { body }) => {
        const detail = whatChanged(payload, body as ChangedAccount);
        return detail === '' ? null : { action: 'user.changed', subject: (body as ChangedAccount).username, detail };
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/admin/users/{id}',
      access: 'admin',
      fails: ['conflict', 'too_many_attempts', 'not_ready'],
      summary:
        'Deletes an account with its favourites; the caller’s own account needs the current password. The last admin cannot be deleted.',
      params: input.idParams,
      payload: fields(ownProof),
      answer: ok,
      handle: async (call) => okReply(await users.remove(call.params.id, administrator(call))),
      audit: (_call, { subject }) => ({ action: 'user.deleted', subject }),
    }),

    route({
      method: 'POST',
      path: '/api/admin/users/{id}/logout',
      access: 'admin',
      summary: 'Signs a user out everywhere: all their tokens and signed URLs end.',
      params: input.idParams,
      answer: ok,
      handle: ({ params: { id } }) => okReply(users.signOut(id)),
      audit: (_call, { subject }) => ({ action: 'user.signed_out', subject }),
    }),

    route({
      method: 'DELETE',
      path: '/api/admin/users/{id}/2fa',
      access: 'admin',
      fails: ['too_many_attempts', 'not_ready'],
      summary:
        'Switches off the second factor of a user who lost it; the caller’s own needs the current password and a code.',
      params: input.idParams,
      payload: fields(ownProof),
      answer: ok,
      handle: async (call) => okReply(await users.disableSecondFactor(call.params.id, administrator(call))),
      audit: (_call, { subject }) => ({ action: 'second_factor.removed', subject }),
    }),

    route({
      method: 'GET',
      path: '/api/admin/users/{id}/links',
      access: 'admin',
      summary: 'The passkeys of a user and their links with services, with which they sign in without the password.',
      params: input.idParams,
      answer: schemas.accountLinks,
      handle: ({ params: { id } }): AccountLinks => ({ links: users.linksOf(id).map(presentLink) }),
    }),

    route({
      method: 'DELETE',
      path: '/api/admin/users/{id}/links/{link}',
      access: 'admin',
      fails: ['too_many_attempts', 'not_ready'],
      summary:
        'Ends a passkey of a user, or a link with a service; the caller’s own account needs the current password and a code.',
      params: fields({ id: input.id.required(), link: input.id.required() }),
      payload: fields(ownProof),
      answer: schemas.accountLink,
      handle: async (call) => {
        const { account: owner, link } = await users.endLink(call.params.id, call.params.link, administrator(call));
        return new Reply(presentLink(link), { subject: owner.username });
      },
      audit: (_call, { subject, body }) => {
        const { plugin, name } = body as AccountLink;
        return { action: 'sign_in.unlinked', subject, detail: `${plugin}: ${name}` };
      },
    }),
  ];
}

/** The admin, with the proof of identity from the body. */
function administrator(call: Pick<UserCall<unknown, unknown, OwnProof>, 'caller' | 'payload'>): Administrator {
  return { userId: call.caller.userId, ...proofOf(call.payload) };
}

/** The answer, with the account's name for the audit trail. */
function okReply({ username }: { readonly username: string }): Reply {
  return new Reply({ ok: true } satisfies Ok, { subject: username });
}

/**
 * The names of the changed fields, with the values of role and access, and the number of removed links; never a password.
 */
function whatChanged(
  { role, disabled, ...rest }: Value<typeof userChanges>,
  { ended_links: ended }: ChangedAccount,
): string {
  const values = [role && `role ${role}`, disabled !== undefined && (disabled ? 'disabled' : 'enabled')];
  const names = Object.keys(rest).filter((name) => !(name in ownProof) && name !== 'keep_links');
  return [...values, ...names, ended > 0 && `${ended} links ended`].filter(Boolean).join(', ');
}

function present(user: AdministeredAccount): AccountRow {
  return {
    id: user.id,
    username: user.username,
    display_name: user.displayName,
    role: user.role,
    disabled: user.disabled,
    two_factor_enabled: user.twoFactorEnabled,
    created_at: user.createdAt,
    last_login_at: user.lastLoginAt,
  };
}
