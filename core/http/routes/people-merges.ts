import type { MergeResult, PeopleEdits } from '../../services/people/people-edits.ts';
import type { PeopleSteps } from '../../services/people/people-steps.ts';
import { fields, list } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import * as peopleSchemas from '../schemas/people.ts';
import { PeoplePresenter } from '../present-people.ts';
import type { MediaSigner } from '../present.ts';
import { route, type Route } from '../pipeline/route.ts';
import type * as wire from '../wire.ts';

/** Less than the number of merges that can be undone: see `maxUndoable`. */
const maxMerged = 100;

/** The routes that merge people, and undo merges. */
export function peopleMergeRoutes(deps: { edits: PeopleEdits; steps: PeopleSteps; signer: MediaSigner }): Route[] {
  const { edits, steps, signer } = deps;
  return [
    route({
      method: 'POST',
      path: '/api/people/{src}/merge',
      access: 'write',
      fails: ['conflict'],
      summary: 'Merges a person into another, who gets all their faces. It can be undone.',
      params: fields({ src: input.id.required() }),
      // Strict, since JSON bodies have types.
      payload: fields({ target_id: input.id.strict().required() }),
      answer: peopleSchemas.mergedPerson,
      handle: async (call): Promise<wire.MergedPerson> =>
        presentMerged(await edits.merge(call.caller, call.params.src, call.payload.target_id)),
    }),

    route({
      method: 'POST',
      path: '/api/people/{id}/merge_all',
      access: 'write',
      fails: ['conflict'],
      summary: 'Merges several people into one, in one step: undoing `merge_id` separates all of them again.',
      params: input.idParams,
      payload: fields({ source_ids: list(input.id.strict()).min(1).max(maxMerged).unique().required() }),
      answer: peopleSchemas.mergedPeople,
      async handle(call): Promise<wire.MergedPeople> {
        const { source_ids: sources } = call.payload;
        const merged = await steps.mergeAll(call.caller, call.params.id, sources);
        return { ...presentMerged(merged), merged_count: sources.length };
      },
    }),

    route({
      method: 'GET',
      path: '/api/people/merges',
      access: 'write',
      summary:
        'The merges that can be undone, now or after a later merge is undone, the latest first: those of the last 30 days, 200 at most.',
      query: fields({ limit: input.limit(20, 200) }),
      answer: peopleSchemas.peopleMerges,
      handle(call): wire.PeopleMerges {
        const presenter = new PeoplePresenter(signer, call.caller);
        return {
          merges: edits
            .pastMerges(call.caller, call.query.limit)
            .map(({ merge, name, faceCount, others, at, targetName, target, whyNot }) => ({
              merge_id: merge,
              name,
              face_count: faceCount,
              merged_count: others + 1,
              merged_at: at,
              target_name: targetName,
              target: presenter.person(target),
              undo_first: whyNot?.undoFirst ?? null,
              detail: whyNot?.detail ?? null,
            })),
        };
      },
    }),

    route({
      method: 'POST',
      path: '/api/people/merges/{id}/undo',
      access: 'write',
      fails: ['conflict'],
      summary:
        'Undoes a merge, with all others of the same step: the person is restored. Later edits stay, and the server neither suggests nor merges the two again. 409 if either was part of a later merge, which has to be undone first.',
      params: input.idParams,
      answer: peopleSchemas.undoneMerge,
      async handle(call): Promise<wire.UndoneMerge> {
        const undone = await edits.undoMerge(call.caller, call.params.id);
        return {
          ok: true,
          person_id: undone.person,
          target_id: undone.target,
          name: undone.name,
          name_taken: undone.nameTaken,
          undone_count: undone.undone,
          photo_count: undone.photoCount,
          face_count: undone.faceCount,
        };
      },
    }),
  ];
}

export const presentMerged = ({ merge, target, photoCount, faceCount }: MergeResult): wire.MergedPerson => ({
  ok: true,
  merged: true,
  merge_id: merge,
  target_id: target,
  photo_count: photoCount,
  face_count: faceCount,
});
