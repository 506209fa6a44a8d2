import Joi from 'joi';
import {
  type Caller,
  type PluginAccounts,
  type PluginCall,
  PluginHttpError,
  type PluginRoute,
  type Role,
  type TokenScope,
} from 'photofinch/plugin-api';
import { maxKeys, type ApiKey, type ApiKeys } from './api-keys.ts';

interface Dependencies {
  readonly keys: ApiKeys;
  readonly accounts: PluginAccounts;
}

interface NewKey {
  readonly name: string;
  readonly role: Role;
  readonly scopes: TokenScope[] | null;
  readonly days: number | null;
  readonly current_password: string;
  readonly code?: string;
  readonly factor?: string;
}

const roles: readonly Role[] = ['read', 'write', 'admin'];
const role = Joi.string().valid(...roles);
const scopes = Joi.array().items(Joi.string().valid('library', 'shares', 'server', 'server-write'));
const time = Joi.number().integer();

const keyShape = Joi.object({
  id: Joi.string().required(),
  name: Joi.string().required(),
  role: role.required(),
  scopes: scopes.required().allow(null).description('Null: everything that keys can do.'),
  created_at: time.required(),
  expires_at: time.required().allow(null),
  last_used_at: time.required().allow(null),
});

/** The caller's own keys. */
export function keyRoutes({ keys, accounts }: Dependencies): PluginRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/auth/keys',
      access: 'read',
      errors: [],
      summary: 'The caller’s API keys, the newest first.',
      answer: Joi.object({ keys: Joi.array().items(keyShape).required() }),
      handler: (call) => Promise.resolve({ keys: keys.of(callerOf(call).userId).map(presentKey) }),
    },
    {
      method: 'POST',
      path: '/api/auth/keys',
      access: 'read',
      errors: [400, 403, 409],
      summary: 'Makes an API key; its token is shown this once.',
      payload: Joi.object({
        name: Joi.string()
          .trim()
          .max(100)
          .pattern(/^[^\p{Cc}\p{Cf}]+$/u, 'one line')
          .required(),
        role: role.default('read'),
        scopes: scopes.min(1).unique().allow(null).default(null),
        days: Joi.number()
          .integer()
          .min(1)
          .max(3650)
          .allow(null)
          .default(365)
          .description('After which it expires; null: never.'),
        current_password: Joi.string().max(1024).required(),
        code: Joi.string().max(16_384).description('When a second factor of the caller is on.'),
        factor: Joi.string()
          .max(256)
          .description('The name of the plugin whose code it is; absent: of any of the caller’s.'),
      }),
      answer: Joi.object({ key: keyShape.required(), token: Joi.string().required() }),
      handler: async (call) => {
        const caller = callerOf(call);
        const { current_password: password, code, factor, days, ...choice } = call.payload as NewKey;
        if (roles.indexOf(choice.role) > roles.indexOf(caller.role)) {
          throw new PluginHttpError(400, `role may not be more than your own, which is ${caller.role}.`);
        }
        await accounts.prove(call, { password, code, factor });
        const expiresAt = days === null ? null : Math.floor(Date.now() / 1000) + days * 86_400;
        const created = keys.make(caller.userId, { ...choice, expiresAt });
        if (!created) throw new PluginHttpError(409, `You have ${maxKeys} keys already: revoke one first.`);
        return { key: presentKey(created.key), token: created.token };
      },
      audit: (_call, answer) => ({ action: 'api_key.made', subject: (answer as { key: { name: string } }).key.name }),
    },
    {
      method: 'DELETE',
      path: '/api/auth/keys/{id}',
      access: 'read',
      errors: [404],
      summary: 'Revokes an API key at once.',
      params: Joi.object({ id: Joi.string().max(64).required() }),
      answer: Joi.object({ ok: Joi.boolean().valid(true).required(), name: Joi.string().required() }),
      handler: (call) => {
        const revoked = keys.revoke(callerOf(call).userId, call.params['id'] as string);
        if (!revoked) throw new PluginHttpError(404, 'You have no such key.');
        return Promise.resolve({ ok: true, name: revoked.name });
      },
      audit: (_call, answer) => ({ action: 'api_key.revoked', subject: (answer as { name: string }).name }),
    },
  ];
}

function presentKey({ createdAt, expiresAt, lastUsedAt, ...key }: ApiKey): object {
  return { ...key, created_at: createdAt, expires_at: expiresAt, last_used_at: lastUsedAt };
}

function callerOf({ caller }: PluginCall): Caller {
  if (!caller) throw new Error('A route for signed-in people was called by nobody');
  return caller;
}
