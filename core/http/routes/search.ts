import Joi from 'joi';
import type { FaceSearch } from '../../services/search/face-search.ts';
import type { SearchSuggestions } from '../../services/search/suggestions.ts';
import type { TextSearch } from '../../services/search/text-search.ts';
import { uploadedMediaTypes } from '../../services/search/uploaded-picture.ts';
import { callerOf } from '../pipeline/caller-of.ts';
import { faceSearchResults, searchResults, searchSuggestions } from '../present-search.ts';
import { PeoplePresenter } from '../present-people.ts';
import { Presenter, type MediaSigner } from '../present.ts';
import { route, type Route } from '../pipeline/route.ts';
import * as input from '../schemas/input.ts';
import * as answers from '../schemas/search.ts';
import type { Upload } from '../pipeline/upload.ts';
import type * as wire from '../wire.ts';
import { longestText } from '../../domain/search-query.ts';

interface SearchQuery {
  q: string;
  limit: number;
  offset: number;
  include_hidden?: boolean;
}

/** The maximum size of an uploaded picture, in bytes. */
const largestUpload = 20 * 1024 * 1024;

export function searchRoutes(deps: {
  text: TextSearch;
  face: FaceSearch;
  suggestions: SearchSuggestions;
  signer: MediaSigner;
}): Route[] {
  return [
    route<Record<string, never>, SearchQuery>({
      method: 'GET',
      path: '/api/search',
      access: 'read',
      summary:
        'Photos that a text describes, best first. Names, places, times, cameras and kinds in it become filters.',
      query: Joi.object({
        q: Joi.string()
          .max(longestText)
          .required()
          .messages({ 'string.empty': 'q is empty: say what you are looking for' })
          .description(
            'Such as `Anna in Lisbon last summer sunset`, in English, German or French; quotes keep words text.',
          ),
        limit: input.limit(100, 500),
        offset: input.offset,
        include_hidden: input.includeHidden,
      }),
      answer: answers.searchResults,
      async handle(call): Promise<wire.SearchResults> {
        const caller = callerOf(call);
        const { q, limit, offset, include_hidden: includeHidden } = call.query;
        const found = await deps.text.find(caller, q, { limit, offset, includeHidden, signal: call.signal });
        return searchResults(new Presenter(deps.signer, caller), q, found);
      },
    }),

    route<Record<string, never>, { prefix: string; limit: number }>({
      method: 'GET',
      path: '/api/search/suggestions',
      access: 'read',
      summary: 'What the last words of a search text may be going to be, or what a search may be about.',
      query: Joi.object({
        prefix: Joi.string()
          .trim(false)
          .max(longestText)
          .empty('')
          .default('')
          .description('What is typed so far. With nothing, or a space at the end, the most frequent of each kind.'),
        limit: input.limit(4, 20).description('Of each kind.'),
      }),
      answer: answers.searchSuggestions,
      async handle(call): Promise<wire.SearchSuggestions> {
        const { prefix, limit } = call.query;
        const caller = callerOf(call);
        const present = new PeoplePresenter(deps.signer, caller);
        return searchSuggestions(present, await deps.suggestions.of(caller, prefix, limit));
      },
    }),

    route<Record<string, never>, { limit: number }, Upload>({
      method: 'POST',
      path: '/api/search/face',
      access: 'read',
      fails: ['not_ready'],
      summary: 'Photos of the person in an uploaded picture, most alike first. The picture is held in memory only.',
      query: Joi.object({ limit: input.limit(100, 500) }),
      upload: { part: 'file', maxBytes: largestUpload, mediaTypes: uploadedMediaTypes },
      answer: answers.faceSearchResults,
      async handle(call): Promise<wire.FaceSearchResults> {
        const caller = callerOf(call);
        const { limit } = call.query;
        const found = await deps.face.find(caller, call.payload, { limit, signal: call.signal });
        return faceSearchResults(new Presenter(deps.signer, caller), found);
      },
    }),
  ];
}
