import type { LabelLanguage, LabelQuery, LabelVocabulary } from 'photofinch/plugin-api';
import { fold, singularsOf, spellOutUmlauts } from 'photofinch/plugin-api/toolkit';
import { leafLabel, type Concept, type ThingsTable } from './things-table.ts';
import germanAndFrench from './words-de-fr.json' with { type: 'json' };

/** By a concept's name: its name in each language, then more words, singular and plural. */
type Translations = Readonly<Record<string, { readonly de: readonly string[]; readonly fr: readonly string[] }>>;

/** The words for the things of a table, in English, German and French. */
export class ThingsVocabulary implements LabelVocabulary {
  readonly #table: ThingsTable;
  readonly #translations: Translations;
  readonly #concepts: ReadonlyMap<string, Concept>;
  /** Labels by the folded words for them; a word may be one for two things, as bike. */
  readonly #english = new Map<string, Set<string>>();
  readonly #translated = new Map<string, Set<string>>();
  /** As they are written: Küchen are no Kuchen. */
  readonly #exact = new Map<string, Set<string>>();
  readonly #leaves = new Map<string, readonly number[]>();
  readonly #narrower = new Map<string, string>();

  /** @param scenery whether the network that measures it is there: things that only it sees have no words without it */
  constructor(table: ThingsTable, scenery: boolean, translations: Translations = germanAndFrench) {
    this.#table = table;
    this.#translations = translations;
    const seen = (concept: Concept | undefined): concept is Concept => {
      return concept !== undefined && (scenery || concept.coco !== undefined || concept.inet !== undefined);
    };
    this.#concepts = new Map(table.concepts.filter(seen).map((concept) => [concept.name, concept]));
    for (const { name, words } of this.#concepts.values()) {
      const { de = [], fr = [] } = translations[name] ?? {};
      for (const word of [name, ...words]) add(this.#english, fold(word), name);
      for (const word of [...de, ...fr]) add(this.#exact, word.toLowerCase(), name);
      for (const word of [...de, ...de.map(spellOutUmlauts), ...fr]) add(this.#translated, fold(word), name);
    }
    for (const [word, leaves] of Object.entries(table.leaf_words)) this.#leaves.set(fold(word), leaves);
    for (const [word, place] of Object.entries(table.narrower)) {
      const concept = table.concepts[place];
      if (seen(concept)) this.#narrower.set(fold(word), concept.name);
    }
  }

  find(words: string): LabelQuery | null {
    const folded = fold(words);
    const forms = [folded, ...singularsOf(folded)];
    const { find, leaf } = this.#table.thresholds;
    const english = firstOf(this.#english, forms);
    const written = this.#exact.get(words.toLowerCase().normalize('NFC'));
    const translated = written ?? firstOf(this.#translated, forms);
    const leaves = english ? [] : (firstOf(this.#leaves, forms) ?? []).map(leafLabel);
    if (english || translated) {
      // The language is not known: the German Boot is a boat, the English one a shoe.
      return { labels: [...new Set([...(english ?? []), ...(translated ?? []), ...leaves])], least: find };
    }
    if (leaves.length > 0) return { labels: leaves, least: leaf };
    const wider = firstOf(this.#narrower, forms);
    return wider === undefined ? null : { labels: [wider], least: find };
  }

  nameOf(label: string, language: LabelLanguage): string | null {
    if (!this.#concepts.has(label)) return null;
    return language === 'en' ? label : (this.#translations[label]?.[language][0] ?? null);
  }
}

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
