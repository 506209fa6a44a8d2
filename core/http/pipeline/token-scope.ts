import type { TokenScope } from '../../plugin-api/index.ts';
import type { Route } from './route.ts';

/** Who may see what is an account matter, below any path. */
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
  // Running checks changes nothing: it is a POST because it takes a while.
  ['server', ({ method, path }) => server.test(path) && (method === 'GET' || path === '/api/admin/checks')],
  ['server-write', ({ path }) => server.test(path)],
];

/**
 * The scope that a plugin's token needs for a route; undefined for routes that such tokens can never use: accounts, signing
 * in, encryption, who may see what, backups, and settings. Paths that are not listed here are excluded, and so are routes of
 * a plugin without `tokenScope`, whose paths say nothing about their subject.
 */
export function tokenScopeOf({
  method,
  path,
  tokenScope,
}: Pick<Route, 'method' | 'tokenScope'> & { path: string }): TokenScope | undefined {
  if (tokenScope !== undefined) return tokenScope ?? undefined;
  return ofPeople.test(path) ? undefined : scopes.find(([, matches]) => matches({ method, path }))?.[0];
}
