import type { Accounts } from '../../services/accounts.ts';
import type { Sessions } from '../../services/sign-in/sessions.ts';
import { bearerToken } from '../pipeline/bearer.ts';
import { route, type Call, type Route } from '../pipeline/route.ts';
import { fields } from '../schemas/answer.ts';
import { ok, word } from '../schemas/parts.ts';
import { ownSessions, user } from '../schemas/accounts.ts';
import type { Ok, OwnSessions, User } from '../wire.ts';
import { presentUser } from './present-user.ts';

/** Routes for a user's own account. */
export function ownAccountRoutes({ sessions, accounts }: { sessions: Sessions; accounts: Accounts }): Route[] {
  return [
    route({
      method: 'PATCH',
      path: '/api/auth/me',
      access: 'read',
      summary: 'Sets the name that others see.',
      payload: fields({ display_name: word.max(1024).required() }),
      answer: user,
      handle: async (call): Promise<User> =>
        presentUser(await accounts.edit(call.caller.userId, { displayName: call.payload.display_name })),
      audit: () => ({ action: 'display_name.changed' }),
    }),

    route({
      method: 'POST',
      path: '/api/auth/password',
      access: 'read',
      fails: ['forbidden', 'too_many_attempts', 'not_ready'],
      summary: 'Changes the caller’s password: all other sessions and all signed URLs end.',
      payload: fields({
        current_password: word.max(1024).required(),
        new_password: word.max(1024).required(),
      }),
      answer: ok,
      handle: async (call): Promise<Ok> => {
        const { current_password: current, new_password: newPassword } = call.payload;
        await sessions.changePassword(tokenOf(call), { current, fresh: newPassword });
        return { ok: true };
      },
      audit: () => ({ action: 'password.changed' }),
    }),

    route({
      method: 'GET',
      path: '/api/auth/sessions',
      access: 'read',
      summary: 'The sessions of the caller, the one renewed last first.',
      answer: ownSessions,
      handle: (call): OwnSessions => ({
        sessions: sessions.list(tokenOf(call)).map(({ createdAt, renewedAt, expiresAt, ...session }) => ({
          ...session,
          created_at: createdAt,
          renewed_at: renewedAt,
          expires_at: expiresAt,
        })),
      }),
    }),

    route({
      method: 'DELETE',
      path: '/api/auth/sessions/{id}',
      access: 'read',
      summary: 'Ends one session of the caller, on any device.',
      params: fields({ id: word.max(64).required() }),
      answer: ok,
      handle: (call): Ok => {
        sessions.end(tokenOf(call), call.params.id);
        return { ok: true };
      },
      audit: () => ({ action: 'session.ended' }),
    }),
  ];
}

const tokenOf = ({ headers }: Pick<Call, 'headers'>): string => bearerToken(headers) ?? '';
