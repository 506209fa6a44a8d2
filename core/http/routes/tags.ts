import type { TagCloud } from '../../services/tag-cloud.ts';
import { listScope } from '../../services/viewer.ts';
import { route, type Route } from '../pipeline/route.ts';
import { fields } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import * as schemas from '../schemas/photos.ts';
import type * as wire from '../wire.ts';

export function tagRoutes(deps: { tags: TagCloud }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/tags',
      access: 'read',
      summary: 'All tags by number of photos.',
      query: fields({ include_hidden: input.includeHidden }),
      answer: schemas.tags,
      async handle(call): Promise<wire.Tags> {
        const { audience, withHidden } = listScope(call.caller, call.query.include_hidden);
        const counts = await deps.tags.counts(audience, withHidden);
        return { tags: counts.map(({ name, count }) => ({ name, count })) };
      },
    }),
  ];
}
