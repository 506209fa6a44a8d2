import type { FaceCrops } from '../../services/people/face-crops.ts';
import type { PeopleEdits } from '../../services/people/people-edits.ts';
import type { PeopleLibrary } from '../../services/people/people-library.ts';
import { firstHeader } from '../pipeline/first-header.ts';
import { cropReply } from '../pipeline/media-reply.ts';
import { fields } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { boolean, ok, text, word } from '../schemas/parts.ts';
import * as peopleSchemas from '../schemas/people.ts';
import { PeoplePresenter } from '../present-people.ts';
import { Presenter, type MediaSigner } from '../present.ts';
import type { JsonText } from '../pipeline/json-text.ts';
import { route, type Caller, type Reply, type Route } from '../pipeline/route.ts';
import * as schemas from '../schemas/photos.ts';
import { markers } from '../schemas/places.ts';
import type * as wire from '../wire.ts';
import { presentMerged } from './people-merges.ts';

const includeHidden = { include_hidden: input.includeHidden };
/** Strict, since JSON bodies have types. */
const idField = input.id.strict().required();

const undoes = text.description(
  'The name that this takes back. Refused if the person has a third name by now, or if somebody else has the earlier one.',
);

/** The routes of people. */
export function peopleRoutes(deps: {
  people: PeopleLibrary;
  edits: PeopleEdits;
  crops: FaceCrops;
  signer: MediaSigner;
}): Route[] {
  const { people, edits, crops } = deps;
  const presenterFor = (caller: Caller): PeoplePresenter => new PeoplePresenter(deps.signer, caller);
  const presentPhotos = (caller: Caller): Presenter => new Presenter(deps.signer, caller);

  return [
    route({
      method: 'GET',
      path: '/api/people',
      access: 'read',
      summary: 'The people: named ones first, then by number of faces; hidden ones only with `include_hidden`.',
      query: fields({
        q: word.max(1000).allow('').description('Part of a name, in any case.'),
        named: input.flag.description('true: only people with a name. false: only people without.'),
        include_small: input.flag.description(
          'Ignored, and kept for older clients: no person is left out for being in few photos.',
        ),
        ...input.page(200, 1000),
      }),
      answer: peopleSchemas.people,
      handle(call): wire.People {
        const { q, named, include_hidden: includeHidden } = call.query;
        const which = named === undefined ? 'all' : named ? 'named' : 'unnamed';
        return presenterFor(call.caller).people(people.list(call.caller, { q, which, includeHidden }, call.query));
      },
    }),

    route({
      method: 'POST',
      path: '/api/people/duplicates/dismiss',
      access: 'write',
      fails: ['not_found', 'conflict'],
      summary: 'Marks two people as different: the pair is not suggested any more, and the server never merges it.',
      payload: fields({ a: idField, b: idField }),
      answer: ok,
      handle(call): wire.Ok {
        edits.keepApart(call.caller, call.payload.a, call.payload.b);
        return { ok: true };
      },
    }),

    route({
      method: 'GET',
      path: '/api/people/{id}',
      access: 'read',
      summary: 'One person.',
      params: input.idParams,
      query: fields(includeHidden),
      answer: peopleSchemas.person,
      handle(call): wire.Person {
        return presenterFor(call.caller).person(people.one(call.caller, call.params.id, call.query.include_hidden));
      },
    }),

    route({
      method: 'GET',
      path: '/api/people/{id}/cover',
      access: 'media',
      summary: 'The cover of a person, which is the crop of one of their faces.',
      params: input.idParams,
      answer: { binary: ['image/jpeg'] },
      handle: async (call): Promise<Reply> =>
        cropReply(await crops.cover(call.params.id, call.caller, firstHeader(call.headers, 'if-none-match'))),
    }),

    route({
      method: 'POST',
      path: '/api/people/{id}/cover',
      access: 'write',
      summary: 'Chooses the face for the cover of a person.',
      params: input.idParams,
      payload: fields({ face_id: idField }),
      answer: peopleSchemas.person,
      handle(call): wire.Person {
        return presenterFor(call.caller).person(edits.chooseCover(call.caller, call.params.id, call.payload.face_id));
      },
    }),

    route({
      method: 'GET',
      path: '/api/people/{id}/faces',
      access: 'read',
      summary: 'All faces of a person, the best first.',
      params: input.idParams,
      query: fields(input.page(5000, 5000)),
      answer: peopleSchemas.faceList,
      handle(call): wire.FaceList {
        return presenterFor(call.caller).faceList(
          people.faces(call.caller, call.params.id, call.query, call.query.include_hidden),
        );
      },
    }),

    route({
      method: 'GET',
      path: '/api/people/{id}/photos',
      access: 'read',
      summary: 'The photos that a person is in, newest first.',
      params: input.idParams,
      query: fields(input.page(200, 1000)),
      answer: schemas.photoList,
      handle(call): JsonText<wire.PhotoList> {
        return presentPhotos(call.caller).photoList(
          people.photos(call.caller, call.params.id, call.query, call.query.include_hidden),
        );
      },
    }),

    route({
      method: 'GET',
      path: '/api/people/{id}/map',
      access: 'read',
      summary: 'Map markers of the photos that a person is in.',
      params: input.idParams,
      query: fields({ limit: input.limit(1000, 5000), ...includeHidden }),
      answer: markers,
      handle(call): wire.MapMarkers {
        const { limit, include_hidden: withHidden } = call.query;
        return presentPhotos(call.caller).markers(people.map(call.caller, call.params.id, limit, withHidden));
      },
    }),

    route({
      method: 'POST',
      path: '/api/people/{id}/name',
      access: 'write',
      fails: ['conflict'],
      summary: 'Names a person; if another person has the name, the person is merged into them.',
      params: input.idParams,
      payload: fields({ name: text.required(), undoes }),
      answer: peopleSchemas.renamedPerson,
      async handle(call): Promise<wire.RenamedPerson> {
        const { name, undoes: given } = call.payload;
        if (given !== undefined) {
          edits.takeBackName(call.caller, call.params.id, given, name);
          return { ok: true, merged: false };
        }
        const merge = await edits.name(call.caller, call.params.id, name);
        return merge ? presentMerged(merge) : { ok: true, merged: false };
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/people/{id}/name',
      access: 'write',
      fails: ['conflict'],
      summary: 'Removes the name of a person.',
      params: input.idParams,
      query: fields({ undoes }),
      answer: ok,
      handle(call): wire.Ok {
        const { undoes: given } = call.query;
        if (given === undefined) edits.unname(call.caller, call.params.id);
        else edits.takeBackName(call.caller, call.params.id, given, null);
        return { ok: true };
      },
    }),

    route({
      method: 'POST',
      path: '/api/people/{id}/hidden',
      access: 'write',
      summary:
        'Hides a person from lists and suggestions, for all users, or shows them again. The photos of them are still shown.',
      params: input.idParams,
      payload: fields({ hidden: boolean.strict().required() }),
      answer: peopleSchemas.person,
      handle(call): wire.Person {
        return presenterFor(call.caller).person(edits.hide(call.caller, call.params.id, call.payload.hidden));
      },
    }),

    route({
      method: 'POST',
      path: '/api/admin/people/gc-empty',
      access: 'admin',
      summary: 'Removes people who have neither a name nor a face.',
      answer: peopleSchemas.removedPeople,
      handle: (): wire.RemovedPeople => ({ ok: true, deleted: edits.removeEmpty() }),
      audit: (_call, { body }) => ({
        action: 'people.removed_empty',
        detail: `${(body as wire.RemovedPeople).deleted} people`,
      }),
    }),
  ];
}
