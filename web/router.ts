import { signal, type ReadonlySignal } from '@preact/signals';
import { formatPlace, parsePlace, type Place } from './state/routes.ts';

/** What is kept with an entry of the browser's history, and so survives reload, back and forward. */
interface Kept {
  /** The open photo was reached from its list, which is the entry before this one. */
  readonly fromList?: boolean;
  /** Something lies over the page; the entry before this one is the page without it. */
  readonly covered?: boolean;
  /** Whatever a page wants to find again. */
  readonly note?: unknown;
}

/** Ties the place in the app to the fragment of the page's address. */
export class Router {
  readonly #place = signal<Place>(parsePlace(location.hash));
  /** The browser was asked to go back and has not done so yet: this entry is still the present one. */
  #goesBack = false;

  constructor() {
    // So that an entry of which nothing is kept is one that a link has just made.
    if (history.state === null) history.replaceState({}, '');
    addEventListener('popstate', () => {
      this.#goesBack = false;
      const place = parsePlace(location.hash);
      if (history.state === null) {
        const kept: Kept = { fromList: this.#place.value.photo === null };
        history.replaceState(kept, '');
      }
      this.#place.value = place;
    });
  }

  get place(): ReadonlySignal<Place> {
    return this.#place;
  }

  /** Goes on to a place; `back` leads here again. */
  go(place: Place): void {
    this.#goesBack = false;
    const kept: Kept = { fromList: this.#place.value.photo === null };
    history.pushState(kept, '', formatPlace(place));
    this.#place.value = place;
  }

  /** Shows another place instead of this one; `back` leads where it led before. */
  exchange(place: Place): void {
    history.replaceState({ ...keptNow(), covered: false, note: undefined }, '', formatPlace(place));
    this.#place.value = place;
  }

  openPhoto(uid: string): void {
    this.go({ ...this.#place.value, photo: uid });
  }

  /** From an open photo back to its list, as the back button would when one came from there. */
  closePhoto(): void {
    if (keptNow().fromList) this.#back();
    else this.exchange({ ...this.#place.value, photo: null });
  }

  /**
   * Something lies over the page now, which the back button takes away, as people expect of a phone.
   * @param uncover called when it does
   * @returns to be called when it was taken away in another way
   */
  cover(uncover: () => void): () => void {
    history.pushState({ ...keptNow(), covered: true }, '');
    addEventListener('popstate', uncover);
    return () => {
      removeEventListener('popstate', uncover);
      if (keptNow().covered) this.#back();
    };
  }

  /** One step, however often people ask while the browser is about to take it: a second one could leave the app. */
  #back(): void {
    if (this.#goesBack) return;
    this.#goesBack = true;
    history.back();
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
