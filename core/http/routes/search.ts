import Joi from 'joi';
import type { FaceSearch } from '../../services/search/face-search.ts';
import type { TextSearch } from '../../services/search/text-search.ts';
import { uploadedMediaTypes } from '../../services/search/uploaded-picture.ts';
import { callerOf } from '../pipeline/caller-of.ts';
import { Presenter, type MediaSigner } from '../present.ts';
import { route, type Route } from '../pipeline/route.ts';
import * as input from '../schemas/input.ts';
import * as schemas from '../schemas/photos.ts';
import type { Upload } from '../pipeline/upload.ts';
import type * as wire from '../wire.ts';

interface SearchQuery {
  q: string;
  limit: number;
  offset: number;
  include_hidden?: boolean;
}

/** Characters of a search text: nobody types more. */
const longestText = 500;
/** Bytes. */
const largestUpload = 20 * 1024 * 1024;

export function searchRoutes(deps: { text: TextSearch; face: FaceSearch; signer: MediaSigner }): Route[] {
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
        limit: input.limit(100, 500),
        offset: input.offset,
        include_hidden: input.includeHidden,
      }),
      answer: schemas.searchResults,
      async handle(call): Promise<wire.SearchResults> {
        const caller = callerOf(call);
        const { q, limit, offset, include_hidden: includeHidden } = call.query;
        const found = await deps.text.find(caller, q, { limit, offset, includeHidden, signal: call.signal });
        return new Presenter(deps.signer, caller).searchResults(found);
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
      answer: schemas.faceSearchResults,
      async handle(call): Promise<wire.FaceSearchResults> {
        const caller = callerOf(call);
        const { limit } = call.query;
        const found = await deps.face.find(caller, call.payload, { limit, signal: call.signal });
        return new Presenter(deps.signer, caller).faceSearchResults(found);
      },
    }),
  ];
}
