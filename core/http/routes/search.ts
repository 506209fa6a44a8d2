import Joi from 'joi';
import { reasonKinds } from '../../domain/photo-texts.ts';
import type { FaceSearch } from '../../services/search/face-search.ts';
import type { TextSearch } from '../../services/search/text-search.ts';
import { uploadedMediaTypes } from '../../services/search/uploaded-picture.ts';
import { callerOf } from '../pipeline/caller-of.ts';
import { Presenter, type MediaSigner } from '../present.ts';
import { route, type Route } from '../pipeline/route.ts';
import * as input from '../schemas/input.ts';
import { kind, photoItem, scored } from '../schemas/photos.ts';
import type { Upload } from '../pipeline/upload.ts';
import { answer, described, extended, list, nullable, oneOf, optional } from '../schemas/answer.ts';
import { boolean, count, epochSeconds, integer, number, text, word } from '../schemas/parts.ts';
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

const searchResults = answer<wire.SearchResults>({
  results: list(
    extended<wire.FoundPhoto, wire.PhotoItem>(photoItem, {
      score: number.description(
        'A cosine, −1 to 1; without one, the confidence in the things that the photo shows, 0 to 1; of photos that words alone found, their fused rank.',
      ),
      match: oneOf('semantic', 'text', 'both'),
      why: described(
        list(answer({ kind: oneOf(...reasonKinds), text: nullable(text) })),
        'Why it was found: which texts have a word of `q`, which words name a thing in it, or `picture`: its look as a whole.',
      ),
    }),
  ),
  total: count,
  query: answer<wire.SearchQuery>({
    text,
    person: list(answer({ id: count, name: text })),
    place: list(text),
    from: nullable(epochSeconds),
    to: nullable(epochSeconds),
    month: list(integer.min(1).max(12)),
    kind: nullable(kind),
  }).description('What the text was taken for: names, places, years and months became filters, text is the rest.'),
  semantic: boolean.description('Whether what pictures show was searched, and not only words.'),
});

const fraction = number.description('Of the upright upload.');

const faceSearchResults = answer<wire.FaceSearchResults>({
  results: list(scored('The cosine of the faces.')),
  total: count,
  faces: described(
    list(
      answer({
        box: answer({ x: fraction, y: fraction, w: fraction, h: fraction }),
      }),
    ),
    'All that were found, largest first; that one was searched for.',
  ),
  detail: optional(word.description('Why there are no results, where that is not plain.')),
});

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
      answer: searchResults,
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
      answer: faceSearchResults,
      async handle(call): Promise<wire.FaceSearchResults> {
        const caller = callerOf(call);
        const { limit } = call.query;
        const found = await deps.face.find(caller, call.payload, { limit, signal: call.signal });
        return new Presenter(deps.signer, caller).faceSearchResults(found);
      },
    }),
  ];
}
