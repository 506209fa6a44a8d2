import { signal, type ReadonlySignal } from '@preact/signals';
import { formatPlace, parsePlace, queryWithout, type Place } from './state/routes.ts';

/** State stored with a history entry, which survives reload, back and forward. */
interface HistoryState {
  /** The place from which the page was opened, as in the URL; absent for the first one. */
  readonly from?: string;
  /** How many entries before this one that is: more than one after what covered the page has led to another part of it. */
  readonly steps?: number;
  /** Whether something covers the page; the entry before this one is the page without it. */
  readonly covered?: boolean;
  /** Data of the page. */
  readonly note?: unknown;
}

/** Connects the place in the app with the fragment of the URL. */
export class Router {
  readonly #place = signal<Place>(parsePlace(location.hash));
  /** Whether the browser was told to go back and has not done so yet: this entry is still the current one. */
  #goesBack = false;

  constructor() {
    // Entries without state are then always those created by a link.
    if (history.state === null) history.replaceState({}, '');
    addEventListener('popstate', () => {
      this.#goesBack = false;
      const place = parsePlace(location.hash);
      if (history.state === null) {
        history.replaceState(this.#nextState, '');
      }
      this.#place.value = place;
    });
  }

  get place(): ReadonlySignal<Place> {
    return this.#place;
  }

  /** Goes to a place; going back returns here. */
  go(place: Place): void {
    this.#goesBack = false;
    history.pushState(this.#nextState, '', formatPlace(place));
    this.#place.value = place;
  }

  /** Replaces the current place; the history stays the same. */
  exchange(place: Place): void {
    history.replaceState({ ...currentHistoryState(), covered: false, note: undefined }, '', formatPlace(place));
    this.#place.value = place;
  }

  openPhoto(uid: string): void {
    this.go({ ...this.#place.value, photo: uid });
  }

  /** Closes the open photo: goes back if it was opened from the list. */
  closePhoto(): void {
    const { from, steps } = currentHistoryState();
    if (from !== undefined && parsePlace(from).photo === null) this.#back(steps);
    else this.exchange({ ...this.#place.value, photo: null });
  }

  /** Leaves a page that is a step of another: goes back if it was opened from there, at whichever day that was. */
  returnTo(place: Place): void {
    const { from, steps } = currentHistoryState();
    if (from !== undefined && withoutDay(from) === formatPlace(place)) this.#back(steps);
    else this.exchange(place);
  }

  /**
   * To be called when something covers the page: the back button then removes it, as people expect on phones.
   * @param uncover called when going back
   * @returns to be called when it was removed in another way
   */
  cover(uncover: () => void): () => void {
    const state = currentHistoryState();
    history.pushState({ ...state, covered: true, steps: (state.steps ?? 1) + 1 }, '');
    addEventListener('popstate', uncover);
    return () => {
      removeEventListener('popstate', uncover);
      if (currentHistoryState().covered) this.#back();
    };
  }

  /** Goes back once, however often it is called before the browser does: another time could leave the app. */
  #back(steps = 1): void {
    if (this.#goesBack) return;
    this.#goesBack = true;
    history.go(-steps);
  }

  /** The state of an entry that is reached from the current place. */
  get #nextState(): HistoryState {
    return { from: formatPlace(this.#place.value) };
  }

  get note(): unknown {
    return currentHistoryState().note;
  }

  keep(note: unknown): void {
    history.replaceState({ ...currentHistoryState(), note }, '');
  }
}

/** An address without the day to which a list was scrolled. */
function withoutDay(address: string): string {
  const place = parsePlace(address);
  return formatPlace({ ...place, query: queryWithout(place, 'date') });
}

function currentHistoryState(): HistoryState {
  return (history.state as HistoryState | null) ?? {};
}
