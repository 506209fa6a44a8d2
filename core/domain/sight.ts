import { roles, type Role } from './roles.ts';

/**
 * For whom something may be left out: a user, their role, and whether they see what they hid from themselves. A number, so
 * that it can be a part of a filter and of a query.
 */
export type Audience = number;

/** The program itself, and no user: nothing is left out. */
export const everything: Audience = 0;
/** Nobody in particular: whatever anybody keeps from others is kept from them. */
export const anybody: Audience = -1;

/** Of an audience that is neither of all, nor of nobody. */
export interface AudienceUser {
  /** 0 for nobody who is signed in. */
  readonly userId: number;
  readonly role: Role;
  /** Whether what they hid from themselves is shown to them, as where they open it by its name. */
  readonly seesOwnHidden: boolean;
}

const places = 2 * (roles.length + 1);

export function audienceOf({ userId, role, seesOwnHidden }: AudienceUser): Audience {
  return userId * places + 2 * (roles.indexOf(role) + 1) + Number(seesOwnHidden);
}

export function userIn(audience: Audience): AudienceUser {
  const place = audience % places;
  const role = roles[(place >> 1) - 1] ?? 'read';
  return { userId: (audience - place) / places, role, seesOwnHidden: place % 2 === 1 };
}

/**
 * The viewer, as far as the index must know. For a viewer who does not see hidden photos they do not exist, and neither do
 * faces and people that are in them alone; the same holds for photos that are kept from the viewer, and for those that they
 * hid from themselves. Each read of a single
 * photo, face or person takes a sight, so that no read can forget to check it.
 */
export interface Sight {
  /** An id that no user has where pictures are public and nobody is signed in. */
  readonly userId: number;
  readonly seesHidden: boolean;
  readonly audience: Audience;
}
