import type { TokenScope } from '../../plugin-api/index.ts';
import type { Route } from './route.ts';

/** Who sees what is a matter of accounts, whatever it stands below. */
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
 * What a plugin's token must be for to reach a route; undefined where no such token does: accounts, signing in, encryption,
 * who sees what, backups, and settings. A path that is not named here is reached by none, and neither is a route of a plugin
 * that says nothing: what it is about is not in its path.
 */
export function tokenScopeOf({
  path,
  tokenScope,
}: { path: string } & Pick<Route, 'tokenScope'>): TokenScope | undefined {
  if (tokenScope !== undefined) return tokenScope ?? undefined;
  return ofPeople.test(path) ? undefined : scopes.find(([, paths]) => paths.test(path))?.[0];
}
