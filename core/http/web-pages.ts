import type { ServerRoute } from '@hapi/hapi';
import { DomainError } from '../domain/errors.ts';

const precompressed = { lookupCompressed: true, lookupMap: { br: '.br', gzip: '.gz' } };

/**
 * The web UI as it was built. Names of assets carry a hash of the content, so a browser never asks for one again; the
 * page that names them is asked for each time.
 * @param folder with `index.html`, `share.html` and `assets/`
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
    {
      method: 'GET',
      path: '/assets/{path*}',
      handler: (request, h) => {
        const path = String((request.params as { path?: string }).path);
        if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(path)) throw new DomainError('not_found', 'There is no such file.');
        return h
          .file(`assets/${path}`, { confine: folder, ...precompressed })
          .header('cache-control', 'public, max-age=31536000, immutable');
      },
    },
  ];
}
