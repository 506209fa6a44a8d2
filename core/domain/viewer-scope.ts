import { roles, type Role } from './roles.ts';

/*
 * Two words for what a viewer does not see, here and everywhere in the code:
 *
 * - *hidden*: the flag of a photo or person that editors set. It holds for everybody below the role `write`.
 * - *withheld*: kept from some audiences alone. Admins withhold people and albums from users (a household), and users
 *   withhold photos, people and albums from themselves ("own hidden").
 */

/**
 * An audience, from which something may be withheld: a user, their role, and whether they see what they hid from themselves.
 * It is a number, so that it can be part of a filter and of a query.
 */
export type Audience = number;

/** The program itself, without a user: nothing is withheld from it. */
export const everything: Audience = 0;
/** A viewer who is not signed in: all that is withheld from any audience is withheld from them. */
export const anonymous: Audience = -1;

/** The user in an audience other than the two above. */
export interface AudienceUser {
  /** 0 if no user is signed in. */
  readonly userId: number;
  readonly role: Role;
  /** Whether they see what they hid from themselves, as when they open a photo by its address. */
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
 * The viewer, as far as the index must know. Each read of a single photo, face or person takes a scope, so no read can
 * forget to check it. For a viewer who does not see hidden photos, these do not exist, and neither do faces and people that
 * are only in hidden photos. The same holds for photos that are withheld from the viewer.
 */
export interface ViewerScope {
  /** An id that no user has, if pictures are public and no user is signed in. */
  readonly userId: number;
  readonly seesHidden: boolean;
  readonly audience: Audience;
}
