import type { LabelLanguage, LabelQuery, LabelVocabulary } from 'photofinch/plugin-api';
import { fold, singularsOf, spellOutUmlauts } from 'photofinch/plugin-api/toolkit';
import { leafLabel, type Concept, type ThingsTable } from './things-table.ts';
import germanAndFrench from './words-de-fr.json' with { type: 'json' };

/** By concept: its name in each language, then more words, singular and plural. */
type Translations = Readonly<Record<string, { readonly de: readonly string[]; readonly fr: readonly string[] }>>;

/** Words for all things of a group of the table, with their plurals. */
const groupWords: Readonly<Record<string, readonly string[]>> = {
  animals: ['animal', 'animals', 'Tier', 'Tiere', 'Tieren', 'animaux'],
  vehicles: ['vehicle', 'vehicles', 'Fahrzeug', 'Fahrzeuge', 'Fahrzeugen', 'véhicule', 'véhicules'],
  activities: ['sport', 'sports'],
};

/** English words that the table lacks, by concept; their German and French ones are there. */
const moreEnglish: Readonly<Record<string, readonly string[]>> = { person: ['child', 'kid'] };

/** Labels by words, built from a table. */
interface Index {
  readonly concepts: ReadonlyMap<string, Concept>;
  /** Labels by normalised words; a word may have several meanings, like bike. */
  readonly english: ReadonlyMap<string, ReadonlySet<string>>;
  readonly translated: ReadonlyMap<string, ReadonlySet<string>>;
  readonly dative: ReadonlyMap<string, ReadonlySet<string>>;
  /** By exact words: Küchen are not Kuchen. */
  readonly exact: ReadonlyMap<string, ReadonlySet<string>>;
  readonly leaves: ReadonlyMap<string, readonly number[]>;
  readonly narrower: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

/** The words for the things of a table, in English, German and French. */
export class ThingsVocabulary implements LabelVocabulary {
  readonly #table: ThingsTable;
  readonly #scenery: boolean;
  readonly #translations: Translations;
  #made: Index | undefined;

  /** @param scenery whether the scenery model is available: without it, things that only it recognises have no words */
  constructor(table: ThingsTable, scenery: boolean, translations: Translations = germanAndFrench) {
    this.#table = table;
    this.#scenery = scenery;
    this.#translations = translations;
  }

  /** Built from thousands of words on first use, so that it does not slow down the start. */
  get #index(): Index {
    return (this.#made ??= this.#make());
  }

  #make(): Index {
    const table = this.#table;
    const english = new Map<string, Set<string>>();
    const translated = new Map<string, Set<string>>();
    const dative = new Map<string, Set<string>>();
    const exact = new Map<string, Set<string>>();
    const isAvailable = (concept: Concept | undefined): concept is Concept => {
      return concept !== undefined && (this.#scenery || concept.coco !== undefined || concept.inet !== undefined);
    };
    const concepts = new Map(table.concepts.filter(isAvailable).map((concept) => [concept.name, concept]));
    for (const { name, words } of concepts.values()) {
      const { de = [], fr = [] } = this.#translations[name] ?? {};
      for (const word of [name, ...words, ...(moreEnglish[name] ?? [])]) add(english, fold(word), name);
      for (const word of [...de, ...fr]) add(exact, word.toLowerCase(), name);
      for (const word of [...de, ...de.map(spellOutUmlauts), ...fr]) add(translated, fold(word), name);
      for (const word of de.flatMap(dativesOf)) add(dative, fold(word), name);
    }
    const leaves = new Map(Object.entries(table.leaf_words).map(([word, places]) => [fold(word), places]));
    const narrower = new Map<string, string>();
    for (const [word, place] of Object.entries(table.narrower)) {
      const concept = table.concepts[place];
      if (isAvailable(concept)) narrower.set(fold(word), concept.name);
    }
    const groups = new Map<string, readonly string[]>();
    for (const [group, words] of Object.entries(groupWords)) {
      const names = [...concepts.values()].filter((concept) => concept.group === group).map(({ name }) => name);
      for (const word of words) groups.set(fold(word), names);
    }
    return { concepts, english, translated, dative, exact, leaves, narrower, groups };
  }

  find(words: string): LabelQuery | null {
    const folded = fold(words);
    const forms = [folded, ...singularsOf(folded)];
    const { find, show, leaf } = this.#table.thresholds;
    const group = this.#index.groups.get(folded);
    // Scores add up, and many labels make many mistakes.
    if (group) return { labels: group, least: show };
    const english = firstOf(this.#index.english, forms);
    const exactMatch = this.#index.exact.get(words.toLowerCase().normalize('NFC'));
    const translated = exactMatch ?? firstOf(this.#index.translated, forms);
    const leaves = english ? [] : (firstOf(this.#index.leaves, forms) ?? []).map(leafLabel);
    if (english || translated) {
      // The language is unknown: the German Boot is a boat, the English one a shoe.
      return { labels: [...new Set([...(english ?? []), ...(translated ?? []), ...leaves])], least: find };
    }
    if (leaves.length > 0) return { labels: leaves, least: leaf };
    const wider = firstOf(this.#index.narrower, forms);
    const labels = wider === undefined ? [...(this.#index.dative.get(folded) ?? [])] : [wider];
    return labels.length === 0 ? null : { labels, least: find };
  }

  nameOf(label: string, language: LabelLanguage): string | null {
    if (!this.#index.concepts.has(label)) return null;
    return language === 'en' ? label : (this.#translations[label]?.[language][0] ?? null);
  }
}

/** The dative of a German plural, as after `mit` or `von`: `Hunden`. For other words, it is a form that nobody writes. */
const dativesOf = (word: string): string[] => (/(?<!e)e$|[lr]$/.test(word) ? [`${word}n`] : []);

function add(map: Map<string, Set<string>>, word: string, label: string): void {
  const labels = map.get(word);
  if (labels) labels.add(label);
  else map.set(word, new Set([label]));
}

function firstOf<T>(map: ReadonlyMap<string, T>, keys: readonly string[]): T | undefined {
  for (const key of keys) {
    const value = map.get(key);
    if (value !== undefined) return value;
  }
  return undefined;
}
