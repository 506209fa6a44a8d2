import { batch, signal } from '@preact/signals';
import type { SearchSuggestions } from '../../../core/http/wire.ts';

interface SuggestionsApi {
  suggestions(prefix: string, stop: AbortSignal): Promise<SearchSuggestions>;
}

/** How many answers are cached, for text that is deleted and typed again. */
const maxAnswers = 30;
/** Seconds for which an answer is cached. */
const freshFor = 30;

/** The server's suggestions for a text that is being typed. Old ones stay until the next answer arrives. */
export class Suggestions {
  readonly answer = signal<SearchSuggestions | null>(null);
  /** The text that the answer belongs to. */
  readonly answered = signal<string | null>(null);
  readonly #api: SuggestionsApi;
  readonly #now: () => number;
  readonly #kept = new Map<string, { at: number; answer: SearchSuggestions }>();
  #stop = new AbortController();

  /** @param now epoch seconds */
  constructor(api: SuggestionsApi, now: () => number) {
    this.#api = api;
    this.#now = now;
  }

  /** Requests suggestions. If that fails, only those remain that need no server. */
  async ask(typed: string): Promise<void> {
    this.#stop.abort();
    const { signal: stop } = (this.#stop = new AbortController());
    const keptAnswer = this.#kept.get(typed);
    if (keptAnswer && keptAnswer.at + freshFor > this.#now()) {
      this.#show(typed, keptAnswer.answer);
      return;
    }
    try {
      const answer = await this.#api.suggestions(typed, stop);
      if (stop.aborted) return;
      this.#keep(typed, answer);
      this.#show(typed, answer);
    } catch {
      if (!stop.aborted) this.#show(typed, null);
    }
  }

  #show(typed: string, answer: SearchSuggestions | null): void {
    batch(() => {
      this.answer.value = answer;
      this.answered.value = typed;
    });
  }

  #keep(typed: string, answer: SearchSuggestions): void {
    this.#kept.delete(typed);
    this.#kept.set(typed, { at: this.#now(), answer });
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= maxAnswers) break;
      this.#kept.delete(oldest);
    }
  }
}
