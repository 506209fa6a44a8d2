import type { ServerRoute } from '@hapi/hapi';
import { DomainError } from '../domain/errors.ts';

const precompressed = { lookupCompressed: true, lookupMap: { br: '.br', gzip: '.gz' } };

/**
 * The built web UI. Names of assets contain a hash of their content, so browsers cache them permanently; the page that
 * refers to them is revalidated each time.
 * @param folder contains `index.html`, `share.html`, `unlock.html`, `assets/` and `plugins/`
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
      // The same page for every link: the page itself requests the contents of the share.
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

/** The page of a locked library, at every URL: after the unlock, the user continues at the same URL. */
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
          // The browser must not keep pictures of a locked library either.
          .header('clear-site-data', '"cache"');
        // At `/` the status is 200: a proxy may replace a 503 by its own page, which would make unlocking impossible.
        // Elsewhere the status is 503, so that no crawler indexes this page in place of, for example, a shared album.
        return path === '/' ? page : page.code(503).header('retry-after', String(tryAgain));
      },
    },
  ];
}

/** Seconds; the time of the unlock is unknown. */
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
