import type { LookAlikes } from '../../services/people/look-alikes.ts';
import type { MergeSuggestions } from '../../services/people/merge-suggestions.ts';
import type { PeopleSteps } from '../../services/people/people-steps.ts';
import { fields, list } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { boolean, number } from '../schemas/parts.ts';
import * as peopleSchemas from '../schemas/people.ts';
import { PeoplePresenter } from '../present-people.ts';
import type { MediaSigner } from '../present.ts';
import { route, type Caller, type Route } from '../pipeline/route.ts';
import type * as wire from '../wire.ts';

const threshold = number
  .min(-1)
  .max(1)
  .default(0.4)
  .description('The minimum cosine similarity of the mean faces of two people.');
const alikeQuery = fields({ threshold, ...input.page(50, 1000) });
const maxFaces = 200;

/** The routes that find people and faces that may be the same person. */
export function similarPeopleRoutes(deps: {
  mergeSuggestions: MergeSuggestions;
  lookAlikes: LookAlikes;
  steps: PeopleSteps;
  signer: MediaSigner;
}): Route[] {
  const { mergeSuggestions, lookAlikes, steps } = deps;
  const presenterFor = (caller: Caller): PeoplePresenter => new PeoplePresenter(deps.signer, caller);

  return [
    route({
      method: 'GET',
      path: '/api/people/duplicates',
      access: 'read',
      fails: ['not_ready'],
      summary: 'Pairs of people who may be the same person, the most similar first.',
      query: fields({
        threshold,
        limit: input.limit(50, 1000),
        likely: input.flag.description(
          'Only pairs whose faces are so similar on average that the face model takes them for one person.',
        ),
        include_hidden: input.includeHidden,
      }),
      answer: peopleSchemas.peoplePairs,
      async handle(call): Promise<wire.PeoplePairs> {
        const presenter = presenterFor(call.caller);
        const { limit, include_hidden: includeHidden, ...query } = call.query;
        const pairs = await mergeSuggestions.list(call.caller, { ...query, includeHidden }, limit, call.signal);
        return {
          pairs: pairs.map(({ a, b, similarity, likeness }) => ({
            a: presenter.person(a),
            b: presenter.person(b),
            similarity,
            likeness,
          })),
        };
      },
    }),

    route({
      method: 'GET',
      path: '/api/people/suggested-merges',
      access: 'read',
      fails: ['not_ready'],
      summary: 'People who resemble other people, those with most similar people first.',
      query: alikeQuery,
      answer: peopleSchemas.suggestedMerges,
      async handle(call): Promise<wire.SuggestedMerges> {
        const presenter = presenterFor(call.caller);
        const { threshold, include_hidden: includeHidden, ...page } = call.query;
        const { people, total } = await mergeSuggestions.ranking(
          call.caller,
          threshold,
          { ...page, includeHidden },
          call.signal,
        );
        return {
          people: people.map(({ person, candidates, topScores }) => ({
            person: presenter.person(person),
            candidate_count: candidates,
            top_scores: [...topScores],
          })),
          total,
        };
      },
    }),

    route({
      method: 'GET',
      path: '/api/people/{id}/similar',
      access: 'read',
      fails: ['not_ready'],
      summary: 'People who may be the same person as this one, the most similar first.',
      params: input.idParams,
      query: alikeQuery,
      answer: peopleSchemas.similarPeople,
      async handle(call): Promise<wire.SimilarPeople> {
        const presenter = presenterFor(call.caller);
        const { similar, total } = await lookAlikes.people(call.caller, call.params.id, call.query.threshold, {
          ...call.query,
          includeHidden: call.query.include_hidden,
          signal: call.signal,
        });
        return { similar: presenter.suggestions(similar), total };
      },
    }),

    route({
      method: 'GET',
      path: '/api/people/{id}/similar-faces',
      access: 'read',
      fails: ['not_ready'],
      summary: 'Faces that are assigned to nobody and may be of this person, the most similar first.',
      params: input.idParams,
      query: fields({ limit: input.limit(100, maxFaces), include_hidden: input.includeHidden }),
      answer: peopleSchemas.similarFaces,
      async handle(call): Promise<wire.SimilarFaces> {
        const presenter = presenterFor(call.caller);
        const { limit, include_hidden: includeHidden } = call.query;
        const similar = await lookAlikes.faces(call.caller, call.params.id, limit, call.signal, includeHidden);
        return { similar: similar.map(({ face, ...rest }) => ({ face: presenter.face(face), ...rest })) };
      },
    }),

    route({
      method: 'POST',
      path: '/api/people/{id}/faces',
      access: 'write',
      fails: ['conflict'],
      summary:
        'Assigns faces that are assigned to nobody to a person, all or none. Or takes that back: they are assigned to nobody again, and may be suggested for the person as before.',
      params: input.idParams,
      payload: fields({
        face_ids: list(input.id.strict()).min(1).max(maxFaces).unique().required(),
        theirs: boolean.strict().default(true).description('false: takes the assignment back.'),
      }),
      answer: peopleSchemas.faces,
      handle(call): wire.Faces {
        const { face_ids: faces, theirs } = call.payload;
        return presenterFor(call.caller).faces(steps.giveFaces(call.caller, call.params.id, faces, theirs));
      },
    }),
  ];
}
