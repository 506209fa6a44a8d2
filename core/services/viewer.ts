import { DomainError } from '../domain/errors.ts';
import { roleAllows, type Role } from '../domain/roles.ts';
import { anonymous, audienceOf, everything, type ListScope, type ViewerScope } from '../domain/viewer-scope.ts';
import { isApart, type PhotoFilter } from '../timeline/photo-filter.ts';

/** The requesting user. */
export interface Viewer {
  readonly userId: number;
  readonly role: Role;
}

/** The program itself, for plugins that act without a user: nothing is withheld from it. No user has this id. */
export const theServer: Viewer = { userId: 0, role: 'admin' };

/** An anonymous viewer, who sees only what is withheld from no user. No user has this id. */
export const everybody: Viewer = { userId: 0, role: 'read' };

/**
 * What lists show a user: hidden photos only from the role write on, without photos that are withheld from the user or that
 * the user has hidden for themselves.
 * @param viewer null if pictures are public
 */
export function scopeOf(viewer: Viewer | null): ViewerScope {
  return scopeWith(viewer, false);
}

/** What a user may open by id: everything that lists show, and what they have hidden for themselves. */
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
 * @param scope `scopeOf` or `openScopeOf`, which decides whether photos are included that the user has hidden for themselves
 * @throws DomainError `forbidden` if the filter asks for hidden photos that the viewer may not see
 */
export function seenBy(viewer: Viewer, filter: PhotoFilter, scope = scopeOf(viewer)): PhotoFilter {
  const { hidden = 'without', favoritesOf, archived } = filter;
  showsHidden(viewer, hidden !== 'without');
  const isSeparate = isApart(filter);
  return {
    ...filter,
    asker: viewer.userId,
    byHand: true,
    hidden,
    archived: archived ?? (isSeparate ? 'with' : 'without'),
    onTimeline: filter.onTimeline ?? !(isSeparate || favoritesOf !== undefined || archived === 'only'),
    withheldFrom: (filter.ownHiddenOf === undefined ? scope : openScopeOf(viewer)).audience,
  };
}

/** The filter that includes hidden photos if the request asks for them; `seenBy` decides whether it may. */
export const withOrWithoutHidden = (includeHidden: boolean | undefined): Pick<PhotoFilter, 'hidden'> => ({
  hidden: includeHidden ? 'with' : 'without',
});

/**
 * The scope of a list, which includes hidden photos if the request asks for them.
 * @throws DomainError `forbidden` if the viewer may not see them
 */
export const listScope = (viewer: Viewer, includeHidden: boolean | undefined): ListScope => ({
  audience: scopeOf(viewer).audience,
  withHidden: showsHidden(viewer, includeHidden),
});

/**
 * Whether to include hidden photos, if the request asks for them.
 * @throws DomainError `forbidden` if the viewer may not see them
 */
export function showsHidden(viewer: Viewer, includeHidden: boolean | undefined): boolean {
  if (includeHidden !== true) return false;
  if (!scopeOf(viewer).seesHidden) {
    throw new DomainError('forbidden', 'Hidden photos are shown to the role write and above.', {
      problem: 'role_too_low',
    });
  }
  return true;
}
