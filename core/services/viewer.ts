import { DomainError } from '../domain/errors.ts';
import { roleAllows, type Role } from '../domain/roles.ts';
import { anonymous, audienceOf, everything, type ViewerScope } from '../domain/viewer-scope.ts';
import { isApart, type PhotoFilter } from '../timeline/photo-filter.ts';

/** The user who asks. */
export interface Viewer {
  readonly userId: number;
  readonly role: Role;
}

/** The program itself, as where a plugin acts for nobody: nothing is kept from it. No user has this id. */
export const theServer: Viewer = { userId: 0, role: 'admin' };

/** Everybody at once: whatever is hidden, or kept from anybody, is kept from them. No user has this id. */
export const everybody: Viewer = { userId: 0, role: 'read' };

/**
 * What a user is shown: hidden photos from the role write on, nothing that is kept from them, and nothing that they hid from
 * themselves.
 * @param viewer null where pictures are public: whatever is kept from anybody is not
 */
export function scopeOf(viewer: Viewer | null): ViewerScope {
  return scopeWith(viewer, false);
}

/** What a user may open by its name: what they are shown, and what they hid from themselves. */
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
 * The filter as it holds for a viewer.
 * @param scope what they are shown of what users hid from themselves: `sightOf` or `reachOf`
 * @throws DomainError `forbidden` when it asks for what they may not see
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
