import Joi from 'joi';
import { roles, type Role } from '../../domain/roles.ts';
import type { AdministeredAccount, UserAdministration } from '../../services/user-administration.ts';
import { Reply, route, type Route } from '../route.ts';
import { ok } from '../schema-parts.ts';
import type { AccountRow, Accounts, Ok } from '../wire.ts';

interface OfUser {
  id: number;
}

interface NewUser {
  username: string;
  password: string;
  role: Role;
  display_name?: string;
}

interface UserChanges {
  display_name?: string;
  role?: Role;
  disabled?: boolean;
  password?: string;
}

const params = Joi.object({ id: Joi.number().integer().min(1).required() });
const role = Joi.string().valid(...roles);
const secret = Joi.string().max(1024);

const account = Joi.object({
  id: Joi.number().integer().required(),
  username: Joi.string().required(),
  display_name: Joi.string().required(),
  role: role.required(),
  disabled: Joi.boolean().required(),
  two_factor_enabled: Joi.boolean().required(),
  created_at: Joi.number().integer().required(),
  last_login_at: Joi.number().integer().allow(null).required(),
});

/** Accounts in the hands of admins. */
export function userRoutes({ users }: { users: UserAdministration }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/admin/users',
      access: 'admin',
      summary: 'All accounts, by name.',
      answer: Joi.object({ users: Joi.array().items(account).required() }),
      handle: async (): Promise<Accounts> => ({ users: (await users.list()).map(present) }),
    }),

    route<object, object, NewUser>({
      method: 'POST',
      path: '/api/admin/users',
      access: 'admin',
      summary: 'Adds an account.',
      payload: Joi.object({
        username: Joi.string().max(1024).required(),
        password: secret.required(),
        role: role.required(),
        display_name: Joi.string().max(1024),
      }),
      answer: account,
      handle: async ({ payload }): Promise<Reply> => {
        const { username, password, role: given, display_name: displayName } = payload;
        const added = await users.add({ username, password, role: given, ...(displayName ? { displayName } : {}) });
        return new Reply(present(added), { status: 201 });
      },
      audit: ({ payload }, { body }) => ({
        action: 'user.added',
        subject: (body as AccountRow).username,
        detail: `role ${payload.role}`,
      }),
    }),

    route<OfUser, object, UserChanges>({
      method: 'PATCH',
      path: '/api/admin/users/{id}',
      access: 'admin',
      summary: 'Changes an account. A new password, and being disabled, sign the user out everywhere.',
      params,
      payload: Joi.object({ display_name: Joi.string().max(1024), role, disabled: Joi.boolean(), password: secret }),
      answer: account,
      handle: async ({ params: { id }, payload }): Promise<AccountRow> => {
        const { display_name: displayName, ...changes } = payload;
        return present(await users.edit(id, { ...changes, displayName }));
      },
      audit: ({ payload }, { body }) => ({
        action: 'user.changed',
        subject: (body as AccountRow).username,
        detail: whatChanged(payload),
      }),
    }),

    route<OfUser>({
      method: 'DELETE',
      path: '/api/admin/users/{id}',
      access: 'admin',
      summary: 'Deletes an account with its favourites; the last admin stays.',
      params,
      answer: ok,
      handle: async ({ params: { id } }) => done(await users.remove(id)),
      audit: (_call, { subject }) => ({ action: 'user.deleted', subject }),
    }),

    route<OfUser>({
      method: 'POST',
      path: '/api/admin/users/{id}/logout',
      access: 'admin',
      summary: 'Signs a user out everywhere: every token, and every signed URL.',
      params,
      answer: ok,
      handle: ({ params: { id } }) => done(users.signOut(id)),
      audit: (_call, { subject }) => ({ action: 'user.signed_out', subject }),
    }),

    route<OfUser>({
      method: 'DELETE',
      path: '/api/admin/users/{id}/2fa',
      access: 'admin',
      summary: 'Switches the second factor of a user off, who lost it.',
      params,
      answer: ok,
      handle: async ({ params: { id } }) => done(await users.disableSecondFactor(id)),
      audit: (_call, { subject }) => ({ action: 'second_factor.removed', subject }),
    }),
  ];
}

/** That something was done to an account, and to whose. */
function done({ username }: { readonly username: string }): Reply {
  return new Reply({ ok: true } satisfies Ok, { subject: username });
}

/** The fields that were sent, with the values of those that matter to who may do what; a password is never told. */
function whatChanged({ role, disabled, ...others }: UserChanges): string {
  const telling = [role && `role ${role}`, disabled !== undefined && (disabled ? 'disabled' : 'enabled')];
  return [...telling, ...Object.keys(others)].filter(Boolean).join(', ');
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
