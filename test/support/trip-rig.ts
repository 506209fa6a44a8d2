import type { Db } from '../../core/db/open.ts';
import { TripsTask } from '../../core/indexer/trips-task.ts';
import { transactOn } from '../../core/store/transact.ts';
import { MonthHomes } from '../../core/store/trips/month-homes.ts';
import { TripBuilder } from '../../core/store/trips/trip-builder.ts';
import { TripDays } from '../../core/store/trips/trip-days.ts';
import { TripDecisions } from '../../core/store/trips/trip-decisions.ts';
import { Trips } from '../../core/store/trips/trips.ts';
import { TripsInTimeline } from '../../core/timeline/trips-in-timeline.ts';

/** All parts that trips need, for one index. */
export function tripParts(db: Db) {
  const days = new TripDays(db);
  const homes = new MonthHomes({ db, days });
  const [trips, decisions] = [new Trips(db), new TripDecisions(db)];
  const builder = new TripBuilder({ days, homes, trips, decisions });
  const task = new TripsTask({ builder, transact: transactOn(db) });
  return { days, homes, trips, decisions, builder, task, inTimeline: new TripsInTimeline({ trips, decisions, homes }) };
}
