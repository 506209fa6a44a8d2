import type { User } from '../core/http/wire.ts';

/** Names under which the browser stores data between visits. */
export const signedInFlag = 'photofinch.signed-in';
export const leavingFlag = 'photofinch.leaving';
export const codeNeededFlag = 'photofinch.code-needed';
export const renewalKeyName = 'photofinch.renewal-key';
export const modelsReadFlag = 'photofinch.models-note';
export const photoSizeName = 'photofinch.photo-size';
export const themeName = 'photofinch.theme';
export const languageName = 'photofinch.language';
/** Written and removed at once, as a signal to other tabs. */
export const lockedFlag = 'photofinch.locked';
/** Written and removed likewise when the user has a new password: URLs of pictures that other tabs have are invalid. */
export const passwordFlag = 'photofinch.password';

/** Recent searches reveal something about photos, so they have a common prefix by which they are removed. */
export const recentSearchesOfAll = 'photofinch.recent-searches.';

/** Per user, since a family may share a browser. */
export function recentSearchesOf(user: User | null): string {
  return `${recentSearchesOfAll}${user?.id ?? ''}`;
}

/** Skipped faces and groups, per user. */
export function skippedOf(user: User | null, kind: 'faces' | 'groups'): string {
  return `photofinch.skipped-${kind}.${user?.id ?? ''}`;
}
