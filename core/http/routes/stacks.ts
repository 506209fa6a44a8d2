import type { StackEdits } from '../../services/stacks/stack-edits.ts';
import type { StackLibrary, StackOfViewer } from '../../services/stacks/stack-library.ts';
import { route, type Caller, type Route } from '../pipeline/route.ts';
import { Presenter, type MediaSigner } from '../present.ts';
import { fields, list, nullable } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { ok } from '../schemas/parts.ts';
import { somePhotos } from '../schemas/photos.ts';
import * as schemas from '../schemas/stacks.ts';
import type * as wire from '../wire.ts';

const stackParams = fields({ id: schemas.stackId.required() });
/** The maximum number of photos in a manual stack. */
const maxPhotos = 1000;
/** The maximum number of stacks in one request. */
const maxNamed = 100;

export function stackRoutes(deps: { stacks: StackLibrary; edits: StackEdits; signer: MediaSigner }): Route[] {
  const { stacks, edits, signer } = deps;
  const presentStack = (caller: Caller, { id, cover, isChosen, photos }: StackOfViewer): wire.Stack => ({
    id,
    cover: cover.uid,
    chosen: isChosen,
    photos: new Presenter(signer, caller).photoItems(photos),
  });
  const stepReply = (caller: Caller, id: number, step: number): wire.StackStep => {
    const stack = stacks.find(caller, id);
    return { stack: stack ? presentStack(caller, stack) : null, step };
  };
  return [
    route({
      method: 'GET',
      path: '/api/stacks/{id}',
      access: 'read',
      summary: 'A stack: photos that belong together, such as a burst, or a RAW file and its JPEG.',
      params: stackParams,
      answer: schemas.stack,
      handle(call): wire.Stack {
        return presentStack(call.caller, stacks.stack(call.caller, call.params.id));
      },
    }),

    route({
      method: 'POST',
      path: '/api/stacks/photos',
      access: 'read',
      summary: 'All photos of some stacks, for an action on all of them.',
      payload: fields({ stacks: list(schemas.stackId).max(maxNamed).unique().required() }),
      answer: somePhotos,
      handle(call): wire.SomePhotos {
        return {
          photos: new Presenter(signer, call.caller).photoItems(stacks.photosOf(call.caller, call.payload.stacks)),
        };
      },
    }),

    route({
      method: 'POST',
      path: '/api/stacks',
      access: 'write',
      fails: ['not_found'],
      summary: 'Makes a stack of photos, which leave the stacks that they were in.',
      payload: fields({
        photos: list(input.uid).min(2).max(maxPhotos).unique().required().description('Uids.'),
        cover: input.uid.description('The uid of the cover photo.'),
      }),
      answer: schemas.stackStep,
      handle(call): wire.StackStep {
        const { id, step } = edits.make(call.caller, call.payload.photos, call.payload.cover);
        return stepReply(call.caller, id, step);
      },
    }),

    route({
      method: 'POST',
      path: '/api/stacks/steps/{step}/undo',
      access: 'write',
      fails: ['not_found', 'conflict'],
      summary: 'Undoes a change of a stack. 409 if it was changed again since.',
      params: fields({ step: schemas.stackId.required() }),
      answer: ok,
      handle(call): wire.Ok {
        edits.undo(call.caller, call.params.step);
        return { ok: true };
      },
    }),

    route({
      method: 'PATCH',
      path: '/api/stacks/{id}',
      access: 'write',
      summary: 'Chooses the cover of a stack; null lets the server choose it again.',
      params: stackParams,
      payload: fields({
        cover: nullable(input.uid).required().description('The uid of a photo of the stack.'),
      }),
      answer: schemas.stackStep,
      handle(call): wire.StackStep {
        const { id } = call.params;
        const step = edits.chooseCover(call.caller, id, call.payload.cover);
        return stepReply(call.caller, id, step);
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/stacks/{id}',
      access: 'write',
      summary: 'Dissolves a stack: its photos are in no stack from then on. The photos stay as they are.',
      params: stackParams,
      answer: schemas.stackStep,
      handle(call): wire.StackStep {
        return { stack: null, step: edits.dissolve(call.caller, call.params.id) };
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/stacks/{id}/photos/{uid}',
      access: 'write',
      summary: 'Removes a photo from a stack: it is in no stack from then on.',
      params: fields({ id: schemas.stackId.required(), uid: input.uid.required() }),
      answer: schemas.stackStep,
      handle(call): wire.StackStep {
        const { id, uid } = call.params;
        const step = edits.takeOut(call.caller, id, uid);
        return stepReply(call.caller, id, step);
      },
    }),
  ];
}
