import { DomainError } from '../domain/errors.ts';
import { roleAllows, type Role } from '../domain/roles.ts';

/** The one who looks. */
export interface Viewer {
  readonly userId: number;
  readonly role: Role;
}

/**
 * Whether somebody may see what is in hidden photos.
 * @param viewer null where pictures are public
 */
export function maySeeHidden(viewer: Pick<Viewer, 'role'> | null): boolean {
  return viewer !== null && roleAllows(viewer.role, 'write');
}

/**
 * Whether hidden photos are shown to somebody who may have asked for them.
 * @throws DomainError `forbidden` when they may not see them
 */
export function showsHidden(viewer: Viewer, asked: boolean | undefined): boolean {
  if (asked !== true) return false;
  if (!maySeeHidden(viewer)) {
    throw new DomainError('forbidden', 'Hidden photos are shown to the role write and above.');
  }
  return true;
}
