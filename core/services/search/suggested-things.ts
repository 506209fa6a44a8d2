import { setImmediate } from 'node:timers/promises';
import type { NamedThing } from '../../domain/found-in-photo.ts';
import { PrefixIndex, type Completed } from '../../domain/prefix-index.ts';
import type { MlProvider } from '../../plugin-api/ml-provider.ts';
import type { PhotoLabels } from '../../store/photos/photo-labels.ts';

/** Seconds for which the order of things is good: which of them come first changes slowly. */
const freshFor = 60;
/** Labels that are counted at a time: some milliseconds. */
const slice = 20;

interface ThingParts {
  readonly labels: Pick<PhotoLabels, 'names' | 'frequency'>;
  /** Undefined where no plugin provides models. */
  readonly ml: () => Pick<MlProvider, 'models'> | undefined;
  /** Epoch seconds. */
  readonly clock: () => number;
}

interface Thing {
  readonly label: number;
  readonly names: NamedThing['names'];
}

/** What photos that are not hidden show, to be completed in each language. */
export class SuggestedThings {
  readonly #with: ThingParts;
  #index = new PrefixIndex<Thing>([]);
  #madeAt = -Infinity;
  #making: Promise<void> | undefined;

  constructor(parts: ThingParts) {
    this.#with = parts;
  }

  async complete(typed: string, most: number): Promise<Completed<NamedThing['names']>[]> {
    if (this.#with.clock() >= this.#madeAt + freshFor) {
      this.#making ??= this.#make().finally(() => {
        this.#making = undefined;
      });
      // What is older is good enough while it is counted anew, and if that fails, as while the server stops.
      if (this.#madeAt === -Infinity) await this.#making;
      else this.#making.catch(() => undefined);
    }
    return (
      this.#index
        .complete(typed, most)
        // What has been hidden since is known to nobody.
        .filter(({ item }) => this.#with.labels.frequency(item.label) > 0)
        .map(({ item, before }) => ({ item: item.names, before }))
    );
  }

  async #make(): Promise<void> {
    const vocabulary = this.#with.ml()?.models().labels?.vocabulary;
    const entries: { name: string; weight: number; item: Thing }[] = [];
    for (const [at, { id, name }] of this.#with.labels.names().entries()) {
      if (at % slice === slice - 1) await setImmediate();
      const en = vocabulary ? vocabulary.nameOf(name, 'en') : wordOrNull(name);
      const weight = en === null ? 0 : this.#with.labels.frequency(id);
      if (en === null || weight === 0) continue;
      const names = { en, de: vocabulary?.nameOf(name, 'de') ?? en, fr: vocabulary?.nameOf(name, 'fr') ?? en };
      const item = { label: id, names };
      for (const word of new Set(Object.values(names))) entries.push({ name: word, weight, item });
    }
    this.#index = new PrefixIndex(entries);
    this.#madeAt = this.#with.clock();
  }
}

/** Without a vocabulary a label is its own name, unless it is one that only its model knows how to read. */
const wordOrNull = (label: string): string | null => (/^[\p{L}\p{M}' -]+$/u.test(label) ? label : null);
