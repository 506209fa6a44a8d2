import type { TokenScope } from '../../plugin-api/index.ts';
import type { Route } from './route.ts';

/** Who sees what is a matter of accounts, whatever it is below. */
const ofPeople = /\/(audience|hidden_by_me)$/;

const server = /^(\/api\/(admin\/(overview|checks|failures|indexer|people))|\/metrics)(\/|$)/;

const scopes: readonly (readonly [TokenScope, (route: Pick<Route, 'method'> & { path: string }) => boolean])[] = [
  [
    'library',
    ({ path }) =>
      /^\/api\/(photos|memories|duplicates|tags|albums|places|map|towns|people|faces|search|stacks|trips|folders|sign|download)(\/|$)/.test(
        path,
      ),
  ],
  ['shares', ({ path }) => /^\/api\/shares(\/|$)/.test(path)],
  // Checks change nothing: they are a POST because they take a while.
  ['server', ({ method, path }) => server.test(path) && (method === 'GET' || path === '/api/admin/checks')],
  ['server-write', ({ path }) => server.test(path)],
];

/**
 * The scope that a plugin's token needs for a route; undefined for routes that no such token reaches: accounts, signing in,
 * encryption, who sees what, backups, and settings. A path that is not named here is reached by none, and neither is a route
 * of a plugin without `tokenScope`: its path does not say what it is about.
 */
export function tokenScopeOf({
  method,
  path,
  tokenScope,
}: Pick<Route, 'method' | 'tokenScope'> & { path: string }): TokenScope | undefined {
  if (tokenScope !== undefined) return tokenScope ?? undefined;
  return ofPeople.test(path) ? undefined : scopes.find(([, matches]) => matches({ method, path }))?.[0];
}
