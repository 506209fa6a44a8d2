import Joi from 'joi';
import type { LikelyFaces } from '../../services/people/likely-faces.ts';
import type { PeopleLibrary } from '../../services/people/people-library.ts';
import type { PeopleSteps } from '../../services/people/people-steps.ts';
import * as peopleSchemas from '../schemas/people.ts';
import { PeoplePresenter } from '../present-people.ts';
import type { MediaSigner } from '../present.ts';
import { route, type Caller, type Route } from '../pipeline/route.ts';
import * as input from '../schemas/input.ts';
import type * as wire from '../wire.ts';

interface PageQuery {
  limit: number;
  offset: number;
  include_hidden?: boolean;
}

const id = Joi.number().integer().min(1).strict();
const maxAtOnce = 200;
const page = (usual: number, maximum: number): Joi.ObjectSchema =>
  Joi.object({ limit: input.limit(usual, maximum), offset: input.offset, include_hidden: input.includeHidden });

/** `<score>_<id>` of the last face on the previous page. */
const place = /^(-?\d{1,9}(?:\.\d{1,20})?(?:e-?\d{1,3})?)_(\d{1,15})$/;

/** Routes for naming the people of a library, and for ignoring unknown ones. */
export function namingRoutes(deps: {
  people: PeopleLibrary;
  likely: LikelyFaces;
  steps: PeopleSteps;
  signer: MediaSigner;
}): Route[] {
  const { people, likely, steps } = deps;
  const presenterFor = (caller: Caller): PeoplePresenter => new PeoplePresenter(deps.signer, caller);

  return [
    route<Record<string, never>, { limit: number; after?: string; include_hidden?: boolean }>({
      method: 'GET',
      path: '/api/faces/likely',
      access: 'read',
      fails: ['not_ready'],
      summary: 'Faces that are assigned to nobody and resemble people with a name, with suggestions for their person.',
      query: Joi.object({
        limit: input.limit(20, 100),
        after: Joi.string()
          .pattern(place, 'the `next` of an earlier page')
          .empty('')
          .description('`next` of the page before.'),
        include_hidden: input.includeHidden,
      }),
      answer: peopleSchemas.likelyFaces,
      async handle(call): Promise<wire.LikelyFaces> {
        const { caller } = call;
        const presenter = presenterFor(caller);
        const [, score, face] = place.exec(call.query.after ?? '') ?? [];
        const after = face === undefined ? null : { id: Number(face), score: Number(score) };
        const { limit, include_hidden: includeHidden } = call.query;
        const { faces, next } = await likely.page(caller, after, limit, call.signal, includeHidden);
        return {
          faces: faces.map((found) => ({
            face: presenter.face(found.face),
            suggestions: presenter.suggestions(found.suggestions),
          })),
          next: next && `${next.score}_${next.id}`,
          total: people.unassigned(caller, { limit: 1, offset: 0 }, includeHidden).total,
        };
      },
    }),

    route<Record<string, never>, PageQuery>({
      method: 'GET',
      path: '/api/faces/ignored',
      access: 'write',
      summary: 'Faces that people decided to ignore, the latest first.',
      query: page(500, 5000),
      answer: peopleSchemas.faceList,
      handle(call): wire.FaceList {
        const { faces, total } = people.ignoredFaces(call.caller, call.query, call.query.include_hidden);
        return { ...presenterFor(call.caller).faces(faces), total };
      },
    }),

    route<Record<string, never>, Record<string, never>, { face_ids: number[]; ignored: boolean }>({
      method: 'POST',
      path: '/api/faces/ignore',
      access: 'write',
      fails: ['not_found', 'conflict'],
      summary:
        'Ignores faces that nobody can name, all or none: they are not grouped, and not in the lists of faces to name. Or takes that back.',
      payload: Joi.object({
        face_ids: Joi.array().items(id).min(1).max(maxAtOnce).unique().required(),
        ignored: Joi.boolean().strict().default(true).description('false: the faces are not ignored any more.'),
      }),
      answer: peopleSchemas.faces,
      handle(call): wire.Faces {
        return presenterFor(call.caller).faces(
          steps.ignoreFaces(call.caller, call.payload.face_ids, call.payload.ignored),
        );
      },
    }),

    route<Record<string, never>, PageQuery>({
      method: 'GET',
      path: '/api/people/ignored',
      access: 'write',
      summary: 'Hidden people without a name, those with most faces first.',
      query: page(200, 1000),
      answer: peopleSchemas.people,
      handle(call): wire.People {
        const includeHidden = call.query.include_hidden;
        const { people: ignored, total } = people.list(call.caller, { which: 'ignored', includeHidden }, call.query);
        const presenter = presenterFor(call.caller);
        return { people: ignored.map((person) => presenter.person(person)), total };
      },
    }),

    route<Record<string, never>, Record<string, never>, { person_ids: number[]; hidden: boolean }>({
      method: 'POST',
      path: '/api/people/hidden',
      access: 'write',
      fails: ['not_found'],
      summary:
        'Hides people from lists and suggestions, for all users, or shows them again: all or none. A hidden person without a name is ignored until somebody names them.',
      payload: Joi.object({
        person_ids: Joi.array().items(id).min(1).max(maxAtOnce).unique().required(),
        hidden: Joi.boolean().strict().required(),
      }),
      answer: peopleSchemas.people,
      handle(call): wire.People {
        const presenter = presenterFor(call.caller);
        const hidden = steps.hide(call.caller, call.payload.person_ids, call.payload.hidden);
        return { people: hidden.map((person) => presenter.person(person)), total: hidden.length };
      },
    }),
  ];
}
