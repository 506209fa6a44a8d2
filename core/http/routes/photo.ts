import type { FactEdits } from '../../services/fact-edits.ts';
import type { PhotoLibrary } from '../../services/library.ts';
import type { FlagChange, PhotoEdits } from '../../services/photo-edits.ts';
import type { PhotoMetadataReader } from '../../services/photo-metadata.ts';
import type { SimilarPhotos } from '../../services/similar-photos.ts';
import { route, type Caller, type Reply, type Route } from '../pipeline/route.ts';
import { PeoplePresenter } from '../present-people.ts';
import { Presenter, type MediaSigner } from '../present.ts';
import { auditOfEdits, editsReply } from './edits-reply.ts';
import { fields, list, type InputOf } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { boolean, word } from '../schemas/parts.ts';
import { factChanges, rejectContradictions, factFields } from '../schemas/photo-edits.ts';
import { faces } from '../schemas/people.ts';
import * as schemas from '../schemas/photos.ts';
import type * as wire from '../wire.ts';

const wantedFlag = boolean.strict();
export const flagParameters = {
  favorited: wantedFlag,
  archived: wantedFlag,
  hidden: wantedFlag,
  hidden_by_me: wantedFlag.description(
    'Hides the photo for the caller only. The role read may set this too, if the request sets nothing else.',
  ),
};
type FlagsPayload = InputOf<typeof flagParameters>;

/** Whether a change affects only the caller: hiding photos for oneself. */
export function isForOneself(payload: unknown): boolean {
  if (typeof payload !== 'object' || payload === null || !('hidden_by_me' in payload)) return false;
  return Object.keys(payload).every((field) => field === 'hidden_by_me' || field === 'uids');
}

/** Converts the flags to the form of the services. */
export const flagsIn = ({ favorited, archived, hidden, hidden_by_me }: FlagsPayload): FlagChange => ({
  favorite: favorited,
  archived,
  hidden,
  hiddenByMe: hidden_by_me,
});

export interface OnePhotoDependencies {
  library: PhotoLibrary;
  edits: PhotoEdits;
  facts: FactEdits;
  metadata: PhotoMetadataReader;
  similar: SimilarPhotos;
  signer: MediaSigner;
}

/** The routes of a single photo, except its pictures and videos. */
export function onePhotoRoutes({ library, edits, facts, metadata, similar, signer }: OnePhotoDependencies): Route[] {
  const presenterFor = (caller: Caller): Presenter => new Presenter(signer, caller);

  return [
    route({
      method: 'GET',
      path: '/api/photos/{uid}',
      access: 'read',
      summary: 'One photo.',
      params: input.photoParams,
      answer: schemas.photo,
      async handle(call): Promise<wire.Photo> {
        return presenterFor(call.caller).photo(await library.photo(call.caller, call.params.uid));
      },
    }),

    route({
      method: 'PATCH',
      path: '/api/photos/{uid}',
      access: 'write',
      readersMay: isForOneself,
      summary:
        'Sets flags of a photo, and edits its time, place, caption and rotation. `favorited` and `hidden_by_me` are the caller’s own. The file is not changed.',
      params: input.photoParams,
      payload: rejectContradictions(fields({ ...flagParameters, ...factFields })),
      answer: schemas.photo,
      async handle(call): Promise<Reply> {
        const { caller } = call;
        const requestedFacts = factChanges(call.payload);
        const readyFacts = requestedFacts && (await facts.ready(requestedFacts, call.signal));
        const isEdited = edits.change(caller, call.params.uid, flagsIn(call.payload), readyFacts);
        const photo = await library.photo(caller, call.params.uid);
        return editsReply(presenterFor(caller).photo(photo), call.payload, isEdited ? 1 : 0);
      },
      audit: auditOfEdits,
    }),

    route({
      method: 'GET',
      path: '/api/photos/{uid}/meta',
      access: 'read',
      summary: 'All metadata of a photo, including what the photo store says now.',
      params: input.photoParams,
      answer: schemas.photoMeta,
      async handle(call): Promise<wire.PhotoMeta> {
        return presenterFor(call.caller).meta(await metadata.read(call.caller, call.params.uid, call.signal));
      },
    }),

    route({
      method: 'GET',
      path: '/api/photos/{uid}/similar',
      access: 'read',
      fails: ['not_ready'],
      summary: 'Photos that look similar, the most similar first, and separately the copies of the photo.',
      params: input.photoParams,
      query: fields({ limit: input.limit(50, 500), include_hidden: input.includeHidden }),
      answer: schemas.similarPhotos,
      async handle(call): Promise<wire.SimilarPhotos> {
        const { limit, include_hidden: includeHidden } = call.query;
        return presenterFor(call.caller).similar(await similar.of(call.caller, call.params.uid, limit, includeHidden));
      },
    }),

    route({
      method: 'GET',
      path: '/api/photos/{uid}/faces',
      access: 'read',
      summary: 'The faces on a photo, from left to right.',
      params: input.photoParams,
      answer: faces,
      handle(call): wire.Faces {
        return new PeoplePresenter(signer, call.caller).faces(library.faces(call.caller, call.params.uid));
      },
    }),

    route({
      method: 'GET',
      path: '/api/photos/{uid}/tags',
      access: 'read',
      summary: 'The tags of one photo.',
      params: input.photoParams,
      answer: schemas.photoTags,
      handle: (call): wire.PhotoTags => ({ tags: library.tags(call.caller, call.params.uid) }),
    }),

    route({
      method: 'PUT',
      path: '/api/photos/{uid}/tags',
      access: 'write',
      summary: 'Replaces the tags of one photo.',
      params: input.photoParams,
      payload: fields({ tags: list(word).required() }),
      answer: schemas.photoTags,
      handle: (call): wire.PhotoTags => ({
        tags: edits.replaceTags(call.caller, call.params.uid, call.payload.tags),
      }),
    }),
  ];
}
