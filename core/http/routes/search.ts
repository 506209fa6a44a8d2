import type { FaceSearch } from '../../services/search/face-search.ts';
import type { SearchSuggestions } from '../../services/search/suggestions.ts';
import type { TextSearch } from '../../services/search/text-search.ts';
import { uploadedMediaTypes } from '../../services/search/uploaded-picture.ts';
import { faceSearchResults, searchResults, searchSuggestions } from '../present-search.ts';
import { PeoplePresenter } from '../present-people.ts';
import { Presenter, type MediaSigner } from '../present.ts';
import { route, type Route } from '../pipeline/route.ts';
import { fields } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { word } from '../schemas/parts.ts';
import * as answers from '../schemas/search.ts';
import type { Upload } from '../pipeline/upload.ts';
import type * as wire from '../wire.ts';
import { longestText } from '../../domain/search-query.ts';

/** The maximum size of an uploaded picture, in bytes. */
const largestUpload = 20 * 1024 * 1024;

export function searchRoutes(deps: {
  text: TextSearch;
  face: FaceSearch;
  suggestions: SearchSuggestions;
  signer: MediaSigner;
}): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/search',
      access: 'read',
      summary:
        'Photos that match a search text, best first. Names, places, times, cameras and kinds in the text become filters.',
      query: fields({
        q: word
          .max(longestText)
          .required()
          .messages({ 'string.empty': 'q is empty: say what you are looking for' })
          .description(
            'Such as `Anna in Lisbon last summer sunset`, in English, German or French; words in quotes are searched as text, not as filters. Case and accents do not matter (`strasse` finds `Straße`, `lodz` finds `Łódź`). Of texts in Chinese, Japanese, Korean and Thai, any part is found.',
          ),
        ...input.page(100, 500),
      }),
      answer: answers.searchResults,
      async handle(call): Promise<wire.SearchResults> {
        const { q, limit, offset, include_hidden: includeHidden } = call.query;
        const found = await deps.text.find(call.caller, q, { limit, offset, includeHidden, signal: call.signal });
        return searchResults(new Presenter(deps.signer, call.caller), q, found);
      },
    }),

    route({
      method: 'GET',
      path: '/api/search/suggestions',
      access: 'read',
      summary: 'Completions for the last words of a search text, or the most frequent subjects of the library.',
      query: fields({
        prefix: word
          .trim(false)
          .max(longestText)
          .empty('')
          .default('')
          .description(
            'The text typed so far. If it is empty or ends with a space, the most frequent entries of each kind are returned.',
          ),
        limit: input.limit(4, 20).description('The maximum number of suggestions of each kind.'),
        include_hidden: input.includeHidden,
      }),
      answer: answers.searchSuggestions,
      async handle(call): Promise<wire.SearchSuggestions> {
        const { prefix, limit, include_hidden: includeHidden } = call.query;
        const presenter = new PeoplePresenter(deps.signer, call.caller);
        return searchSuggestions(presenter, await deps.suggestions.of(call.caller, prefix, limit, includeHidden));
      },
    }),

    route<Record<string, never>, { limit: number; include_hidden?: boolean }, Upload>({
      method: 'POST',
      path: '/api/search/face',
      access: 'read',
      fails: ['not_ready'],
      summary: 'Photos of the person in an uploaded picture, most alike first. The picture is held in memory only.',
      query: fields({ limit: input.limit(100, 500), include_hidden: input.includeHidden }),
      upload: { part: 'file', maxBytes: largestUpload, mediaTypes: uploadedMediaTypes },
      answer: answers.faceSearchResults,
      async handle(call): Promise<wire.FaceSearchResults> {
        const { limit, include_hidden: includeHidden } = call.query;
        const found = await deps.face.find(call.caller, call.payload, { limit, includeHidden, signal: call.signal });
        return faceSearchResults(new Presenter(deps.signer, call.caller), found);
      },
    }),
  ];
}
