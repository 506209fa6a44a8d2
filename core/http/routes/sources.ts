import type { PhotoSources } from '../../services/photo-sources.ts';
import { route, type Route } from '../pipeline/route.ts';
import * as schemas from '../schemas/sources.ts';
import type { Sources } from '../wire.ts';

/** The routes with which admins manage several photo sources. */
export function sourceRoutes({ sources }: { sources: PhotoSources }): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/admin/sources/leave',
      access: 'admin',
      fails: ['conflict'],
      summary: 'Removes the photos of a photo source from the library, if its plugin is not loaded any more.',
      payload: schemas.leavingSource,
      answer: schemas.sources,
      handle: async ({ payload: { name, photos } }): Promise<Sources> => {
        sources.leave(name, photos);
        return { sources: (await sources.report()).map((source) => ({ ...source })) };
      },
      audit: ({ payload: { name, photos } }) => ({
        action: 'source.left',
        ...(name !== null && { subject: name }),
        detail: `${photos} photos`,
      }),
    }),
  ];
}
