import { roles, type Role } from './roles.ts';

/*
 * Two terms for things that a viewer does not see, used throughout the code:
 * - *hidden*: the flag of a photo or person that editors set. It applies to everybody below the role `write`.
 * - *withheld*: invisible to certain audiences only. Admins withhold people and albums from users (a household), and users
 *   withhold photos, people and albums from themselves ("own hidden").
 */

/**
 * An audience from which things may be withheld: a user, their role, and whether they see what they hid from themselves. It
 * is encoded as a number, so that it can be part of a filter and of a query.
 */
export type Audience = number;

/** The program itself, without a user: nothing is withheld from it. */
export const everything: Audience = 0;
/** A viewer who is not signed in: everything that is withheld from any audience is withheld. */
export const anonymous: Audience = -1;

/** The user of an audience other than the two above. */
export interface AudienceUser {
  /** 0 if no user is signed in. */
  readonly userId: number;
  readonly role: Role;
  /** Whether the user sees what they hid from themself, as when opening a photo by its URL. */
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
 * The parts of a viewer that the index needs. Each read of a single photo, face or person takes a scope, so that no read
 * can forget to check it. For a viewer who does not see hidden photos, these do not exist, and neither do faces and people
 * that occur only in hidden photos. The same applies to photos that are withheld from the viewer.
 */
export interface ViewerScope {
  /** The user's id; an id of no user if pictures are public and no user is signed in. */
  readonly userId: number;
  readonly seesHidden: boolean;
  readonly audience: Audience;
}

/** The audience of a list, and whether it includes hidden photos. */
export interface ListScope {
  readonly audience: Audience;
  readonly withHidden: boolean;
}
