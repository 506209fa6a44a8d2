import { DomainError } from '../domain/errors.ts';
import { roleAllows, type Role } from '../domain/roles.ts';
import type { Sight } from '../domain/sight.ts';

/** The user who asks. */
export interface Viewer {
  readonly userId: number;
  readonly role: Role;
}

/**
 * What a user may see: hidden photos from the role write on.
 * @param viewer null where pictures are public
 */
export function sightOf(viewer: Viewer | null): Sight {
  return { userId: viewer?.userId ?? 0, seesHidden: viewer !== null && roleAllows(viewer.role, 'write') };
}

/**
 * Whether hidden photos are shown to a user, who may have asked for them.
 * @throws DomainError `forbidden` when they may not see them
 */
export function showsHidden(viewer: Viewer, asked: boolean | undefined): boolean {
  if (asked !== true) return false;
  if (!sightOf(viewer).seesHidden) {
    throw new DomainError('forbidden', 'Hidden photos are shown to the role write and above.', {
      problem: 'role_too_low',
    });
  }
  return true;
}
