import type { Role } from '../../core/domain/roles.ts';
import type { AccessHouse } from './access-house.ts';

/** The sender of a request: their credentials, and their role. */
export interface Identity {
  readonly name: string;
  readonly headers: Record<string, string>;
  /** Null for a sender whom the server must reject. */
  readonly role: Role | null;
}

/**
 * All kinds of senders: users of the three roles, and many with invalid or outdated credentials. All outdated ones
 * belonged to admins, so that only the state of the token can be the reason for the rejection.
 */
export async function everybody(house: AccessHouse): Promise<Identity[]> {
  const admin = house.as('admin');
  const spent = await house.signIn(admin.username, admin.password);
  const [disabled, signedOut, deleted, reset, changed] = await Promise.all(
    Array.from({ length: 5 }, () => house.addSignedIn('admin')),
  );
  if (!disabled || !signedOut || !deleted || !reset || !changed) throw new Error('a user is missing');
  const other = await house.signIn(changed.username, changed.password);
  const loggedOut = await house.signIn(admin.username, admin.password);
  const user = (id: number): string => `/api/admin/users/${id}`;

  await house.json('POST', '/api/auth/logout', { token: loggedOut.access_token });
  await house.json('PATCH', user(disabled.user.id), { body: { disabled: true } });
  await house.json('POST', `${user(signedOut.user.id)}/logout`);
  await house.json('DELETE', user(deleted.user.id));
  await house.json('PATCH', user(reset.user.id), { body: { password: 'another-password' } });
  await house.json('POST', '/api/auth/password', {
    token: other.access_token,
    body: { current_password: changed.password, new_password: 'another-password' },
  });

  const known = (['read', 'write', 'admin'] as const).map((role) => ({
    name: `the role ${role}`,
    headers: bearer(house.as(role).access_token),
    role,
  }));
  const basic = Buffer.from(`${admin.username}:${admin.password}`).toString('base64');
  const unknown = {
    nobody: {},
    'an empty token': { authorization: 'Bearer' },
    'a token of no length': bearer('abc'),
    'a token that was never given out': bearer('0'.repeat(64)),
    'a right name and password in place of a token': { authorization: `Basic ${basic}` },
    'a refresh token in place of an access token': bearer(admin.refresh_token),
    'a refresh cookie and no token': { cookie: `pf_refresh=${spent.refresh_token}` },
    'an expired token': bearer(house.expired),
    'a token after logout': bearer(loggedOut.access_token),
    'a token of a disabled user': bearer(disabled.access_token),
    'a token of a user signed out everywhere': bearer(signedOut.access_token),
    'a token of a deleted user': bearer(deleted.access_token),
    'a token from before an admin set a new password': bearer(reset.access_token),
    'a token from before the own password was changed': bearer(changed.access_token),
  };
  return [...Object.entries(unknown).map(([name, headers]) => ({ name, headers, role: null })), ...known];
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}
