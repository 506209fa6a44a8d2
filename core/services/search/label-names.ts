import type { LabelQuery, LabelVocabulary } from '../../plugin-api/ml-provider.ts';
import { fold, singularsOf } from '../../plugin-api/toolkit/word-forms.ts';
import type { PhotoLabels } from '../../store/photos/photo-labels.ts';

type Labels = Pick<PhotoLabels, 'namesAfter' | 'any'>;

/**
 * The vocabulary for labels that a photo source provides, if there is no model with a vocabulary. Each label is its own
 * name, and is found in any case, with or without accents, and in the English plural.
 */
export class LabelNames implements LabelVocabulary {
  readonly #labels: Labels;
  /** By their folded forms; several labels may have the same form. */
  readonly #names = new Map<string, string[]>();
  #lastId = 0;

  constructor(labels: Labels) {
    this.#labels = labels;
  }

  /** Whether any photo has a label. */
  get any(): boolean {
    return this.#labels.any();
  }

  find(words: string): LabelQuery | null {
    this.#follow();
    const folded = fold(words);
    const forms = [folded, ...singularsOf(folded)];
    const labels = forms.map((form) => this.#names.get(form)).find((names) => names !== undefined);
    // Uncertain labels are not stored, so any stored label counts.
    return labels ? { labels, least: 0 } : null;
  }

  nameOf(label: string): string {
    return label;
  }

  /** Reads new names only, since names are added and never removed. */
  #follow(): void {
    for (const { id, name } of this.#labels.namesAfter(this.#lastId)) {
      this.#lastId = id;
      // A label may itself be plural, so a search for its singular finds it, too.
      const folded = fold(name);
      for (const form of [folded, ...singularsOf(folded)]) {
        const names = this.#names.get(form);
        if (names) names.push(name);
        else this.#names.set(form, [name]);
      }
    }
  }
}
