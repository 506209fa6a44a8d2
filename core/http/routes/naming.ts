import Joi from 'joi';
import type { LikelyFaces } from '../../services/people/likely-faces.ts';
import type { PeopleLibrary } from '../../services/people/people-library.ts';
import type { PeopleSteps } from '../../services/people/people-steps.ts';
import { callerOf } from '../pipeline/caller-of.ts';
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
const mostAtOnce = 200;
const page = (usual: number, most: number): Joi.ObjectSchema =>
  Joi.object({ limit: input.limit(usual, most), offset: input.offset, include_hidden: input.includeHidden });

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
  const present = (caller: Caller): PeoplePresenter => new PeoplePresenter(deps.signer, caller);

  return [
    route<Record<string, never>, { limit: number; after?: string }>({
      method: 'GET',
      path: '/api/faces/likely',
      access: 'read',
      fails: ['not_ready'],
      summary: 'Faces that belong to nobody and resemble somebody with a name, with who that may be.',
      query: Joi.object({
        limit: input.limit(20, 100),
        after: Joi.string().pattern(place).empty('').description('`next` of the page before.'),
      }),
      answer: peopleSchemas.likelyFaces,
      async handle(call): Promise<wire.LikelyFaces> {
        const caller = callerOf(call);
        const presenter = present(caller);
        const [, score, face] = place.exec(call.query.after ?? '') ?? [];
        const after = face === undefined ? null : { id: Number(face), score: Number(score) };
        const { faces, next } = await likely.page(caller, after, call.query.limit, call.signal);
        return {
          faces: faces.map((found) => ({
            face: presenter.face(found.face),
            suggestions: presenter.suggestions(found.suggestions),
          })),
          next: next && `${next.score}_${next.id}`,
          total: people.unassigned(caller, { limit: 1, offset: 0 }).total,
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
        const caller = callerOf(call);
        const { faces, total } = people.ignoredFaces(caller, call.query, call.query.include_hidden);
        return { ...present(caller).faces(faces), total };
      },
    }),

    route<Record<string, never>, Record<string, never>, { face_ids: number[]; ignored: boolean }>({
      method: 'POST',
      path: '/api/faces/ignore',
      access: 'write',
      fails: ['not_found', 'conflict'],
      summary:
        'Says that nobody knows whose faces these are, all or none: they are not grouped, and no list of faces to name has them. Or that they are to be named after all.',
      payload: Joi.object({
        face_ids: Joi.array().items(id).min(1).max(mostAtOnce).unique().required(),
        ignored: Joi.boolean().strict().default(true).description('false: they are to be named after all.'),
      }),
      answer: peopleSchemas.faces,
      handle(call): wire.Faces {
        const caller = callerOf(call);
        return present(caller).faces(steps.ignoreFaces(caller, call.payload.face_ids, call.payload.ignored));
      },
    }),

    route<Record<string, never>, PageQuery>({
      method: 'GET',
      path: '/api/people/ignored',
      access: 'write',
      summary: 'People without a name whom somebody hid, those with most faces first.',
      query: page(200, 1000),
      answer: peopleSchemas.people,
      handle(call): wire.People {
        const caller = callerOf(call);
        const includeHidden = call.query.include_hidden;
        const { people: found, total } = people.list(caller, { which: 'ignored', includeHidden }, call.query);
        const presenter = present(caller);
        return { people: found.map((person) => presenter.person(person)), total };
      },
    }),

    route<Record<string, never>, Record<string, never>, { person_ids: number[]; hidden: boolean }>({
      method: 'POST',
      path: '/api/people/hidden',
      access: 'write',
      fails: ['not_found'],
      summary:
        'Hides people from lists and suggestions, for everybody, or shows them again: all or none. Who has no name is ignored by that, until somebody names them.',
      payload: Joi.object({
        person_ids: Joi.array().items(id).min(1).max(mostAtOnce).unique().required(),
        hidden: Joi.boolean().strict().required(),
      }),
      answer: peopleSchemas.people,
      handle(call): wire.People {
        const caller = callerOf(call);
        const presenter = present(caller);
        const changed = steps.hide(caller, call.payload.person_ids, call.payload.hidden);
        return { people: changed.map((person) => presenter.person(person)), total: changed.length };
      },
    }),
  ];
}
