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
      // The same page for every link: the page itself asks the server what the link opens.
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

/** Files of the server that pages of plugins load. */
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
        // At `/` the status is 200: a proxy may replace a 503 by a page of its own, and nobody could unlock. Elsewhere
        // the status is 503, so that no crawler takes the page for, say, a shared album.
        return path === '/' ? page : page.code(503).header('retry-after', String(tryAgain));
      },
    },
  ];
}

/** Seconds; the time of the unlocking is unknown. */
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
