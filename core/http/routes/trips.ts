import Joi from 'joi';
import type { TripEdits } from '../../services/trips/trip-edits.ts';
import type { TripLibrary } from '../../services/trips/trip-library.ts';
import { callerOf } from '../pipeline/caller-of.ts';
import { route, type Caller, type Route } from '../pipeline/route.ts';
import { Presenter, type MediaSigner } from '../present.ts';
import { presentTrip, presentTripDay } from '../present-trips.ts';
import * as input from '../schemas/input.ts';
import { ok } from '../schemas/parts.ts';
import * as schemas from '../schemas/trips.ts';
import type * as wire from '../wire.ts';

interface OfTrip {
  id: number;
}

interface ChangePayload {
  name?: string | null;
  start?: string | null;
  end?: string | null;
  cover?: string | null;
}

const tripParams = Joi.object({ id: schemas.tripId.required() });
/** The maximum number of trips in one merge. */
const mostMerged = 50;

export function tripRoutes(deps: { trips: TripLibrary; edits: TripEdits; signer: MediaSigner }): Route[] {
  const { trips, edits, signer } = deps;
  const asNow = (caller: Caller, ids: readonly number[], step: number): wire.TripStep => {
    const presenter = new Presenter(signer, caller);
    return { trips: ids.map((id) => presentTrip(trips.trip(caller, id), presenter)), step };
  };
  return [
    route<Record<string, never>, { limit: number; offset: number }>({
      method: 'GET',
      path: '/api/trips',
      access: 'read',
      summary: 'The trips that places and times of photos tell, and those that people made of them, newest first.',
      query: Joi.object({ limit: input.limit(200, 1000), offset: input.offset }),
      answer: schemas.trips,
      handle(call): wire.Trips {
        const caller = callerOf(call);
        const presenter = new Presenter(signer, caller);
        const page = trips.list(caller, call.query);
        return { trips: page.trips.map((trip) => presentTrip(trip, presenter)), total: page.total };
      },
    }),

    route<Record<string, never>, Record<string, never>, { ids: number[] }>({
      method: 'POST',
      path: '/api/trips/merge',
      access: 'write',
      fails: ['not_found', 'conflict'],
      summary: 'Makes one trip of several, which keeps the id and the name of the first one named.',
      payload: Joi.object({
        ids: Joi.array().items(schemas.tripId).min(2).max(mostMerged).unique().required(),
      }),
      answer: schemas.tripStep,
      handle(call): wire.TripStep {
        const caller = callerOf(call);
        const { ids } = call.payload;
        return asNow(caller, ids.slice(0, 1), edits.merge(caller, ids));
      },
    }),

    route<{ step: number }>({
      method: 'POST',
      path: '/api/trips/steps/{step}/undo',
      access: 'write',
      fails: ['not_found', 'conflict'],
      summary:
        'Undoes a change of trips, whoever made it. 404 where one of them is kept from the caller; 409 when they were changed since.',
      params: Joi.object({ step: schemas.tripId.required() }),
      answer: ok,
      handle(call): wire.Ok {
        edits.undo(callerOf(call), call.params.step);
        return { ok: true };
      },
    }),

    route<OfTrip>({
      method: 'GET',
      path: '/api/trips/{id}',
      access: 'read',
      summary: 'One trip, with its days. Its photos are those of GET /api/photos?trip=.',
      params: tripParams,
      answer: schemas.tripWithDays,
      handle(call): wire.TripWithDays {
        const caller = callerOf(call);
        const presenter = new Presenter(signer, caller);
        const { id } = call.params;
        return {
          trip: presentTrip(trips.trip(caller, id), presenter),
          days: trips.days(caller, id).map((day) => presentTripDay(day, presenter)),
        };
      },
    }),

    route<OfTrip, Record<string, never>, ChangePayload>({
      method: 'PATCH',
      path: '/api/trips/{id}',
      access: 'write',
      fails: ['not_found', 'conflict'],
      summary: 'Changes the name, the first and last day or the cover of a trip; null leaves it to the photos again.',
      params: tripParams,
      payload: Joi.object({
        name: Joi.string().allow(null),
        start: schemas.dayOfTrip.allow(null).description('The first day: 2023-05-02.'),
        end: schemas.dayOfTrip.allow(null).description('The last day.'),
        cover: Joi.string().max(1024).allow(null).description('The uid of a photo.'),
      }).min(1),
      answer: schemas.tripStep,
      handle(call): wire.TripStep {
        const caller = callerOf(call);
        const { id } = call.params;
        const step = edits.change(caller, id, call.payload);
        return asNow(caller, [id], step);
      },
    }),

    route<OfTrip, Record<string, never>, { day: string }>({
      method: 'POST',
      path: '/api/trips/{id}/split',
      access: 'write',
      summary: 'Makes two trips of one: the second begins on the day.',
      params: tripParams,
      payload: Joi.object({ day: schemas.dayOfTrip.required() }),
      answer: schemas.tripStep,
      handle(call): wire.TripStep {
        const caller = callerOf(call);
        const { id } = call.params;
        const { second, step } = edits.split(caller, id, call.payload.day);
        return asNow(caller, [id, second], step);
      },
    }),

    route<OfTrip>({
      method: 'DELETE',
      path: '/api/trips/{id}',
      access: 'write',
      summary: 'Those days are no trip, and stay none when more photos come. No photo is touched.',
      params: tripParams,
      answer: schemas.tripStep,
      handle(call): wire.TripStep {
        return { trips: [], step: edits.dismiss(callerOf(call), call.params.id) };
      },
    }),
  ];
}
