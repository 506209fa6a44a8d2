import { lowerRole } from '../domain/roles.ts';
import type { Users } from '../store/accounts/users.ts';
import type { Viewer } from './viewer.ts';

/**
 * Follows the permissions of a user during work that takes long.
 * @returns a function that returns the viewer with the lower one of their role and the user's role at that time; undefined once
 * the account is disabled or removed, or the user is signed out everywhere
 */
export function currentViewer(users: Pick<Users, 'byId'>, viewer: Viewer): () => Viewer | undefined {
  const epoch = users.byId(viewer.userId)?.tokenEpoch;
  return () => {
    const user = users.byId(viewer.userId);
    if (!user || user.disabled || user.tokenEpoch !== epoch) return undefined;
    return { userId: viewer.userId, role: lowerRole(user.role, viewer.role) };
  };
}

/**
 * Whether the user still has the role of the viewer, which may be lower for an API key, and was not signed out everywhere.
 * @param viewer null if pictures are public
 */
export function staysSignedIn(users: Pick<Users, 'byId'>, viewer: Viewer | null): () => boolean {
  if (viewer === null) return () => true;
  const now = currentViewer(users, viewer);
  return () => now()?.role === viewer.role;
}
