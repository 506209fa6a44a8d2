import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { ServerRoute } from '@hapi/hapi';
import { DomainError } from '../domain/errors.ts';

/** A folder of pages. */
export interface PageFolder {
  /** The name of the plugin that owns it. */
  readonly plugin: string;
  readonly folder: string;
}

/** The pages of a plugin: the files of its folder, which browsers must revalidate each time. */
export function pageRoutes({ plugin, folder }: PageFolder): ServerRoute[] {
  const place = `/plugins/${plugin}`;
  return [
    // Relative URLs in a page refer to the folder, so its URL must end with a slash.
    { method: 'GET', path: place, handler: (_request, h) => h.redirect(`${place}/`) },
    {
      method: 'GET',
      path: `${place}/{path*}`,
      handler: async ({ params }, h) => {
        const { path = '' } = params as { path?: string };
        const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
        if (!isPlain(file) || !(await isFileOf(folder, file))) {
          throw new DomainError('not_found', 'There is no such page.');
        }
        return h.file(file, { confine: folder }).header('cache-control', 'no-cache');
      },
    },
  ];
}

/** Rejects paths that leave the folder, and hidden files. */
const isPlain = (file: string): boolean =>
  file.split('/').every((name) => name !== '' && !name.startsWith('.') && !/[\0\\]/.test(name));

/** Also rejects links that lead out of the folder. */
async function isFileOf(folder: string, file: string): Promise<boolean> {
  try {
    const [home, path] = await Promise.all([realpath(folder), realpath(join(folder, file))]);
    return path.startsWith(`${home}${sep}`) && (await stat(path)).isFile();
  } catch {
    return false;
  }
}
