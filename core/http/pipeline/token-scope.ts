import type { TokenScope } from '../../plugin-api/index.ts';
import type { Route } from './route.ts';

/** Visibility belongs to accounts, below whatever path it stands. */
const ofPeople = /\/(audience|hidden_by_me)$/;

const scopes: readonly (readonly [TokenScope, RegExp])[] = [
  [
    'library',
    /^\/api\/(photos|memories|duplicates|tags|albums|places|map|towns|people|faces|search|stacks|trips|folders|sign|download)(\/|$)/,
  ],
  ['shares', /^\/api\/shares(\/|$)/],
  ['server', /^(\/api\/(admin\/(overview|checks|failures|indexer|people))|\/metrics)(\/|$)/],
];

/**
 * The scope that a plugin's token needs for a route; undefined for routes closed to such tokens: accounts, sign-in,
 * encryption, visibility, backups, and settings. Paths without an entry are closed, and so are plugin routes without a
 * declared scope, since their paths do not tell their subject.
 */
export function tokenScopeOf({
  path,
  tokenScope,
}: { path: string } & Pick<Route, 'tokenScope'>): TokenScope | undefined {
  if (tokenScope !== undefined) return tokenScope ?? undefined;
  return ofPeople.test(path) ? undefined : scopes.find(([, paths]) => paths.test(path))?.[0];
}
