import type { TagCloud } from '../../services/tag-cloud.ts';
import { scopeOf } from '../../services/viewer.ts';
import { callerOf } from '../pipeline/caller-of.ts';
import { route, type Route } from '../pipeline/route.ts';
import * as schemas from '../schemas/photos.ts';
import type * as wire from '../wire.ts';

export function tagRoutes(deps: { tags: TagCloud }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/tags',
      access: 'read',
      summary: 'All tags by number of photos.',
      answer: schemas.tags,
      async handle(call): Promise<wire.Tags> {
        const counts = await deps.tags.counts(scopeOf(callerOf(call)).audience);
        return { tags: counts.map(({ name, count }) => ({ name, count })) };
      },
    }),
  ];
}
