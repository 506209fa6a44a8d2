import { setImmediate } from 'node:timers/promises';
import type { ListScope } from '../../domain/viewer-scope.ts';
import type { Place, Places } from '../../store/photos/places.ts';
import { placeCounts } from '../../timeline/place-census.ts';
import type { Selections } from '../../timeline/selections.ts';

/** The number of place names to read before other requests get a turn: some two milliseconds. */
const readAtOnce = 2000;

/** The number of visible photos in each town and each country. */
export class PlaceTotals {
  readonly #places: Pick<Places, 'byIds'>;
  readonly #selections: Selections;
  /** By place id. Places are only added, and never change. */
  readonly #names = new Map<number, readonly string[]>();
  /** Totals, by the census from which they were made. */
  readonly #known = new WeakMap<Uint32Array, ReadonlyMap<string, number>>();

  constructor(parts: { places: Pick<Places, 'byIds'>; selections: Selections }) {
    this.#places = parts.places;
    this.#selections = parts.selections;
  }

  /** Recomputed only when photos change, with pauses for other requests. */
  async byName({ audience, withHidden }: ListScope): Promise<ReadonlyMap<string, number>> {
    for (;;) {
      const census = placeCounts(this.#selections, audience, withHidden);
      const known = this.#known.get(census);
      if (known) return known;
      const unknown: number[] = [];
      for (let place = 1; place < census.length; place++) {
        if ((census[place] ?? 0) > 0 && !this.#names.has(place)) unknown.push(place);
      }
      const batch = unknown.slice(0, readAtOnce);
      const placesById = this.#places.byIds(batch);
      for (const id of batch) this.#names.set(id, namesOf(placesById.get(id)));
      await setImmediate();
      if (unknown.length === 0) {
        // Repeat if photos changed during the pauses.
        if (placeCounts(this.#selections, audience, withHidden) !== census) continue;
        const totals = this.#add(census);
        this.#known.set(census, totals);
        return totals;
      }
    }
  }

  #add(census: Uint32Array): Map<string, number> {
    const totals = new Map<string, number>();
    for (const [place, count] of census.entries()) {
      if (count === 0) continue;
      for (const name of this.#names.get(place) ?? []) totals.set(name, (totals.get(name) ?? 0) + count);
    }
    return totals;
  }
}

const namesOf = (place: Place | undefined): string[] =>
  place ? [...new Set([place.city || place.label, place.country])].filter((name) => name !== '') : [];
