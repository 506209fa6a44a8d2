import type { User } from '../core/http/wire.ts';

/** Names under which the browser keeps what outlasts a visit. */
export const signedInFlag = 'photofinch.signed-in';
export const leavingFlag = 'photofinch.leaving';
export const codeNeededFlag = 'photofinch.code-needed';
export const renewalKeyName = 'photofinch.renewal-key';
export const modelsReadFlag = 'photofinch.models-note';
export const photoSizeName = 'photofinch.photo-size';
export const themeName = 'photofinch.theme';
export const languageName = 'photofinch.language';
/** Written and forgotten at once, so that other tabs hear of it. */
export const lockedFlag = 'photofinch.locked';

/** What people searched for tells of their photos. */
export const recentSearchesOfAll = 'photofinch.recent-searches.';

/** By user: a family may share a browser. */
export function recentSearchesOf(user: User | null): string {
  return `${recentSearchesOfAll}${user?.id ?? ''}`;
}

/** Faces and groups to name that somebody put off, by user. */
export function skippedOf(user: User | null, what: 'faces' | 'groups'): string {
  return `photofinch.skipped-${what}.${user?.id ?? ''}`;
}
