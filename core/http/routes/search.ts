import Joi from 'joi';
import type { TextSearch } from '../../services/search/text-search.ts';
import { callerOf } from '../caller-of.ts';
import { Presenter, type MediaSigner } from '../present.ts';
import { route, type Route } from '../route.ts';
import * as schemas from '../schemas.ts';
import type * as wire from '../wire.ts';

interface SearchQuery {
  q: string;
  limit: number;
  include_hidden?: boolean;
}

/** Characters of a search text: nobody types more. */
const longestText = 500;

export function searchRoutes(deps: { text: TextSearch; signer: MediaSigner }): Route[] {
  return [
    route<Record<string, never>, SearchQuery>({
      method: 'GET',
      path: '/api/search',
      access: 'read',
      summary: 'Photos that a text describes, best first. Names, places, years and months in it become filters.',
      query: Joi.object({
        q: Joi.string()
          .max(longestText)
          .required()
          .messages({ 'string.empty': 'q is empty: say what you are looking for' })
          .description('Such as `Anna in Lisbon 2023 sunset`; quotes keep words text.'),
        limit: schemas.limit(100, 500),
        include_hidden: schemas.photoFilters.include_hidden,
      }),
      answer: schemas.searchResults,
      async handle(call): Promise<wire.SearchResults> {
        const caller = callerOf(call);
        const { q, limit, include_hidden: includeHidden } = call.query;
        const found = await deps.text.find(caller, q, { limit, includeHidden, signal: call.signal });
        return new Presenter(deps.signer, caller).searchResults(found);
      },
    }),
  ];
}
