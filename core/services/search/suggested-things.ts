import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { WithheldFrom } from '../../domain/withheld.ts';
import type { NamedThing } from '../../domain/photo-findings.ts';
import { PrefixIndex, type Completion } from '../../domain/prefix-index.ts';
import type { ListScope } from '../../domain/viewer-scope.ts';
import type { MlProvider } from '../../plugin-api/ml-provider.ts';
import type { PhotoLabels } from '../../store/photos/photo-labels.ts';

/** Seconds for which the ranking of things is cached, since it changes slowly. */
const freshFor = 60;
/** The number of labels to count at a time: some milliseconds. */
const slice = 20;

interface ThingParts {
  readonly labels: Pick<PhotoLabels, 'namesAfter' | 'frequency'>;
  /** Undefined if no plugin provides models. */
  readonly ml: () => Pick<MlProvider, 'models'> | undefined;
  /** Epoch seconds. */
  readonly clock: () => number;
  readonly withheld: WithheldFrom;
}

interface Thing {
  readonly label: number;
  readonly names: NamedThing['names'];
}

/** The things in the photos that one audience may see. */
class AudienceThings {
  index = new PrefixIndex<Thing>();
  /** The number of photos of each thing. */
  weights: ReadonlyMap<Thing, number> = new Map();
  madeAt = -Infinity;
  making: Promise<void> | undefined;
}

/** Completes the names of things in visible photos, in each language. */
export class SuggestedThings {
  readonly #with: ThingParts;
  /** By the key of the set of withheld photos, with or without hidden ones. */
  readonly #known = new LRUCache<string, AudienceThings>({ max: 8 });

  constructor(parts: ThingParts) {
    this.#with = parts;
  }

  async complete(typed: string, limit: number, scope: ListScope): Promise<Completion<NamedThing['names']>[]> {
    const { audience, withHidden } = scope;
    const key = `${this.#with.withheld(audience).key} ${withHidden}`;
    const known = this.#known.get(key) ?? new AudienceThings();
    this.#known.set(key, known);
    if (this.#with.clock() >= known.madeAt + freshFor) {
      known.making ??= this.#make(known, scope).finally(() => {
        known.making = undefined;
      });
      // While a new list is being made, the old one is used; also if that fails, as during a shutdown.
      if (known.madeAt === -Infinity) await known.making;
      else known.making.catch(() => undefined);
    }
    return (
      known.index
        .complete(typed, limit, known.weights)
        // Leave out things whose photos have been hidden since.
        .filter(({ item }) => this.#with.labels.frequency(item.label, audience, withHidden) > 0)
        .map(({ item, before }) => ({ item: item.names, before }))
    );
  }

  async #make(known: AudienceThings, { audience, withHidden }: ListScope): Promise<void> {
    const vocabulary = this.#with.ml()?.models().labels?.vocabulary;
    const index = new PrefixIndex<Thing>();
    const weights = new Map<Thing, number>();
    for (const [at, { id, name }] of this.#with.labels.namesAfter(0).entries()) {
      if (at % slice === slice - 1) await setImmediate();
      const en = vocabulary ? vocabulary.nameOf(name, 'en') : wordOrNull(name);
      const weight = en === null ? 0 : this.#with.labels.frequency(id, audience, withHidden);
      if (en === null || weight === 0) continue;
      const names = { en, de: vocabulary?.nameOf(name, 'de') ?? en, fr: vocabulary?.nameOf(name, 'fr') ?? en };
      const item = { label: id, names };
      weights.set(item, weight);
      index.add(Array.from(new Set(Object.values(names)), (word) => ({ name: word, item })));
    }
    known.index = index;
    known.weights = weights;
    known.madeAt = this.#with.clock();
  }
}

/** Without a vocabulary, a label is its own name, unless it is a code that only its model can interpret. */
const wordOrNull = (label: string): string | null => (/^[\p{L}\p{M}' -]+$/u.test(label) ? label : null);
