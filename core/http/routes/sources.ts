import type { PhotoSources } from '../../services/photo-sources.ts';
import { route, type Route } from '../pipeline/route.ts';
import { fields, nullable } from '../schemas/answer.ts';
import { integer, word } from '../schemas/parts.ts';
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
      payload: fields({
        name: nullable(word.max(214)).required().description('The plugin of the photo source, as in the overview.'),
        photos: integer
          .min(1)
          .required()
          .description('The number of photos of the source, as in the overview; refused if there are more by now.'),
      }),
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
