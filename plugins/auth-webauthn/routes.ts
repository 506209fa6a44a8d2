import Joi from 'joi';
import {
  type Caller,
  type OwnerProof,
  type PluginAccounts,
  type PluginCall,
  PluginHttpError,
  type PluginRoute,
} from 'photofinch/plugin-api';
import type { Passkey, Passkeys } from './passkeys.ts';
import type { Registrations } from './registrations.ts';

interface Dependencies {
  readonly passkeys: Passkeys;
  readonly registrations: Registrations;
  readonly accounts: PluginAccounts;
}

/** The proof of the user's identity. */
const proof = {
  password: Joi.string().max(1024).required(),
  code: Joi.string().max(16_384).description('When their second factor is on.'),
  factor: Joi.string().max(256).description('The name of the plugin whose code it is; absent: of any of the user’s.'),
};
const name = Joi.string().trim().min(1).max(60).required();
const ofOne = Joi.object({ id: Joi.string().max(1400).required() });
const transports = Joi.array().items(Joi.string().max(20)).max(10);
/** A new passkey from the browser; its other fields are checked when it is verified. */
const newCredential = Joi.object({ response: Joi.object({ transports }).unknown().required() })
  .unknown()
  .required();
const ok = Joi.object({ ok: Joi.boolean().valid(true).required() });
const passkey = Joi.object({
  id: Joi.string().required(),
  name: Joi.string().required(),
  domain: Joi.string().required().description('Where it can be used.'),
  synced: Joi.boolean().required().description('Whether the device keeps copies of it elsewhere.'),
  suspect: Joi.boolean().required().description('It may have been copied, and is not taken any more.'),
  created_at: Joi.number().integer().required(),
  used_at: Joi.number().integer().allow(null).required(),
});

/** The caller's own passkeys. */
export function passkeyRoutes({ passkeys, registrations, accounts }: Dependencies): PluginRoute[] {
  const ownPasskey = ({ userId }: Caller, params: PluginCall['params']): Passkey => {
    const found = passkeys.of(userId).find(({ id }) => id === params['id']);
    if (!found) throw new PluginHttpError(404, 'There is no such passkey.');
    return found;
  };
  return [
    {
      method: 'GET',
      path: '/api/auth/passkeys',
      access: 'read',
      errors: [],
      summary: 'The passkeys of the caller.',
      answer: Joi.object({ passkeys: Joi.array().items(passkey).required() }),
      handler: (call) => Promise.resolve({ passkeys: passkeys.of(callerOf(call).userId).map(present) }),
    },
    {
      method: 'POST',
      path: '/api/auth/passkeys/challenge',
      access: 'read',
      errors: [403, 409],
      summary: 'What the browser is to be asked for a new passkey (PublicKeyCredentialCreationOptionsJSON).',
      payload: Joi.object(proof),
      answer: Joi.object({ options: Joi.object().unknown().required() }),
      handler: async (call) => {
        await accounts.prove(call, call.payload as OwnerProof);
        return { options: await registrations.ask(callerOf(call), call.origin) };
      },
    },
    {
      method: 'POST',
      path: '/api/auth/passkeys',
      access: 'read',
      errors: [400],
      summary: 'Adds the passkey that the browser made: from now on, signing in needs one, or another second factor.',
      payload: Joi.object({ name, credential: newCredential }),
      answer: passkey,
      handler: async (call) => {
        const { name: passkeyName, credential } = call.payload as { name: string; credential: unknown };
        return present(await registrations.add(callerOf(call).userId, passkeyName, credential));
      },
      audit: () => ({ action: 'second_factor.enabled', detail: 'a passkey' }),
    },
    {
      method: 'PATCH',
      path: '/api/auth/passkeys/{id}',
      access: 'read',
      errors: [404],
      summary: 'Gives a passkey another name.',
      params: ofOne,
      payload: Joi.object({ name }),
      answer: ok,
      handler: (call) => {
        const caller = callerOf(call);
        const { id } = ownPasskey(caller, call.params);
        passkeys.change(caller.userId, id, { name: (call.payload as { name: string }).name });
        return Promise.resolve({ ok: true });
      },
    },
    {
      method: 'DELETE',
      path: '/api/auth/passkeys/{id}',
      access: 'read',
      errors: [403, 404],
      summary: 'Removes a passkey. Without any, the password signs in, or another second factor with it.',
      params: ofOne,
      payload: Joi.object(proof),
      answer: ok,
      handler: async (call) => {
        const caller = callerOf(call);
        await accounts.prove(call, call.payload as OwnerProof);
        passkeys.remove(caller.userId, ownPasskey(caller, call.params).id);
        return { ok: true };
      },
      audit: () => ({ action: 'second_factor.disabled', detail: 'a passkey' }),
    },
  ];
}

const present = ({ id, name: passkeyName, rpId, synced, suspect, createdAt, usedAt }: Passkey): object => ({
  id,
  name: passkeyName,
  domain: rpId,
  synced,
  suspect,
  created_at: createdAt,
  used_at: usedAt,
});

function callerOf({ caller }: PluginCall): Caller {
  if (!caller) throw new Error('A route for signed-in people was called by nobody');
  return caller;
}
