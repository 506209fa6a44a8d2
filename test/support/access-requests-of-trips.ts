import type { Trip, Trips, TripStep } from '../../core/http/wire.ts';
import type { AccessHouse } from './access-house.ts';
import { plain, type MakeRequest } from './access-request.ts';
import { until } from './until.ts';

/** Requests about trips: each that changes a trip has its own trip of the demo. */
export async function tripRequests(house: AccessHouse): Promise<Record<string, MakeRequest>> {
  const list = async (): Promise<Trip[]> => (await house.json<Trips>('GET', '/api/trips')).trips;
  // Trips are found after the faces are grouped.
  await until(async () => (await list()).length >= 5);
  const all = await list();
  const [trip] = all;
  const ofSeveralDays = all.filter(({ first_day, last_day }) => first_day < last_day);
  const ofOneDay = all.filter((other) => !ofSeveralDays.includes(other));
  const next = (from: Trip[]): Trip => {
    const found = from.pop();
    if (!found) throw new Error('the demo library lacks a trip');
    return found;
  };
  const toMerge = [...ofSeveralDays];

  return {
    ...plain('GET /api/trips'),
    'GET /api/trips/{id}': () => ({ path: `/api/trips/${trip?.id}` }),
    'PATCH /api/trips/{id}': () => ({ path: `/api/trips/${trip?.id}`, body: { name: 'Holidays' } }),
    'DELETE /api/trips/{id}': () => ({ path: `/api/trips/${next(ofOneDay).id}` }),
    // Two parts of one trip, which the merge restores.
    'POST /api/trips/merge': async () => {
      const { id, last_day: day } = next(toMerge);
      const { trips } = await house.json<TripStep>('POST', `/api/trips/${id}/split`, { body: { day } });
      return { path: '/api/trips/merge', body: { ids: trips.map((part) => part.id) } };
    },
    'POST /api/trips/{id}/split': () => {
      const { id, last_day: day } = next(ofSeveralDays);
      return { path: `/api/trips/${id}/split`, body: { day } };
    },
    'POST /api/trips/steps/{step}/undo': async () => {
      const body = { name: 'Holidays' };
      const { step } = await house.json<TripStep>('PATCH', `/api/trips/${trip?.id}`, { body });
      return { path: `/api/trips/steps/${step}/undo` };
    },
  };
}
