import Joi from 'joi';
import type { FaceCrops } from '../../services/people/face-crops.ts';
import type { FaceEdits } from '../../services/people/face-edits.ts';
import type { FaceSuggestions } from '../../services/people/face-suggestions.ts';
import type { PeopleLibrary } from '../../services/people/people-library.ts';
import { firstHeader } from '../pipeline/first-header.ts';
import { cropReply } from '../pipeline/media-reply.ts';
import { fields, list, of } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { boolean, text } from '../schemas/parts.ts';
import * as peopleSchemas from '../schemas/people.ts';
import { PeoplePresenter } from '../present-people.ts';
import type { MediaSigner } from '../present.ts';
import { route, type Caller, type Reply, type Route } from '../pipeline/route.ts';
import type * as wire from '../wire.ts';

type AssignPayload = { person_id: number; name?: undefined } | { person_id?: undefined; name: string };

const maxAtOnce = 200;

/** The routes of single faces. */
export function faceRoutes(deps: {
  people: PeopleLibrary;
  edits: FaceEdits;
  crops: FaceCrops;
  suggestions: FaceSuggestions;
  signer: MediaSigner;
}): Route[] {
  const { people, edits, crops, suggestions } = deps;
  const presenterFor = (caller: Caller): PeoplePresenter => new PeoplePresenter(deps.signer, caller);

  return [
    route({
      method: 'GET',
      path: '/api/faces/unassigned',
      access: 'read',
      summary: 'Faces that are assigned to nobody, those that are detected with most certainty first.',
      query: fields(input.page(500, 5000)),
      answer: peopleSchemas.faceList,
      handle(call): wire.FaceList {
        return presenterFor(call.caller).faceList(
          people.unassigned(call.caller, call.query, call.query.include_hidden),
        );
      },
    }),

    route({
      method: 'GET',
      path: '/api/faces/rejected',
      access: 'write',
      summary: 'Detected faces that people marked as not a face, the latest first.',
      query: fields(input.page(500, 5000)),
      answer: peopleSchemas.faceList,
      handle(call): wire.FaceList {
        return presenterFor(call.caller).faceList(people.notFaces(call.caller, call.query, call.query.include_hidden));
      },
    }),

    route({
      method: 'GET',
      path: '/api/faces/{id}/crop',
      access: 'media',
      summary: 'The face, cut out of its photo.',
      params: input.idParams,
      answer: { binary: ['image/jpeg'] },
      handle: async (call): Promise<Reply> =>
        cropReply(await crops.crop(call.params.id, call.caller, firstHeader(call.headers, 'if-none-match'))),
    }),

    route({
      method: 'GET',
      path: '/api/faces/{id}/suggest',
      access: 'read',
      fails: ['not_ready'],
      summary: 'Suggestions for the person of a face: the people whose faces it resembles most on average.',
      params: input.idParams,
      query: fields({ limit: input.limit(5, 50), include_hidden: input.includeHidden }),
      answer: peopleSchemas.suggestions,
      async handle(call): Promise<wire.Suggestions> {
        const presenter = presenterFor(call.caller);
        const { limit, include_hidden: includeHidden } = call.query;
        const found = await suggestions.of(call.caller, call.params.id, limit, includeHidden);
        return { suggestions: presenter.suggestions(found) };
      },
    }),

    route({
      method: 'POST',
      path: '/api/faces/{id}/person',
      access: 'write',
      fails: ['not_ready'],
      summary:
        'Assigns a face to a person, who is created if nobody has the name; similar faces that are assigned to nobody follow.',
      params: input.idParams,
      payload: of<AssignPayload, Joi.ObjectSchema>(
        Joi.object({ person_id: input.id.strict(), name: text }).xor('person_id', 'name'),
      ),
      answer: peopleSchemas.assignedFace,
      async handle(call): Promise<wire.AssignedFace> {
        const { person_id, name } = call.payload;
        const assignee = person_id === undefined ? { name } : { personId: person_id };
        const { face, person, propagated } = await edits.assign(call.caller, call.params.id, assignee);
        const presenter = presenterFor(call.caller);
        return {
          face: presenter.face(face),
          person: presenter.person(person),
          propagated: propagated.length,
          propagated_ids: [...propagated],
        };
      },
    }),

    route({
      method: 'POST',
      path: '/api/faces/{id}/unassign',
      access: 'write',
      summary: 'Removes a face from its person, for good: the server never assigns it to them again by itself.',
      params: input.idParams,
      answer: peopleSchemas.face,
      handle(call): wire.Face {
        return presenterFor(call.caller).face(edits.unassign(call.caller, call.params.id));
      },
    }),

    route({
      method: 'POST',
      path: '/api/faces/reject',
      access: 'write',
      fails: ['not_found'],
      summary:
        'Marks detected faces as not a face, all or none: they are not shown or grouped any more. Or takes that mark back.',
      payload: fields({
        face_ids: list(input.id.strict()).min(1).max(maxAtOnce).unique().required(),
        rejected: boolean
          .strict()
          .default(true)
          .description('false: they are faces after all, and assigned to the same people as before.'),
      }),
      answer: peopleSchemas.faces,
      handle(call): wire.Faces {
        return presenterFor(call.caller).faces(
          edits.notFaces(call.caller, call.payload.face_ids, call.payload.rejected),
        );
      },
    }),
  ];
}
