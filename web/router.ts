import { signal, type ReadonlySignal } from '@preact/signals';
import { formatPlace, parsePlace, type Place } from './state/routes.ts';

/** What is kept with an entry of the browser's history, and so survives reload, back and forward. */
interface Kept {
  /** The entry was reached from the timeline, which is the entry before it. */
  readonly fromTimeline?: boolean;
  /** Whatever a page wants to find again. */
  readonly note?: unknown;
}

type Known = Parameters<typeof formatPlace>[0];

/** Ties the place in the app to the fragment of the page's address. */
export class Router {
  readonly #place = signal<Place>(parsePlace(location.hash));

  constructor() {
    addEventListener('popstate', () => {
      this.#place.value = parsePlace(location.hash);
    });
  }

  get place(): ReadonlySignal<Place> {
    return this.#place;
  }

  /** Goes on to a place; `back` leads here again. */
  go(place: Known): void {
    const kept: Kept = { fromTimeline: this.#place.value.page === 'timeline' };
    history.pushState(kept, '', formatPlace(place));
    this.#place.value = place;
  }

  /** Shows another place instead of this one; `back` leads where it led before. */
  exchange(place: Known): void {
    history.replaceState({ ...keptNow(), note: undefined }, '', formatPlace(place));
    this.#place.value = place;
  }

  /** Back to the timeline, as the back button would when one came from there. */
  leave(): void {
    if (keptNow().fromTimeline) history.back();
    else this.exchange({ page: 'timeline' });
  }

  get note(): unknown {
    return keptNow().note;
  }

  keep(note: unknown): void {
    history.replaceState({ ...keptNow(), note }, '');
  }
}

function keptNow(): Kept {
  return (history.state as Kept | null) ?? {};
}
