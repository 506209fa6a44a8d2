import type { LabelQuery, LabelVocabulary } from '../../plugin-api/ml-provider.ts';
import { fold, singularsOf } from '../../plugin-api/toolkit/word-forms.ts';
import type { PhotoLabels } from '../../store/photos/photo-labels.ts';

type Labels = Pick<PhotoLabels, 'namesAfter' | 'any'>;

/**
 * The words for labels where no model is there to say more about them: a photo source brought them along. Each is called
 * as it is, and found in any case, with or without accents, and in the English plural.
 */
export class LabelNames implements LabelVocabulary {
  readonly #labels: Labels;
  /** By their folded forms; two labels may fold to one. */
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
    // Unsure labels are not stored, so any stored one counts.
    return labels ? { labels, least: 0 } : null;
  }

  nameOf(label: string): string {
    return label;
  }

  /** Names are added and never removed. */
  #follow(): void {
    for (const { id, name } of this.#labels.namesAfter(this.#lastId)) {
      this.#lastId = id;
      // A label may itself be in the plural: a search for one of them means it, too.
      const folded = fold(name);
      for (const form of [folded, ...singularsOf(folded)]) {
        const names = this.#names.get(form);
        if (names) names.push(name);
        else this.#names.set(form, [name]);
      }
    }
  }
}
