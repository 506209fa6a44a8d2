import type { ServerRoute } from '@hapi/hapi';
import { DomainError } from '../domain/errors.ts';

const precompressed = { lookupCompressed: true, lookupMap: { br: '.br', gzip: '.gz' } };

/**
 * The web UI as it was built. Names of assets carry a hash of the content, so a browser never asks for one again; the
 * page that names them is asked for each time.
 * @param folder with `index.html`, `share.html`, `unlock.html`, `assets/` and `plugins/`
 */
export function webRoutes(folder: string): ServerRoute[] {
  return [
    {
      method: 'GET',
      path: '/',
      handler: (_request, h) =>
        h.file('index.html', { confine: folder, ...precompressed }).header('cache-control', 'no-cache'),
    },
    {
      // The same page for any link: what it opens, if anything, the page asks for.
      method: 'GET',
      path: '/s/{token}',
      handler: (_request, h) =>
        h.file('share.html', { confine: folder, ...precompressed }).header('cache-control', 'no-store'),
    },
    assetRoute(folder),
    {
      method: 'GET',
      path: '/plugins/-/{file}',
      handler: ({ params }, h) => {
        const { file } = params as { file: string };
        if (!forPlugins.includes(file)) throw new DomainError('not_found', 'There is no such file.');
        return h.file(`plugins/${file}`, { confine: folder, ...precompressed }).header('cache-control', 'no-cache');
      },
    },
  ];
}

/** What pages of plugins load of the server's. */
const forPlugins: readonly string[] = ['page.js', 'page.css'];

/** The page of a locked library, at every address: where it stands is where people go on once it is unlocked. */
export function lockedPages(folder: string): ServerRoute[] {
  return [
    assetRoute(folder),
    {
      method: 'GET',
      path: '/{path*}',
      handler: ({ path }, h) => {
        const page = h
          .file('unlock.html', { confine: folder, ...precompressed })
          .header('cache-control', 'no-store')
          // Nor does the browser keep pictures of a library that is locked.
          .header('clear-site-data', '"cache"');
        // A proxy may show a page of its own in the place of a 503, and nobody could unlock; but what else lies at an
        // address, as a shared album, is not there now, and no crawler shall take the page for it.
        return path === '/' ? page : page.code(503).header('retry-after', String(tryAgain));
      },
    },
  ];
}

/** Seconds: nobody knows when somebody unlocks the library. */
const tryAgain = 60;

function assetRoute(folder: string): ServerRoute {
  return {
    method: 'GET',
    path: '/assets/{path*}',
    handler: (request, h) => {
      const path = String((request.params as { path?: string }).path);
      if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(path)) throw new DomainError('not_found', 'There is no such file.');
      return h
        .file(`assets/${path}`, { confine: folder, ...precompressed })
        .header('cache-control', 'public, max-age=31536000, immutable');
    },
  };
}
