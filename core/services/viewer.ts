import { DomainError } from '../domain/errors.ts';
import { roleAllows, type Role } from '../domain/roles.ts';
import { anonymous, audienceOf, everything, type ViewerScope } from '../domain/viewer-scope.ts';
import { isApart, type PhotoFilter } from '../timeline/photo-filter.ts';

/** The requesting user. */
export interface Viewer {
  readonly userId: number;
  readonly role: Role;
}

/** The program itself, for plugins that act without a user: nothing is withheld from it. No user has this id. */
export const theServer: Viewer = { userId: 0, role: 'admin' };

/** An anonymous viewer: sees only what is hidden from nobody. No user has this id. */
export const everybody: Viewer = { userId: 0, role: 'read' };

/**
 * What lists show a user: hidden photos from the role write on, nothing withheld from them, and nothing that they hid.
 * @param viewer null where pictures are public
 */
export function scopeOf(viewer: Viewer | null): ViewerScope {
  return scopeWith(viewer, false);
}

/** What a user may open by id: everything that lists show, and what they hid for themselves. */
export function openScopeOf(viewer: Viewer | null): ViewerScope {
  return scopeWith(viewer, true);
}

function scopeWith(viewer: Viewer | null, seesOwnHidden: boolean): ViewerScope {
  if (viewer === theServer) return { userId: 0, seesHidden: true, audience: everything };
  if (viewer === null || viewer === everybody) return { userId: 0, seesHidden: false, audience: anonymous };
  const { userId, role } = viewer;
  return { userId, seesHidden: roleAllows(role, 'write'), audience: audienceOf({ userId, role, seesOwnHidden }) };
}

/**
 * A filter, restricted to the viewer's scope.
 * @param scope whether photos that the user hid count: `scopeOf` or `openScopeOf`
 * @throws DomainError `forbidden` when the filter asks for withheld photos
 */
export function seenBy(viewer: Viewer, filter: PhotoFilter, scope = scopeOf(viewer)): PhotoFilter {
  const { hidden = 'without', favoritesOf, archived } = filter;
  showsHidden(viewer, hidden !== 'without');
  const apart = isApart(filter);
  return {
    ...filter,
    asker: viewer.userId,
    byHand: true,
    hidden,
    archived: archived ?? (apart ? 'with' : 'without'),
    onTimeline: filter.onTimeline ?? !(apart || favoritesOf !== undefined || archived === 'only'),
    withheldFrom: (filter.ownHiddenOf === undefined ? scope : openScopeOf(viewer)).audience,
  };
}

/**
 * Whether hidden photos are shown to a user, who may have asked for them.
 * @throws DomainError `forbidden` when they may not see them
 */
export function showsHidden(viewer: Viewer, asked: boolean | undefined): boolean {
  if (asked !== true) return false;
  if (!scopeOf(viewer).seesHidden) {
    throw new DomainError('forbidden', 'Hidden photos are shown to the role write and above.', {
      problem: 'role_too_low',
    });
  }
  return true;
}
