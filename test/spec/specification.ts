/** The public contract's endpoint tables as data: method, path, who may call it. */

/**
 * As the tables say it: `pending-login` is a sign-in that waits for its code, `bearer` any valid token, `media` a bearer token or a signed URL, `metrics` an admin or a
 * program on the same machine.
 */
export type SpecifiedAccess = 'none' | 'pending-login' | 'bearer' | 'media' | 'metrics' | 'read' | 'write' | 'admin';

export type Endpoint = readonly [method: string, path: string, access: SpecifiedAccess];

/** The endpoints of the specification, in its order. */
export const specified: readonly Endpoint[] = [
  // Auth
  ['POST', '/api/auth/login', 'none'],
  ['POST', '/api/auth/refresh', 'none'],
  ['POST', '/api/auth/logout', 'bearer'],
  ['GET', '/api/auth/me', 'bearer'],
  ['GET', '/api/auth/limits', 'none'],

  // Public status
  ['GET', '/api/health', 'none'],
  ['GET', '/api/status', 'none'],

  // Photos
  ['GET', '/api/photos', 'read'],
  ['GET', '/api/photos/archived', 'read'],
  ['GET', '/api/memories', 'read'],
  ['GET', '/api/duplicates', 'read'],
  ['GET', '/api/photos/anchors', 'read'],
  ['GET', '/api/photos/{uid}', 'read'],
  ['GET', '/api/photos/{uid}/meta', 'read'],
  ['GET', '/api/photos/{uid}/thumb', 'media'],
  ['GET', '/api/photos/{uid}/full', 'media'],
  ['POST', '/api/sign', 'bearer'],
  ['PATCH', '/api/photos/{uid}', 'write'],
  ['GET', '/api/photos/{uid}/faces', 'read'],
  ['GET', '/api/photos/{uid}/tags', 'read'],
  ['PUT', '/api/photos/{uid}/tags', 'write'],

  // Tags, albums, places
  ['GET', '/api/tags', 'read'],
  ['GET', '/api/albums', 'read'],
  ['GET', '/api/albums/{album_uid}/photos', 'read'],
  ['GET', '/api/places', 'read'],
  ['GET', '/api/map', 'read'],

  // People and faces
  ['GET', '/api/people', 'read'],
  ['GET', '/api/people/{id}/cover', 'media'],
  ['GET', '/api/people/{id}/faces', 'read'],
  ['POST', '/api/people/{id}/cover', 'write'],
  ['GET', '/api/people/{id}/photos', 'read'],
  ['GET', '/api/people/{id}/map', 'read'],
  ['GET', '/api/people/duplicates', 'read'],
  ['POST', '/api/people/{id}/name', 'write'],
  ['POST', '/api/people/{src}/merge', 'write'],
  ['GET', '/api/faces/unassigned', 'read'],
  ['GET', '/api/faces/{id}/crop', 'media'],
  ['GET', '/api/faces/{id}/suggest', 'read'],
  ['POST', '/api/faces/{id}/person', 'write'],
  ['POST', '/api/faces/{id}/unassign', 'write'],
  ['POST', '/api/admin/people/gc-empty', 'admin'],

  // Search
  ['GET', '/api/search', 'read'],
  ['POST', '/api/search/face', 'read'],

  // Admin: users
  ['GET', '/api/admin/users', 'admin'],
  ['POST', '/api/admin/users', 'admin'],
  ['PATCH', '/api/admin/users/{id}', 'admin'],
  ['DELETE', '/api/admin/users/{id}', 'admin'],
  ['POST', '/api/admin/users/{id}/logout', 'admin'],

  // Admin: server operations
  ['GET', '/api/admin/overview', 'admin'],
  ['POST', '/api/admin/backup', 'admin'],
  ['GET', '/api/admin/backups', 'admin'],
  ['DELETE', '/api/admin/backups/{name}', 'admin'],
  ['POST', '/api/admin/backups/prune', 'admin'],
  ['GET', '/api/admin/schedule', 'admin'],
  ['PUT', '/api/admin/schedule', 'admin'],
  ['POST', '/api/admin/checks', 'admin'],

  // Static
  ['GET', '/', 'none'],
  ['GET', '/assets/*', 'none'],
];

/** Endpoints that the specification does not name and that fill its gaps. */
export const added: readonly Endpoint[] = [
  ['GET', '/api/openapi.json', 'none'],
  ['GET', '/api/setup', 'none'],
  ['POST', '/api/setup', 'none'],
  ['POST', '/api/auth/link', 'none'],
  ['GET', '/api/auth/login/2fa', 'pending-login'],
  ['POST', '/api/auth/login/2fa', 'pending-login'],
  ['POST', '/api/auth/2fa/verify', 'pending-login'],
  ['PATCH', '/api/auth/me', 'bearer'],
  ['POST', '/api/auth/password', 'bearer'],
  ['GET', '/api/auth/sessions', 'bearer'],
  ['DELETE', '/api/auth/sessions/{id}', 'bearer'],
  ['GET', '/api/auth/2fa', 'bearer'],
  ['POST', '/api/auth/2fa/enroll', 'bearer'],
  ['POST', '/api/auth/2fa/confirm', 'bearer'],
  ['DELETE', '/api/auth/2fa', 'bearer'],
  ['DELETE', '/api/admin/users/{id}/2fa', 'admin'],
  ['POST', '/api/albums', 'write'],
  ['PATCH', '/api/albums/{album_uid}', 'write'],
  ['DELETE', '/api/albums/{album_uid}', 'write'],
  ['PUT', '/api/albums/{album_uid}/photos', 'write'],
  ['GET', '/api/photos/aspects', 'read'],
  ['GET', '/api/photos/recent', 'read'],
  ['PATCH', '/api/photos', 'write'],
  ['POST', '/api/photos/undo', 'write'],
  ['GET', '/api/photos/{uid}/similar', 'read'],
  ['GET', '/api/photos/{uid}/motion', 'media'],
  ['GET', '/api/search/suggestions', 'read'],
  ['GET', '/api/map/towns', 'read'],
  ['GET', '/api/stacks/{id}', 'read'],
  ['POST', '/api/stacks/photos', 'read'],
  ['POST', '/api/stacks', 'write'],
  ['PATCH', '/api/stacks/{id}', 'write'],
  ['DELETE', '/api/stacks/{id}', 'write'],
  ['DELETE', '/api/stacks/{id}/photos/{uid}', 'write'],
  ['POST', '/api/stacks/steps/{step}/undo', 'write'],
  ['GET', '/api/trips', 'read'],
  ['GET', '/api/trips/{id}', 'read'],
  ['PATCH', '/api/trips/{id}', 'write'],
  ['DELETE', '/api/trips/{id}', 'write'],
  ['POST', '/api/trips/merge', 'write'],
  ['POST', '/api/trips/{id}/split', 'write'],
  ['POST', '/api/trips/steps/{step}/undo', 'write'],
  ['GET', '/api/towns', 'read'],
  ['GET', '/api/people/{id}', 'read'],
  ['POST', '/api/people/duplicates/dismiss', 'write'],
  ['GET', '/api/people/merges', 'write'],
  ['POST', '/api/people/merges/{id}/undo', 'write'],
  ['POST', '/api/people/{id}/hidden', 'write'],
  ['DELETE', '/api/people/{id}/name', 'write'],
  ['POST', '/api/faces/reject', 'write'],
  ['GET', '/api/faces/rejected', 'write'],
  ['GET', '/api/people/suggested-merges', 'read'],
  ['GET', '/api/people/{id}/similar', 'read'],
  ['GET', '/api/people/{id}/similar-faces', 'read'],
  ['POST', '/api/people/{id}/faces', 'write'],
  ['POST', '/api/people/{id}/merge_all', 'write'],
  ['POST', '/api/people/hidden', 'write'],
  ['GET', '/api/people/ignored', 'write'],
  ['GET', '/api/faces/likely', 'read'],
  ['GET', '/api/faces/ignored', 'write'],
  ['POST', '/api/faces/ignore', 'write'],
  ['POST', '/api/admin/indexer/sync', 'admin'],
  ['POST', '/api/admin/indexer/accept-loss', 'admin'],
  ['POST', '/api/admin/indexer/retry-failed', 'admin'],
  ['GET', '/api/admin/failures', 'admin'],
  ['GET', '/api/admin/audit', 'admin'],
  ['GET', '/api/folders', 'read'],
  ['GET', '/api/folders/seen', 'read'],
  ['GET', '/api/admin/folders', 'admin'],
  ['PUT', '/api/admin/folders', 'admin'],
  ['POST', '/api/download', 'read'],
  ['POST', '/api/download/tickets', 'read'],
  ['GET', '/api/download/{ticket}', 'none'],
  ['GET', '/api/withholdings', 'write'],
  ['GET', '/api/albums/{album_uid}/audience', 'write'],
  ['PUT', '/api/albums/{album_uid}/audience', 'write'],
  ['GET', '/api/people/{id}/audience', 'write'],
  ['PUT', '/api/people/{id}/audience', 'write'],
  ['GET', '/api/hidden_by_me', 'read'],
  ['PUT', '/api/albums/{album_uid}/hidden_by_me', 'read'],
  ['PUT', '/api/people/{id}/hidden_by_me', 'read'],
  ['GET', '/api/photos/{uid}/stream', 'media'],
  ['GET', '/api/shares', 'write'],
  ['POST', '/api/shares', 'write'],
  ['PATCH', '/api/shares/{id}', 'write'],
  ['DELETE', '/api/shares/{id}', 'write'],
  ['GET', '/api/admin/sharing', 'admin'],
  ['PUT', '/api/admin/sharing', 'admin'],
  ['GET', '/api/shared/{token}', 'none'],
  ['GET', '/api/shared/{token}/photos', 'none'],
  ['POST', '/api/shared/{token}/unlock', 'none'],
  ['GET', '/api/shared/{token}/photos/{uid}/thumb', 'none'],
  ['GET', '/api/shared/{token}/photos/{uid}/full', 'none'],
  ['GET', '/api/shared/{token}/photos/{uid}/stream', 'none'],
  ['GET', '/api/shared/{token}/photos/{uid}/motion', 'none'],
  ['GET', '/api/shared/{token}/download', 'none'],
  ['POST', '/api/shared/{token}/download', 'none'],
  ['GET', '/s/{token}', 'none'],
  ['GET', '/metrics', 'metrics'],
];

/** How many a list answers when nothing is said, null for all, and at most: a request for more is refused. */
export type PageLimit = readonly [path: string, usual: number | null, most: number];

export const pageLimits: readonly PageLimit[] = [
  ['/api/photos', 200, 1000],
  ['/api/photos/archived', null, 1000],
  ['/api/memories', null, 1000],
  ['/api/albums/{album_uid}/photos', 200, 1000],
  ['/api/duplicates', 200, 1000],
  ['/api/places', 500, 5000],
  ['/api/map', 1000, 5000],
  ['/api/people', 200, 1000],
  ['/api/people/{id}/photos', 200, 1000],
  ['/api/people/{id}/map', 1000, 5000],
  ['/api/people/duplicates', 50, 1000],
  ['/api/faces/unassigned', 500, 5000],
  ['/api/faces/{id}/suggest', 5, 50],
  ['/api/search', 100, 500],
  ['/api/shared/{token}/photos', 500, 1000],
];

/** Query parameters that the specification does not name. */
export const addedParameters: readonly (readonly [path: string, names: readonly string[]])[] = [
  ['/api/photos', ['before_uid', 'after', 'person', 'album', 'trip', 'kind', 'years', 'day', 'include_hidden']],
  ['/api/photos', ['include_off_timeline']],
  ['/api/photos', ['folder', 'subfolders', 'stacked']],
  ['/api/photos/archived', ['limit', 'offset']],
  ['/api/memories', ['limit']],
  ['/api/albums', ['q']],
  ['/api/places', ['q']],
  ['/api/map', ['q', 'bbox', 'zoom', 'years']],
  ['/api/people', ['include_small', 'named']],
  ['/api/people/duplicates', ['likely']],
  ['/api/search', ['offset']],
];

/** Endpoints that answer 201, since they make something. */
export const creates: readonly string[] = ['POST /api/admin/users', 'POST /api/albums', 'POST /api/shares'];
