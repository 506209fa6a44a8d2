import { roleAllows, type Role } from './roles.ts';

/**
 * For whom albums and people may be kept: a user, and whether they have the role read alone. A number, so that it can be a
 * part of a filter and of a query.
 */
export type Audience = number;

/** Admins, who decide what is kept from whom: nothing is kept from them. */
export const everything: Audience = 0;
/** Nobody in particular: whatever is kept from anybody is kept from them. */
export const anybody: Audience = -1;

/** @param userId 0 for nobody who is signed in */
export function audienceOf(userId: number, role: Role): Audience {
  if (role === 'admin') return everything;
  return userId * 2 + (roleAllows(role, 'write') ? 2 : 1);
}

/** The user of an audience that is neither of all, nor of nobody. */
export function userIn(audience: Audience): { readonly userId: number; readonly isReader: boolean } {
  const isReader = audience % 2 === 1;
  return { userId: isReader ? (audience - 1) / 2 : (audience - 2) / 2, isReader };
}

/**
 * The viewer, as far as the index must know. For a viewer who does not see hidden photos they do not exist, and neither do
 * faces and people that are in them alone; the same holds for photos that are kept from the viewer. Each read of a single
 * photo, face or person takes a sight, so that no read can forget to check it.
 */
export interface Sight {
  /** An id that no user has where pictures are public and nobody is signed in. */
  readonly userId: number;
  readonly seesHidden: boolean;
  readonly audience: Audience;
}
