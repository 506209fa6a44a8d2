import { DomainError } from '../../domain/errors.ts';
import type { TripRun } from '../../domain/trips/trip-runs.ts';
import type { Photos } from '../../store/photos/photos.ts';
import type { Transact } from '../../store/transact.ts';
import type { TripBuilder } from '../../store/trips/trip-builder.ts';
import type { TripDecision, TripDecisions } from '../../store/trips/trip-decisions.ts';
import type { TripState, TripSteps } from '../../store/decision-steps.ts';
import type { Trips } from '../../store/trips/trips.ts';
import { listedId } from '../library.ts';
import { scopeOf, type Viewer } from '../viewer.ts';
import type { TripDaysRequest } from '../../timeline/trip-photos.ts';
import { anchorsOf, type AnchorSources } from './trip-anchors.ts';
import { badDays, checkDays, dayOfText, tripName } from './checked-trip.ts';
import { noSuchTrip, type TripLibrary } from './trip-library.ts';

/** Changes to a trip; undefined keeps a field, null resets it to the computed value. */
interface TripChange {
  readonly name?: string | null | undefined;
  /** In the form `2023-05-02`. */
  readonly start?: string | null | undefined;
  readonly end?: string | null | undefined;
  /** The uid of a photo. */
  readonly cover?: string | null | undefined;
}

interface Dependencies extends AnchorSources {
  readonly library: TripLibrary;
  readonly trips: Trips;
  readonly decisions: TripDecisions;
  readonly steps: TripSteps;
  readonly builder: TripBuilder;
  readonly photos: Photos;
  readonly transact: Transact;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** Edits of trips. Each edit is a step, which can be undone until its trips change again. */
export class TripEdits {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * @returns the number of the step
   * @throws DomainError `not_found`, `bad_input`, `conflict`
   */
  change(viewer: Viewer, id: number, { name, start, end, cover }: TripChange): number {
    const before = this.#decided(viewer, id);
    const after = {
      ...before,
      name: name === undefined ? before.name : name === null ? null : tripName(name),
      from: start ? dayOfText(start, 'start') : before.from,
      to: end ? dayOfText(end, 'end') : before.to,
      startFixed: start === undefined ? before.startFixed : start !== null,
      endFixed: end === undefined ? before.endFixed : end !== null,
      cover:
        cover === undefined
          ? before.cover
          : cover === null
            ? null
            : listedId(this.#with.photos, cover, scopeOf(viewer)),
    };
    checkDays(after);
    if (start || end) this.#checkPhotos(viewer, after, start ? 'start' : 'end');
    const displaced = start || end ? this.#madeWayFor(viewer, after) : [];
    const span = spanOf([before, after]);
    return this.#step(viewer, [id, ...displaced.map((other) => other.id)], span, () => {
      for (const other of displaced) this.#putOrRemove(viewer, other);
      this.#put(viewer, after);
      return [];
    });
  }

  /**
   * Merges several trips into one, which keeps the id of the first given trip, and its name if it has one.
   * @returns the number of the step
   * @throws DomainError `not_found`, `conflict` if another trip lies between them
   */
  merge(viewer: Viewer, ids: readonly number[]): number {
    const parts = ids.map((id) => this.#decided(viewer, id)).sort((a, b) => a.from - b.from);
    const [first, last] = [parts[0], parts.at(-1)];
    const target = parts.find(({ id }) => id === ids[0]);
    if (!first || !last || !target) throw noSuchTrip();
    const merged: TripDecision = {
      ...target,
      name: target.name ?? parts.find(({ name }) => name !== null)?.name ?? null,
      from: first.from,
      to: Math.max(...parts.map(({ to }) => to)),
      startFixed: first.startFixed,
      endFixed: last.endFixed,
    };
    checkDays(merged);
    const tripsBetween = this.#with.trips.within(merged).filter(({ id }) => !ids.includes(id));
    if (tripsBetween.length > 0) {
      throw new DomainError('conflict', 'Another trip lies between them: merge it with them, or none of them.', {
        problem: 'trip_between',
      });
    }
    // The merged trip also covers days that were marked as no trip.
    const refused = this.#with.decisions.within(merged).filter(({ dismissed }) => dismissed);
    const removed = [...ids.filter((id) => id !== merged.id), ...refused.map(({ id }) => id)];
    return this.#step(viewer, [merged.id, ...removed], merged, () => {
      for (const id of removed) {
        this.#with.decisions.remove(id);
        this.#with.trips.remove(id);
      }
      this.#with.trips.put(merged);
      this.#put(viewer, merged);
      return [];
    });
  }

  /**
   * Splits a trip into two.
   * @param day the first day of the second, new trip
   * @returns the id of the second trip, and the number of the step
   * @throws DomainError `not_found`, `bad_input`
   */
  split(viewer: Viewer, id: number, day: string): { second: number; step: number } {
    const decision = this.#decided(viewer, id);
    const splitDay = dayOfText(day, 'day');
    if (splitDay <= decision.from || splitDay > decision.to) {
      throw badDays('day: choose a day of the trip that is not its first one.');
    }
    const earlier = { ...decision, to: splitDay - 1, endFixed: true };
    const later = { ...decision, name: null, cover: null, from: splitDay, startFixed: true };
    for (const part of [earlier, later]) this.#checkPhotos(viewer, part, 'day');
    let second = 0;
    const step = this.#step(viewer, [id], decision, () => {
      second = this.#with.trips.put({ id: null, from: later.from, to: later.to });
      this.#with.trips.put({ id, from: earlier.from, to: earlier.to });
      this.#put(viewer, earlier);
      this.#put(viewer, { ...later, id: second });
      return [second];
    });
    return { second, step };
  }

  /**
   * Marks the days of a trip as "not a trip".
   * @returns the number of the step
   * @throws DomainError `not_found`
   */
  dismiss(viewer: Viewer, id: number): number {
    const decision = this.#decided(viewer, id);
    return this.#step(viewer, [id], decision, () => {
      this.#put(viewer, { ...decision, dismissed: true });
      return [];
    });
  }

  /**
   * Restores the trips of a step. Any user may undo any step, like merges of people.
   * @throws DomainError `not_found`, also if a trip of the step is withheld from the viewer; `conflict` if the trips have
   * changed since, or another trip of their days has
   */
  undo(viewer: Viewer, step: number): void {
    const { steps, trips, decisions, builder, transact, library } = this.#with;
    const found = steps.get(step);
    const isKnown = found && [...found.before, ...found.after].every((state) => library.mayKnow(viewer, daysOf(state)));
    if (!isKnown) throw new DomainError('not_found', 'There is no such step to undo.', { problem: 'no_such_step' });
    transact(() => {
      const isAsLeft = found.after.every(({ id, decision }) => this.#isSame(decisions.get(id) ?? null, decision));
      if (!isAsLeft || this.#areTaken(found)) {
        throw new DomainError('conflict', 'The trip was changed since: undo that first.', { problem: 'trip_changed' });
      }
      for (const { id } of found.after) {
        decisions.remove(id);
        trips.remove(id);
      }
      for (const { trip, decision } of found.before) {
        if (decision) decisions.put(decision, { user: null, now: this.#with.clock() });
        if (trip) trips.put(trip);
      }
      builder.buildAround(spanOf([...spansOf(found.before), ...spansOf(found.after)]));
      steps.remove(step);
    });
  }

  #decided(viewer: Viewer, id: number): TripDecision {
    // Throws if the trip is invisible to the viewer.
    this.#with.library.trip(viewer, id);
    const row = this.#with.trips.byId(id);
    if (!row) throw noSuchTrip();
    const known = this.#with.decisions.get(id);
    return {
      ...(known ?? { name: null, startFixed: false, endFixed: false, dismissed: false, cover: null, anchors: [] }),
      ...row,
    };
  }

  /** A trip without photos that its editor sees would be lost for them. @throws DomainError `bad_input` */
  #checkPhotos(viewer: Viewer, days: TripDaysRequest, field: string): void {
    if (!this.#with.library.wouldShow(viewer, days)) throw badDays(`${field}: a trip needs photos in its days.`);
  }

  #put(viewer: Viewer, decision: TripDecision): void {
    const anchors = anchorsOf(decision, this.#with);
    this.#with.decisions.put({ ...decision, anchors }, { user: viewer.userId, now: this.#with.clock() });
  }

  #putOrRemove(viewer: Viewer, decision: TripDecision): void {
    if (decision.from <= decision.to) this.#put(viewer, decision);
    else this.#with.decisions.remove(decision.id);
  }

  /** Other edited trips, without the days that a trip takes from them. */
  #madeWayFor(viewer: Viewer, decision: TripDecision): TripDecision[] {
    const { decisions, library } = this.#with;
    return decisions.within(decision).flatMap((other): TripDecision[] => {
      if (other.id === decision.id) return [];
      const rest: TripDecision =
        other.from < decision.from
          ? { ...other, to: decision.from - 1, endFixed: true }
          : { ...other, from: decision.to + 1, startFixed: true };
      if (other.dismissed) return [rest];
      if (rest.from <= rest.to && (library.wouldShow(viewer, rest) || !library.wouldShow(viewer, other))) return [rest];
      throw new DomainError('conflict', 'All of another trip lies in those days: merge the two.', {
        problem: 'trip_between',
      });
    });
  }

  /** @param change returns the ids of new trips */
  #step(viewer: Viewer, ids: readonly number[], span: TripRun, change: () => readonly number[]): number {
    const { builder, steps, transact, clock } = this.#with;
    return transact(() => {
      const before = this.#states(ids);
      const added = change();
      builder.buildAround(span);
      const after = this.#states([...ids, ...added]);
      return steps.add(
        { before: [...before, ...added.map(removedState)], after },
        { user: viewer.userId, now: clock() },
      );
    });
  }

  /**
   * Whether a decision is still as the step left it. Its anchor photos are not compared, nor a cover that no longer exists.
   */
  #isSame(now: TripDecision | null, expected: TripDecision | null): boolean {
    const cover = expected?.cover ?? null;
    const isCoverLost = cover !== null && now?.cover === null && !this.#with.photos.covers([cover]).has(cover);
    const comparable = (decision: TripDecision | null): string =>
      JSON.stringify(
        decision && [
          decision.name,
          decision.startFixed,
          decision.endFixed,
          decision.dismissed,
          decision.to - decision.from,
          isCoverLost ? null : decision.cover,
        ],
      );
    return comparable(now) === comparable(expected);
  }

  /** Whether days that an undo would give back belong to another trip that people have changed since. */
  #areTaken({ before, after }: { before: readonly TripState[]; after: readonly TripState[] }): boolean {
    const own = new Set([...before, ...after].map(({ id }) => id));
    const others = (states: readonly TripState[]): number[] =>
      states
        .flatMap(({ decision }) => (decision ? this.#with.decisions.within(decision) : []))
        .map(({ id }) => id)
        .filter((id) => !own.has(id));
    // Trips may share days without an edit, where their photos were dated anew.
    const alreadyThere = new Set(others(after));
    return others(before).some((id) => !alreadyThere.has(id));
  }

  #states(ids: readonly number[]): TripState[] {
    const { trips, decisions } = this.#with;
    return ids.map((id) => ({ id, trip: trips.byId(id) ?? null, decision: decisions.get(id) ?? null }));
  }
}

const noDays = { from: 1, to: 0, startFixed: false, endFixed: false };

/** The days of a trip in a state, also of a dismissed trip. */
const daysOf = ({ trip, decision }: TripState): TripDaysRequest => ({ ...noDays, ...decision, ...trip });

const removedState = (id: number): TripState => ({ id, trip: null, decision: null });

const spansOf = (states: readonly TripState[]): TripRun[] =>
  states.flatMap(({ trip, decision }) => [trip, decision].filter((span) => span !== null));

function spanOf(spans: readonly TripRun[]): TripRun {
  return { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) };
}
