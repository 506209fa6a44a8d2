import type { TripEdits } from '../../services/trips/trip-edits.ts';
import type { TripLibrary } from '../../services/trips/trip-library.ts';
import { route, type Caller, type Route } from '../pipeline/route.ts';
import { Presenter, type MediaSigner } from '../present.ts';
import { presentTrip, presentTripDay } from '../present-trips.ts';
import { fields, list, nullable } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { ok, word } from '../schemas/parts.ts';
import * as schemas from '../schemas/trips.ts';
import type * as wire from '../wire.ts';

const tripParams = fields({ id: schemas.tripId.required() });
/** The maximum number of trips in one merge. */
const maxMerged = 50;

export function tripRoutes(deps: { trips: TripLibrary; edits: TripEdits; signer: MediaSigner }): Route[] {
  const { trips, edits, signer } = deps;
  const stepReply = (caller: Caller, ids: readonly number[], step: number): wire.TripStep => {
    const presenter = new Presenter(signer, caller);
    // A trip may be gone after a change, which can be undone all the same.
    return { trips: trips.some(caller, ids).map((trip) => presentTrip(trip, presenter)), step };
  };
  return [
    route({
      method: 'GET',
      path: '/api/trips',
      access: 'read',
      summary: 'The trips, found from places and times of photos or edited by people, newest first.',
      query: fields(input.page(200, 1000)),
      answer: schemas.trips,
      handle(call): wire.Trips {
        const presenter = new Presenter(signer, call.caller);
        const page = trips.list(call.caller, call.query, call.query.include_hidden);
        return { trips: page.trips.map((trip) => presentTrip(trip, presenter)), total: page.total };
      },
    }),

    route({
      method: 'POST',
      path: '/api/trips/merge',
      access: 'write',
      fails: ['not_found', 'conflict'],
      summary: 'Merges several trips into one, which keeps the id and the name of the first trip of the list.',
      payload: fields({
        ids: list(schemas.tripId).min(2).max(maxMerged).unique().required(),
      }),
      answer: schemas.tripStep,
      handle(call): wire.TripStep {
        const { ids } = call.payload;
        return stepReply(call.caller, ids.slice(0, 1), edits.merge(call.caller, ids));
      },
    }),

    route({
      method: 'POST',
      path: '/api/trips/steps/{step}/undo',
      access: 'write',
      fails: ['not_found', 'conflict'],
      summary:
        'Undoes a change of trips, by any user. 404 if one of the trips is kept from the caller; 409 if they were changed again since.',
      params: fields({ step: schemas.tripId.required() }),
      answer: ok,
      handle(call): wire.Ok {
        edits.undo(call.caller, call.params.step);
        return { ok: true };
      },
    }),

    route({
      method: 'GET',
      path: '/api/trips/{id}',
      access: 'read',
      summary: 'A trip, with its days. GET /api/photos?trip= lists its photos.',
      params: tripParams,
      query: fields({ include_hidden: input.includeHidden }),
      answer: schemas.tripWithDays,
      handle(call): wire.TripWithDays {
        const { caller } = call;
        const presenter = new Presenter(signer, caller);
        const { id } = call.params;
        const { include_hidden: includeHidden } = call.query;
        return {
          trip: presentTrip(trips.trip(caller, id, includeHidden), presenter),
          days: trips.days(caller, id, includeHidden).map((day) => presentTripDay(day, presenter)),
        };
      },
    }),

    route({
      method: 'PATCH',
      path: '/api/trips/{id}',
      access: 'write',
      fails: ['not_found', 'conflict'],
      summary: 'Changes the name, the first and last day or the cover of a trip; null lets the server choose again.',
      params: tripParams,
      payload: fields({
        name: nullable(word),
        start: nullable(schemas.dayOfTrip).description('The first day: 2023-05-02.'),
        end: nullable(schemas.dayOfTrip).description('The last day.'),
        cover: nullable(input.uid).description('The uid of a photo.'),
      }).min(1),
      answer: schemas.tripStep,
      handle(call): wire.TripStep {
        const { id } = call.params;
        const step = edits.change(call.caller, id, call.payload);
        return stepReply(call.caller, [id], step);
      },
    }),

    route({
      method: 'POST',
      path: '/api/trips/{id}/split',
      access: 'write',
      summary: 'Splits a trip in two: the second trip begins on the given day.',
      params: tripParams,
      payload: fields({ day: schemas.dayOfTrip.required() }),
      answer: schemas.tripStep,
      handle(call): wire.TripStep {
        const { id } = call.params;
        const { second, step } = edits.split(call.caller, id, call.payload.day);
        return stepReply(call.caller, [id, second], step);
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/trips/{id}',
      access: 'write',
      summary:
        'Removes a trip: its days are not found as a trip again, even if more photos come. The photos stay as they are.',
      params: tripParams,
      answer: schemas.tripStep,
      handle(call): wire.TripStep {
        return { trips: [], step: edits.dismiss(call.caller, call.params.id) };
      },
    }),
  ];
}
