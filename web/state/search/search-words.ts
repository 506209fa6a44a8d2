import { signal } from '@preact/signals';
import type { Anchors, People, Places, Tags } from '../../../core/http/wire.ts';
import type { KnownWord } from './completion.ts';
import { monthName } from '../format.ts';

export interface SearchWordsApi {
  people(name: string, part: { offset: number; limit: number }): Promise<People>;
  places(): Promise<Places>;
  tags(): Promise<Tags>;
  anchors(filter: string): Promise<Anchors>;
}

/** Seconds after which the names are asked for anew. */
const freshFor = 120;

/** The names that a search may be about: people, places, tags, years and months that have photos. */
export class SearchWords {
  readonly known = signal<readonly KnownWord[]>([]);
  readonly #api: SearchWordsApi;
  readonly #now: () => number;
  readonly #language: string;
  #askedAt = -Infinity;

  /**
   * @param now epoch seconds
   * @param language of the months: one that the server knows
   */
  constructor(api: SearchWordsApi, now: () => number, language: string) {
    this.#api = api;
    this.#now = now;
    this.#language = language;
  }

  /** Somebody is about to search. Without an answer there is nothing to complete. */
  async refresh(): Promise<void> {
    if (this.#askedAt + freshFor > this.#now()) return;
    this.#askedAt = this.#now();
    try {
      const [{ people }, { places }, { tags }, { anchors }] = await Promise.all([
        this.#api.people('', { offset: 0, limit: 1000 }),
        this.#api.places(),
        this.#api.tags(),
        this.#api.anchors(''),
      ]);
      const word =
        (kind: KnownWord['kind']) =>
        (text: string): KnownWord => ({ kind, text });
      const years = [...new Set(anchors.map(({ year }) => String(year)))];
      this.known.value = [
        ...people.flatMap(({ name }) => (name === null ? [] : [name])).map(word('person')),
        ...unique(places.map(({ city, place }) => city || place)).map(word('place')),
        ...tags.map(({ name }) => name).map(word('tag')),
        ...years.map(word('month')),
        ...anchors.map(({ year, month }) => monthName(year, month, this.#language)).map(word('month')),
      ];
    } catch {
      this.#askedAt = -Infinity;
    }
  }

  /** Somebody else is here now. */
  forget(): void {
    this.known.value = [];
    this.#askedAt = -Infinity;
  }
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
