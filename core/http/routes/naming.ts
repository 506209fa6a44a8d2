import type { LikelyFaces } from '../../services/people/likely-faces.ts';
import type { PeopleLibrary } from '../../services/people/people-library.ts';
import type { PeopleSteps } from '../../services/people/people-steps.ts';
import { fields, list } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { boolean, word } from '../schemas/parts.ts';
import * as peopleSchemas from '../schemas/people.ts';
import { PeoplePresenter } from '../present-people.ts';
import type { MediaSigner } from '../present.ts';
import { route, type Caller, type Route } from '../pipeline/route.ts';
import type * as wire from '../wire.ts';

const id = input.id.strict();
const maxAtOnce = 200;

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
    route({
      method: 'GET',
      path: '/api/faces/likely',
      access: 'read',
      fails: ['not_ready'],
      summary: 'Faces that are assigned to nobody and resemble people with a name, with suggestions for their person.',
      query: fields({
        limit: input.limit(20, 100),
        after: word.pattern(place, 'the `next` of an earlier page').empty('').description('`next` of the page before.'),
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

    route({
      method: 'GET',
      path: '/api/faces/ignored',
      access: 'write',
      summary: 'Faces that people decided to ignore, the latest first.',
      query: fields(input.page(500, 5000)),
      answer: peopleSchemas.faceList,
      handle(call): wire.FaceList {
        return presenterFor(call.caller).faceList(
          people.ignoredFaces(call.caller, call.query, call.query.include_hidden),
        );
      },
    }),

    route({
      method: 'POST',
      path: '/api/faces/ignore',
      access: 'write',
      fails: ['not_found', 'conflict'],
      summary:
        'Ignores faces that nobody can name, all or none: they are not grouped, and not in the lists of faces to name. Or takes that back.',
      payload: fields({
        face_ids: list(id).min(1).max(maxAtOnce).unique().required(),
        ignored: boolean.strict().default(true).description('false: the faces are not ignored any more.'),
      }),
      answer: peopleSchemas.faces,
      handle(call): wire.Faces {
        return presenterFor(call.caller).faces(
          steps.ignoreFaces(call.caller, call.payload.face_ids, call.payload.ignored),
        );
      },
    }),

    route({
      method: 'GET',
      path: '/api/people/ignored',
      access: 'write',
      summary: 'Hidden people without a name, those with most faces first.',
      query: fields(input.page(200, 1000)),
      answer: peopleSchemas.people,
      handle(call): wire.People {
        const includeHidden = call.query.include_hidden;
        const ignored = people.list(call.caller, { which: 'ignored', includeHidden }, call.query);
        return presenterFor(call.caller).people(ignored);
      },
    }),

    route({
      method: 'POST',
      path: '/api/people/hidden',
      access: 'write',
      fails: ['not_found'],
      summary:
        'Hides people from lists and suggestions, for all users, or shows them again: all or none. A hidden person without a name is ignored until somebody names them.',
      payload: fields({
        person_ids: list(id).min(1).max(maxAtOnce).unique().required(),
        hidden: boolean.strict().required(),
      }),
      answer: peopleSchemas.people,
      handle(call): wire.People {
        const hidden = steps.hide(call.caller, call.payload.person_ids, call.payload.hidden);
        return presenterFor(call.caller).people({ people: hidden, total: hidden.length });
      },
    }),
  ];
}
